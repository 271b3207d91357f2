#pragma once

#include <span>
#include <vector>

#include "podium/core/base/table.hpp"
#include "podium/research/papers/claim_values.hpp"

namespace podium::research {

/// What is shown of every point besides its differences; a value for each point.
struct PointNumbers {
  std::vector<double> mean;
  std::vector<double> half_width;  ///< of the simultaneous 95 % interval
  std::vector<double> p_ahead;     ///< corrected over all points
  std::vector<double> p_behind;
  std::vector<double> detectable;  ///< with a power of 80 %
  std::vector<double> margin;      ///< of equivalence; empty: none
};

/// A row for every point of a claim: data set by data set, pair by pair, measure by measure.
Table points_table(std::span<const ClaimValues> data, std::span<const SystemPair> pairs,
                   std::span<const DifferenceBlock> blocks, const PointNumbers& numbers);

/// The name of a system: "ListMLE", "ListMLE at 10".
std::string name_of(const SystemName& system);

}  // namespace podium::research
