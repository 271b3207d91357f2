#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/interval.hpp"
#include "podium/research/joint/sign_flips.hpp"
#include "podium/research/papers/claim.hpp"

namespace podium::research {

/// The values of some systems by some measures on a data set, for its queries in the order of their
/// ids. Queries that lack one of the values are left out.
struct ClaimValues {
  std::string study;  ///< of the first measure
  std::string data;
  std::string label;  ///< the data set's name, with its study when that is not the claim's own
  std::vector<std::string> measure;
  std::vector<std::size_t> fold;                            ///< of each query; may be empty
  std::vector<std::vector<std::vector<double>>> value;      ///< [system][measure][query]
  std::vector<std::vector<std::vector<double>>> seed_mean;  ///< [system][measure][seed]

  /// A's values less B's, by a measure; values that agree to twelve digits differ by 0.
  std::vector<double> difference(std::size_t a, std::size_t b, std::size_t measure) const;

  /// Variance of the mean difference over seeds, divided by their number; 0 for one seed.
  double seed_variance(std::size_t a, std::size_t b, std::size_t measure) const;
};

/// Nothing when a system or a measure has no results, or fewer than two queries have all values.
std::optional<ClaimValues> claim_values(const Findings& findings, std::string_view data,
                                        std::span<const MeasureSet> measures,
                                        std::span<const SystemName> systems);

/// The data sets of a claim: those of the paper, with and without results, and others.
struct ClaimData {
  std::vector<ClaimValues> at_hand;
  std::vector<std::string> missing;
  std::vector<ClaimValues> elsewhere;
};
ClaimData claim_data(const Findings& findings, const ClaimScope& scope,
                     std::span<const SystemName> systems);

/// The systems that are compared on a data set of a study.
using SystemsOn =
    std::function<std::vector<SystemName>(std::string_view study, std::string_view data)>;

/// The data sets of a claim's studies that the paper did not use, with the values of their systems.
std::vector<ClaimValues> values_elsewhere(const Findings& findings, const ClaimScope& scope,
                                          const SystemsOn& systems_on);

/// The systems of all pairs, A and B of the first, then of the second ...
std::vector<SystemName> systems_of_pairs(std::span<const SystemPair> pairs);

/// The differences of pair i, systems 2 i and 2 i + 1, by every measure.
DifferenceBlock differences(const ClaimValues& values, std::size_t pairs);

/// Names of the data sets of some values, separated by commas.
std::string names_of(std::span<const ClaimValues> values);

/// "needs TD2003, TD2004"; empty when nothing is missing.
std::string needed(const ClaimData& data);

/// "expected in FOLDER, FOLDER": where the missing data sets of a claim belong; may be empty.
std::string expected_folders(const Findings& findings, const ClaimScope& scope,
                             const ClaimData& data);

/// "0.0180 to 0.0460", or one number.
std::string range_text(std::span<const double> values);

/// Draws of sign changes: for tests whose p decides, and for intervals and what is only shown.
inline constexpr std::size_t deciding_draws = 19'999;
inline constexpr std::size_t other_draws = 1'999;

}  // namespace podium::research
