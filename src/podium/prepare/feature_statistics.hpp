#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "podium/data/dataset.hpp"

namespace podium {

/// What a feature looks like over all rows that have it.
struct FeatureSummary {
  std::size_t present = 0;   ///< rows with a value
  std::size_t infinite = 0;  ///< of these, infinite ones; left out of the numbers below
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
  double mean = 0.0;
  double deviation = 0.0;  ///< standard deviation over n
};

/// One summary per feature, in two passes; the same bits for any number of threads.
std::vector<FeatureSummary> summarise_features(const Dataset& data);

/// The quantiles of every feature over its finite values: result[feature][i] belongs to
/// shares[i], NaN when there is none. Interpolates linearly between the order statistics around
/// place share * (n - 1).
std::vector<std::vector<double>> feature_quantiles(const Dataset& data,
                                                   std::span<const double> shares);

}  // namespace podium
