#include "podium/learning/explain/query.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "podium/core/base/io/json_text.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/learning/explain/model_summary.hpp"

namespace podium {

namespace {

/// The documents of a query's ranking that are shown, best first, and what moved them.
struct SideBySide {
  const QueryScores& query;
  const FeatureSet& features;
  std::vector<DocIndex> document;
  std::vector<Attribution> moved;    ///< of each document, from the mean
  std::vector<std::size_t> feature;  ///< those that are shown, the most important first
};

SideBySide side_by_side(const RankingModel& model, const QueryScores& query, std::size_t documents,
                        std::size_t shown, const AttributionOptions& options) {
  SideBySide table{.query = query,
                   .features = model.preparation.features,
                   .document = query.ranking.order,
                   .moved = {},
                   .feature = {}};
  if (documents > 0 && documents < table.document.size()) table.document.resize(documents);
  table.moved.resize(table.document.size());
  const std::vector<float> references = reference_documents(model.kind, query.features());
  parallel_for(table.document.size(), [&](std::size_t i) {
    table.moved[i] =
        attribution(model.kind, query.features(), table.document[i], references, options);
  });
  std::vector<double> size(table.features.count);
  for (const Attribution& one : table.moved) {
    for (std::size_t f = 0; f < size.size(); ++f) size[f] += std::abs(one.feature[f]);
  }
  table.feature.resize(size.size());
  std::iota(table.feature.begin(), table.feature.end(), std::size_t{0});
  std::ranges::stable_sort(table.feature, std::greater{}, [&](std::size_t f) { return size[f]; });
  table.feature.resize(shown);
  return table;
}

double label_of(const QueryScores& query, DocIndex doc) {
  return query.raw[0].truth.label[doc];
}

/// Documents as columns, features as rows.
Table table_for_people(
    const SideBySide& side,
    const std::function<Cell(std::size_t, std::size_t)>& cell_of_document_and_feature) {
  Table table{.columns = {"feature"}, .rows = {{"(label)"}, {"(score)"}}};
  for (std::size_t i = 0; i < side.document.size(); ++i) {
    const DocIndex doc = side.document[i];
    table.columns.push_back(fmt::format("{}. {}", i + 1, side.query.document[doc]));
    table.rows[0].emplace_back(fmt::format("{:.6g}", label_of(side.query, doc)));
    table.rows[1].emplace_back(fmt::format("{:.4g}", side.query.score[doc]));
  }
  for (const std::size_t feature : side.feature) {
    std::vector<Cell> row = {side.features.name(feature)};
    for (std::size_t i = 0; i < side.document.size(); ++i) {
      row.push_back(cell_of_document_and_feature(i, feature));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table added_table(const SideBySide& side) {
  return table_for_people(side, [&](std::size_t i, std::size_t feature) {
    return Cell(fmt::format("{:+.3g}", side.moved[i].feature[feature]));
  });
}

Table value_table(const SideBySide& side) {
  return table_for_people(side, [&](std::size_t i, std::size_t feature) {
    return value_cell(side.query, side.document[i], feature, TableFormat::table);
  });
}

/// One row for each document and feature.
Table table_for_programs(const SideBySide& side) {
  Table table{.columns = {"rank", "document", "label", "score", "feature", "value", "adds"},
              .rows = {}};
  for (std::size_t i = 0; i < side.document.size(); ++i) {
    const DocIndex doc = side.document[i];
    for (const std::size_t feature : side.feature) {
      table.rows.push_back({i + 1, side.query.document[doc], label_of(side.query, doc),
                            side.query.score[doc], side.features.name(feature),
                            value_cell(side.query, doc, feature, TableFormat::csv),
                            side.moved[i].feature[feature]});
    }
  }
  return table;
}

std::vector<std::string> sentences(const SideBySide& side) {
  const QueryScores& query = side.query;
  const DocIndex first = side.document.front();
  std::vector<NamedAmount> adds;
  for (const std::size_t feature : side.feature) {
    const double amount = side.moved.front().feature[feature];
    if (amount > 0.0) adds.emplace_back(side.features.name(feature), amount);
  }
  std::ranges::stable_sort(adds, std::greater{}, &NamedAmount::second);
  std::vector<std::string> text = {fmt::format(
      "Query {}: {} is first of {} documents. Most for it, compared with the mean of the query's "
      "documents: {}.",
      query.id(), query.document[first], query.size(),
      adds.empty() ? "nothing" : amounts_text(adds))};
  const auto labels = query.raw[0].truth.label;
  const auto best = static_cast<DocIndex>(std::ranges::max_element(labels) - labels.begin());
  if (labels[best] > labels[first]) {
    text.push_back(
        fmt::format("The first document has the label {:.6g}; {} with the label {:.6g} has rank "
                    "{}. To see why: "
                    "--document {} --above {}.",
                    labels[first], query.document[best], labels[best], query.rank(best),
                    query.document[first], query.document[best]));
  }
  return text;
}

}  // namespace

ExplainAnswer explain_query(const RankingModel& model, const QueryScores& query,
                            std::size_t documents, std::size_t shown,
                            const AttributionOptions& options, TableFormat format) {
  const SideBySide side = side_by_side(model, query, documents, shown, options);
  ExplainAnswer answer{.text = {}, .summary = sentences(side), .sections = {}};
  if (format == TableFormat::json) {
    Json json;
    json["query"] = query.id();
    json["documents"] = query.size();
    json["average_score"] = side.moved.front().reference;
    json["parts"] = to_json(table_for_programs(side));
    answer.text = json_text(json);
  } else if (format == TableFormat::csv) {
    answer.text = render(table_for_programs(side), format);
  } else {
    answer.text = with_heading(
        fmt::format(
            "{}\nrows of features: what they add to the score, compared with the mean of the "
            "query's documents",
            fmt::join(answer.summary, "\n")),
        added_table(side), format);
  }
  answer.sections.push_back(
      {.title = fmt::format("Query {}, the first {} documents", query.id(), side.document.size()),
       .text =
           {"Documents are columns, in the order of the ranking. A positive number moved the "
            "document up, a negative one down, compared with the mean of the query's documents. "
            "Features with the largest effects come first."},
       .blocks = {
           TableBlock{.title = "What the features add to the scores", .table = added_table(side)},
           TableBlock{.title = "Values of the features", .table = value_table(side)}}});
  return answer;
}

}  // namespace podium
