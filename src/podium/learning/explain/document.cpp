#include "podium/learning/explain/document.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "podium/core/base/io/json_text.hpp"
#include "podium/learning/explain/model_summary.hpp"
#include "podium/learning/model/score_parts.hpp"

namespace podium {

namespace {

/// What a feature adds to a score, or to the difference of two.
struct FeaturePart {
  std::size_t feature = 0;
  double adds = 0.0;
};

/// Features by what they add, the largest first, and what else the total consists of.
struct PartList {
  std::vector<FeaturePart> parts;
  std::vector<NamedAmount> others;  ///< names in brackets, so that they are not taken for features
  NamedAmount total;

  PartList(const std::vector<double>& adds, NamedAmount sum) : total(std::move(sum)) {
    for (std::size_t f = 0; f < adds.size(); ++f) parts.push_back({f, adds[f]});
    std::ranges::stable_sort(parts, std::greater{},
                             [](const FeaturePart& part) { return std::abs(part.adds); });
  }

  /// The rows below the first `shown` features.
  std::vector<NamedAmount> below(std::size_t shown) const {
    std::vector<NamedAmount> rows = others;
    if (shown < parts.size()) {
      const double sum =
          std::accumulate(parts.begin() + static_cast<std::ptrdiff_t>(shown), parts.end(), 0.0,
                          [](double all, const FeaturePart& part) { return all + part.adds; });
      rows.emplace_back("(others)", sum);
    }
    return rows;
  }

  /// The features that add more (or less) than 0.
  std::vector<NamedAmount> of_sign(const FeatureSet& features, bool positive) const {
    std::vector<NamedAmount> found;
    for (const FeaturePart& part : parts) {
      if (positive ? part.adds > 0.0 : part.adds < 0.0) {
        found.emplace_back(features.name(part.feature), part.adds);
      }
    }
    return found;
  }
};

/// One row for each part: its feature, the cells of `values_of`, what it adds; for people also the
/// total.
Table part_table(const PartList& list, const FeatureSet& features,
                 std::vector<std::string> value_columns,
                 const std::function<std::vector<Cell>(std::size_t feature)>& values_of,
                 std::size_t shown, TableFormat format) {
  Table table{.columns = {"feature"}, .rows = {}};
  const std::size_t values = value_columns.size();
  std::ranges::move(value_columns, std::back_inserter(table.columns));
  table.columns.emplace_back("adds");
  const auto number = [&](double value) { return number_cell(value, format); };
  for (const FeaturePart& part : std::span(list.parts).first(shown)) {
    std::vector<Cell> row = {features.name(part.feature)};
    std::ranges::move(values_of(part.feature), std::back_inserter(row));
    row.push_back(number(part.adds));
    table.rows.push_back(std::move(row));
  }
  const auto add = [&](const NamedAmount& amount) {
    std::vector<Cell> row = {amount.first};
    row.insert(row.end(), values, number(std::numeric_limits<double>::quiet_NaN()));
    row.push_back(number(amount.second));
    table.rows.push_back(std::move(row));
  };
  for (const NamedAmount& amount : list.below(shown)) add(amount);
  if (!is_for_programs(format)) add(list.total);
  return table;
}

BarsBlock part_bars(const PartList& list, const FeatureSet& features, std::size_t shown,
                    std::string x_label) {
  BarsBlock block{.x_label = std::move(x_label)};
  for (const FeaturePart& part : std::span(list.parts).first(shown)) {
    block.bars.push_back({features.name(part.feature), part.adds});
  }
  for (const auto& [name, adds] : list.below(shown)) block.bars.push_back({name, adds});
  return block;
}

PartList document_parts(const RankingModel& model, const QueryScores& query, DocIndex doc,
                        const AttributionOptions& options) {
  const NamedAmount total{"(score)", query.score[doc]};
  if (is_sum_of_parts(model.kind)) {
    const ScoreParts parts = score_parts(model.kind, query.features()[doc].dense());
    PartList list(parts.feature, total);
    if (parts.bias) list.others.emplace_back("(bias)", *parts.bias);
    return list;
  }
  const Attribution found = attribution(model.kind, query.features(), doc,
                                        reference_documents(model.kind, query.features()), options);
  PartList list(found.feature, total);
  list.others.emplace_back("(mean score)", found.reference);
  return list;
}

std::string place_text(const QueryScores& query, DocIndex doc) {
  return fmt::format("{} (rank {}, score {:.6g})", query.document[doc], query.rank(doc),
                     query.score[doc]);
}

/// "a (rank 1, score 2) is above b (rank 2, score 1): bm25 (+2) speaks for a; length (-1) for b".
std::string pair_sentence(const QueryScores& query, DocIndex doc, DocIndex other,
                          const PartList& list, const FeatureSet& features) {
  const bool is_above = query.rank(doc) < query.rank(other);
  std::string text = fmt::format("{} is {} {}", place_text(query, doc),
                                 is_above ? "above" : "below", place_text(query, other));
  const auto speak = [&](bool positive, DocIndex whom) {
    const std::vector<NamedAmount> found = list.of_sign(features, positive);
    if (found.empty()) return;
    text += fmt::format("; for {}: {}", query.document[whom], amounts_text(found));
  };
  speak(true, doc);
  speak(false, other);
  return text + ".";
}

Json json_of(const QueryScores& query, DocIndex doc) {
  Json json;
  json["query"] = query.id();
  json["document"] = query.document[doc];
  json["rank"] = query.rank(doc);
  json["score"] = query.score[doc];
  return json;
}

}  // namespace

ExplainAnswer explain_document(const RankingModel& model, const QueryScores& query, DocIndex doc,
                               std::size_t shown, const AttributionOptions& options,
                               TableFormat format) {
  const FeatureSet& features = model.preparation.features;
  const PartList list = document_parts(model, query, doc, options);
  const auto table_in = [&](TableFormat of) {
    const auto values_of = [&](std::size_t feature) {
      return std::vector<Cell>{value_cell(query, doc, feature, of),
                               number_cell(query.features()[doc][feature], of)};
    };
    return part_table(list, features, {"value", "prepared"}, values_of, shown, of);
  };
  const std::string compared =
      is_sum_of_parts(model.kind) ? "" : ", compared with the mean of the query's documents";
  ExplainAnswer answer;
  if (format == TableFormat::json) {
    Json json = json_of(query, doc);
    json["parts"] = to_json(table_in(format));
    answer.text = json_text(json);
  } else {
    answer.text =
        with_heading(fmt::format("contributions to the score of document {} of query {}{}",
                                 query.document[doc], query.id(), compared),
                     table_in(format), format);
  }
  answer.summary.push_back(fmt::format(
      "Document {} has rank {} of {} for query {}, with a score of {:.6g}. Most for it{}: {}. Most "
      "against it: {}.",
      query.document[doc], query.rank(doc), query.size(), query.id(), query.score[doc], compared,
      amounts_text(list.of_sign(features, true)), amounts_text(list.of_sign(features, false))));
  answer.sections.push_back(
      {.title = fmt::format("Document {} of query {}", query.document[doc], query.id()),
       .text = {fmt::format("Contributions of the features to the score of {:.6g}{}. A bar to the "
                            "right moves the document up, a bar to the left moves it down.",
                            query.score[doc], compared)},
       .blocks = {part_bars(list, features, shown, "added to the score"),
                  TableBlock{.table = table_in(TableFormat::table)}}});
  return answer;
}

ExplainAnswer explain_pair(const RankingModel& model, const QueryScores& query, DocIndex doc,
                           DocIndex other, std::size_t shown, const AttributionOptions& options,
                           TableFormat format) {
  const FeatureSet& features = model.preparation.features;
  const Attribution found =
      attribution(model.kind, query.features(), doc, query.features()[other].dense(), options);
  const double difference = query.score[doc] - query.score[other];
  PartList list(found.feature, {"(difference)", difference});
  // Only a re-ranking gives two equal documents different scores: their places.
  if (const double equal = found.reference - query.score[other];
      std::holds_alternative<ReRanking>(model.kind) && equal != 0.0) {
    list.others.emplace_back("(place of equal documents)", equal);
  }
  const auto table_in = [&](TableFormat of) {
    const auto values_of = [&](std::size_t feature) {
      return std::vector<Cell>{value_cell(query, doc, feature, of),
                               value_cell(query, other, feature, of)};
    };
    return part_table(list, features,
                      is_for_programs(of)
                          ? std::vector<std::string>{"value", "other value"}
                          : std::vector<std::string>{query.document[doc], query.document[other]},
                      values_of, shown, of);
  };
  const std::string sentence = pair_sentence(query, doc, other, list, features);
  ExplainAnswer answer;
  if (format == TableFormat::json) {
    Json json = json_of(query, doc);
    json["other"] = query.document[other];
    json["other_rank"] = query.rank(other);
    json["other_score"] = query.score[other];
    json["difference"] = difference;
    json["parts"] = to_json(table_in(format));
    answer.text = json_text(json);
  } else {
    answer.text = with_heading(sentence, table_in(format), format);
  }
  answer.summary.push_back(sentence);
  answer.sections.push_back(
      {.title = fmt::format("{} and {} in query {}", query.document[doc], query.document[other],
                            query.id()),
       .text = {fmt::format("What each feature adds to the difference of the two scores, {:.6g}. "
                            "Bars to the right speak for {}, bars to the left for {}.",
                            difference, query.document[doc], query.document[other])},
       .blocks = {part_bars(list, features, shown, "added to the difference"),
                  TableBlock{.table = table_in(TableFormat::table)}}});
  return answer;
}

}  // namespace podium
