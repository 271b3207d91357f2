#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "podium/learning/experiment/statistics/test_outcome.hpp"
#include "podium/learning/experiment/statistics/tukey_hsd.hpp"

namespace podium {

/// A row of the table of tests. A paired test uses the differences of two rankers, a joint test all
/// rankers together; the function of the other kind is null.
struct SignificanceTest {
  std::string_view name;
  std::string_view summary;
  std::string_view reference;  ///< keys of docs/references.bib
  TestOutcome (*of_pair)(std::span<const double> difference, const TestOptions&,
                         std::uint64_t seed) = nullptr;
  std::vector<TestOutcome> (*of_all)(std::span<const std::vector<double>> value,
                                     std::span<const RankerPair>, const TestOptions&,
                                     std::uint64_t seed) = nullptr;

  /// Joint tests include a correction for the number of pairs.
  bool is_joint() const noexcept { return of_all != nullptr; }
};

/// Every test of the library, in the order the manual lists them.
std::span<const SignificanceTest> significance_tests();

/// Reads a list like "t,wilcoxon", or "all"; throws UsageError naming the choices.
std::vector<SignificanceTest> parse_significance_tests(std::string_view text);

}  // namespace podium
