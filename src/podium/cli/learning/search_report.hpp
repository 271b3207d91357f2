#pragma once

#include <optional>
#include <string>

#include "podium/cli/learning/print_training.hpp"
#include "podium/core/base/table.hpp"
#include "podium/core/report/document.hpp"
#include "podium/learning/experiment/tuning/search.hpp"

namespace podium::cli {

/// What is said of a finished search beside its candidates.
struct SearchSetting {
  std::string metric;
  std::string budget;   ///< in words
  std::string model;    ///< file
  std::string command;  ///< that trains the same model
  double seconds = 0.0;
  std::optional<MeasuredTest> test = {};
};

/// The candidates, the best first, and the model. JSON: {"algorithm", "options", "value",
/// "command", "rungs", "candidates": [{"algorithm", "options", "rungs", "value", "values",
/// "difference", "refused"}, ...], ...}, and "baseline" if there is one. CSV has the candidates
/// alone.
std::string print_search(const Search& search, const SearchSetting& setting, TableFormat format);

/// The same as a page, with a chart: the values of the best candidates from rung to rung.
ReportDocument search_report(const Search& search, const SearchSetting& setting);

}  // namespace podium::cli
