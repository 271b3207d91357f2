#include "podium/learning/experiment/tuning/baseline_file.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/document_scores.hpp"
#include "podium/core/format/scores.hpp"
#include "podium/core/format/trec/run.hpp"
#include "podium/core/prepare/transform.hpp"
#include "podium/learning/model/baseline.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium {

namespace {

/// The first line that is not blank, without blanks at its ends.
std::string first_line(const std::filesystem::path& path) {
  const InputText text(path);
  LineReader lines(text.view(), text.path());
  while (lines.next()) {
    if (!lines.is_blank()) return std::string(trimmed(lines.line()));
  }
  throw DataError({path.string()}, "found nothing, expected a model, a run or scores");
}

std::size_t word_count(std::string_view line) {
  std::size_t words = 0;
  bool is_in_word = false;
  for (const char c : line) {
    const bool is_blank = c == ' ' || c == '\t';
    if (!is_blank && !is_in_word) ++words;
    is_in_word = !is_blank;
  }
  return words;
}

RankingModel read_model(const std::filesystem::path& path) {
  RankingModel model = load_model(path);
  if (needs_baseline_file(model)) {
    throw UsageError(path.string() +
                     ": this model needs the file of its own baseline and cannot be a baseline "
                     "itself; give the scores that it writes (podium score --run)");
  }
  return model;
}

std::variant<RankingModel, DocumentTable, std::vector<double>> read(
    const std::filesystem::path& path) {
  const std::string line = first_line(path);
  if (line.starts_with('{')) return read_model(path);
  if (line.starts_with("qid,") || line.starts_with("qid\t")) {
    throw UsageError(path.string() +
                     ": a table of scores cannot be a baseline; give a run (podium score --run), "
                     "which is joined by ids");
  }
  const std::size_t words = word_count(line);
  if (words == 1) return read_scores(path);
  if (words == 3) return read_document_scores(path);
  return read_run(path).retrieved;
}

/// Takes the mean of `values` away and divides by their deviation, if they differ.
std::vector<double> standardised(std::span<const double> values) {
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  std::vector<double> result(values.begin(), values.end());
  if (largest == 0.0) return result;
  // Sums and squares of the largest doubles would overflow.
  for (double& value : result) value /= largest;
  const auto count = static_cast<double>(result.size());
  double mean = 0.0;
  for (const double value : result) mean += value / count;
  double squares = 0.0;
  for (double& value : result) {
    value -= mean;
    squares += value * value / count;
  }
  const double deviation = std::sqrt(squares);
  const bool differs = *std::ranges::max_element(values) != *std::ranges::min_element(values);
  for (double& value : result) value = differs && deviation > 0.0 ? value / deviation : 0.0;
  return result;
}

void add_scores(const Dataset& data, const QueryView& query, const DocumentTable::Query& known,
                std::span<double> scores, BaselineGaps& gaps) {
  const std::vector<double> values = standardised(known.value);
  std::unordered_map<std::string_view, double> score_of;
  for (std::size_t doc = 0; doc < known.size(); ++doc) {
    score_of.emplace(known.document[doc], values[doc]);
  }
  const double least = *std::ranges::min_element(values);
  for (std::size_t row = query.first_row; row < query.first_row + query.size(); ++row) {
    const auto found = score_of.find(data.document_id(row));
    if (found == score_of.end()) ++gaps.documents;
    scores[row] = found == score_of.end() ? least - 1.0 : found->second;
  }
}

std::vector<double> scores_of(const DocumentTable& table, const Dataset& data,
                              const std::string& name, BaselineGaps& gaps) {
  std::vector<double> scores(data.row_count());
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const auto found = table.find(data[q].id);
    if (found) {
      add_scores(data, data[q], table[*found], scores, gaps);
    } else {
      ++gaps.queries;
    }
  }
  if (gaps.queries == data.query_count() && data.query_count() > 0) {
    throw UsageError(fmt::format("{}: found none of the {} of the data, the first of which is {}",
                                 name, counted(data.query_count(), "query", "queries"),
                                 in_quotes(data[0].id)));
  }
  return scores;
}

std::vector<double> scores_of(std::span<const double> by_input_row, const Dataset& data) {
  std::vector<double> scores = scores_by_row(data, by_input_row);
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView query = data[q];
    const auto own = std::span(scores).subspan(query.first_row, query.size());
    std::ranges::copy(standardised(own), own.begin());
  }
  return scores;
}

}  // namespace

bool is_feature_of(const Dataset& data, std::string_view baseline) {
  try {
    (void)find_feature(data, baseline);
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

std::string BaselineGaps::remark() const {
  std::vector<std::string> parts;
  if (documents > 0) {
    parts.push_back(fmt::format(
        "no score for {}: below the least score of the query, by one standard deviation",
        counted(documents, "document")));
  }
  if (queries > 0) {
    parts.push_back(fmt::format("no score for {}: all documents have the same",
                                counted(queries, "whole query", "whole queries")));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

BaselineFile::BaselineFile(std::filesystem::path path)
    : name_(path.string()), content_(read(path)) {}

BaselineKind BaselineFile::kind() const noexcept {
  return static_cast<BaselineKind>(content_.index());
}

ModelBaseline BaselineFile::record() const {
  ModelBaseline baseline{.kind = kind()};
  if (const auto* model = std::get_if<RankingModel>(&content_)) {
    baseline.model = std::make_shared<const RankingModel>(*model);
  }
  return baseline;
}

std::vector<double> BaselineFile::scores(const Dataset& data, BaselineGaps* gaps) const {
  BaselineGaps unasked;
  if (const auto* table = std::get_if<DocumentTable>(&content_)) {
    return scores_of(*table, data, name_, gaps != nullptr ? *gaps : unasked);
  }
  try {
    if (const auto* model = std::get_if<RankingModel>(&content_)) return score(*model, data);
    return scores_of(std::get<std::vector<double>>(content_), data);
  } catch (const UsageError& error) {
    throw UsageError(name_ + ": " + error.what());
  }
}

}  // namespace podium
