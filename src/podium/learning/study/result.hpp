#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/prepare/info.hpp"
#include "podium/learning/study/spec.hpp"

namespace podium {

/// The result of one cell: a line of the results file.
struct CellResult {
  std::string key;  ///< key_of() the cell
  std::string data;
  std::string row;
  std::string algorithm;
  std::string truth;
  std::string sweep;
  std::size_t draw = 0;
  std::uint64_t seed = 1;
  std::size_t fold = 0;
  OptionText chosen;        ///< options chosen on validation data
  double validation = 0.0;  ///< the metric of the chosen model
  std::size_t learned = 0;  ///< queries that it learned from, as the sweep counts; 0: unknown
  std::vector<std::string> query;  ///< of the test fold
  std::vector<std::string> measure;
  std::vector<std::vector<double>> value;  ///< [measure][query]; NaN: left out of the mean
  std::vector<double> mean;                ///< per measure
  std::vector<double> weight;              ///< of each feature; see feature_weights()
  double seconds = 0.0;
};

/// The description of a data set, for its card in a report.
struct DataCard {
  std::string name;
  std::string fingerprint;
  std::size_t folds = 0;
  DatasetInfo info;
  std::vector<std::string> feature;
  std::map<std::string, std::string, std::less<>> ranker;  ///< StudySource::ranker
};

/// Replaces the card of the same name, or appends the card.
void set_card(std::vector<DataCard>& cards, DataCard card);

/// The contents of a results file: the study and its finished cells.
struct StudyResults {
  std::string spec_text;  ///< TOML, as it was when the last run started
  std::string version;    ///< of the library that started the last run
  std::vector<DataCard> cards;
  std::vector<CellResult> cells;
  std::size_t planned = 0;  ///< number of cells of the study, done or not
};

/// The beginning of every results file, for LineLog.
inline constexpr std::string_view results_beginning = R"({"podium_study":1,)";

/// Writers and readers of the lines of a results file. Readers throw DataError with file and line.
std::string header_line(const StudyResults& study);
std::string line_of(const DataCard& card);
std::string line_of(const CellResult& cell);
StudyResults read_results_lines(const std::vector<std::string>& lines, const std::string& source);

/// Sorts the cells of a finished or running study in the order of its spec: by data, row, truth,
/// value of the sweep, seed, draw and fold. Cells that the spec does not name are dropped.
void sort_by_spec(const StudySpec& spec, std::vector<CellResult>& cells);

}  // namespace podium
