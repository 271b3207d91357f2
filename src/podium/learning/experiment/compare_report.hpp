#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "podium/core/base/table.hpp"
#include "podium/learning/experiment/compare.hpp"
#include "podium/learning/experiment/winning_number.hpp"

namespace podium {

/// Under which conventions the compared values were computed; unknown for values from a file.
struct CompareConventions {
  std::string profile;
  std::string ties;
  std::string truth;
  std::vector<std::size_t> blank;        ///< queries without a relevant document, by ranker
  std::vector<std::size_t> short_lists;  ///< by ranker
  bool is_condensed = false;  ///< documents without a judgement were removed from the rankings
  bool skips_blank = false;   ///< blank queries were left out
};

/// A comparison and all that its report says about how it was made.
struct CompareReport {
  std::string measure;
  std::string formula;  ///< of a measure that the user defined
  std::optional<CompareConventions> conventions;
  CompareOptions options;
  Comparison comparison;
};

/// Measure and conventions in one line.
std::string heading(const CompareReport& report);

/// The rankers with their means; the pairs with their differences; the tests of each pair.
Table means_table(const CompareReport& report);
Table pairs_table(const CompareReport& report);
Table tests_table(const CompareReport& report);

/// JSON: one document. CSV: one row per pair and test, without the heading. Others: heading, means,
/// pairs, tests and conclusions.
std::string render(const CompareReport& report, TableFormat format);

/// Algorithms side by side; CSV and JSON have one row per measure and algorithm.
std::string render(const WinningNumbers& numbers, TableFormat format);

}  // namespace podium
