#include "podium/cli/learn/explain_document.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/cli/learn/model_summary.hpp"
#include "podium/model/score_parts.hpp"

namespace podium {

namespace {

std::size_t find_query(const Dataset& data, const std::string& id) {
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    if (data[query].id == id) return query;
  }
  throw UsageError("explain: there is no query " + in_quotes(id));
}

DocIndex find_document(const Dataset& data, std::size_t query, const std::string& id) {
  const QueryView view = data[query];
  for (DocIndex doc = 0; doc < view.size(); ++doc) {
    if (data.document_id(view.first_row + doc) == id) return doc;
  }
  const std::string last = data.document_id(view.first_row + view.size() - 1);
  throw UsageError(fmt::format("explain: query {} has no document {}; it has {}, from {} to {}",
                               in_quotes(view.id), in_quotes(id), view.size(),
                               in_quotes(data.document_id(view.first_row)), in_quotes(last)));
}

/// The rows below the features; names in brackets, so that they are not taken for features.
std::vector<std::pair<std::string, double>> remainders(const DocumentScore& score,
                                                       std::size_t shown) {
  std::vector<std::pair<std::string, double>> rows;
  if (score.bias) rows.emplace_back("(bias)", *score.bias);
  if (shown < score.parts.size()) {
    double sum = 0.0;
    for (const FeaturePart& part : std::span(score.parts).subspan(shown)) sum += part.adds;
    rows.emplace_back("(others)", sum);
  }
  return rows;
}

}  // namespace

DocumentScore explained_score(const RankingModel& model, const std::string& path,
                              const Dataset& data, const std::string& query,
                              const std::string& document) {
  const std::size_t at = find_query(data, query);
  const DocIndex doc = find_document(data, at, document);
  const Dataset own = data.subset(std::array{at});  // the others need not be fit to be scored
  DocumentScore result{.query = query,
                       .document = document,
                       .parts = {},
                       .bias = std::nullopt,
                       .score = model_row_scores(model, path, own)[doc]};
  const FeatureSet& features = model.preparation.features;
  const Dataset raw = with_feature_set(own, features);
  const Dataset ready = prepared(model.preparation, own);
  const auto x = ready[0].features[doc];
  ScoreParts parts;
  try {
    parts = score_parts(model.kind, x);
  } catch (const UsageError& error) {
    throw UsageError(path + ": " + error.what());
  }
  for (std::size_t f = 0; f < x.size(); ++f) {
    result.parts.push_back(
        {features.name(f), double{raw[0].features[doc][f]}, double{x[f]}, parts.feature[f]});
  }
  result.bias = parts.bias;
  std::ranges::stable_sort(result.parts, std::greater{},
                           [](const FeaturePart& part) { return std::abs(part.adds); });
  return result;
}

Table part_table(const DocumentScore& score, std::size_t shown, TableFormat format) {
  Table table{.columns = {"feature", "value", "prepared", "adds"}, .rows = {}};
  const auto number = [&](double value) { return number_cell(value, format); };
  for (const FeaturePart& part : std::span(score.parts).first(shown)) {
    table.rows.push_back(
        {part.feature, number(part.value), number(part.prepared), number(part.adds)});
  }
  const Cell none = number(std::numeric_limits<double>::quiet_NaN());
  for (const auto& [name, adds] : remainders(score, shown)) {
    table.rows.push_back({name, none, none, number(adds)});
  }
  if (!is_for_programs(format)) table.rows.push_back({"(score)", none, none, number(score.score)});
  return table;
}

BarsBlock part_bars(const DocumentScore& score, std::size_t shown) {
  BarsBlock block{.x_label = "added to the score"};
  for (const FeaturePart& part : std::span(score.parts).first(shown)) {
    block.bars.push_back({part.feature, part.adds});
  }
  for (const auto& [name, adds] : remainders(score, shown)) block.bars.push_back({name, adds});
  return block;
}

}  // namespace podium
