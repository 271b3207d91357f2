#include "podium/learning/learn/top_documents.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "podium/core/data/gathered_rows.hpp"

namespace podium {

Dataset top_documents(const Dataset& data) {
  std::vector<QueryRows> parts;
  std::vector<double> weight;
  std::vector<WeakOrder> truths;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView view = data[q];
    GradedTruth truth;
    QueryRows& part = parts.emplace_back(QueryRows{.query = q, .row = {}});
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      if (!(view.truth.label[doc] > 0.0)) continue;
      truth.label.push_back(view.truth.label[doc]);
      part.row.push_back(view.first_row + doc);
    }
    weight.push_back(view.weight);
    truths.push_back(weak_order(truth));
    truths.back().strict = std::min(view.truth.strict, truth.label.size());
  }
  DatasetColumns columns = data.columns();
  columns.row_weight = {};
  return gathered_rows({columns, std::make_shared<Dataset>(data)}, parts)
      .with_truth(truths)
      .with_weights({}, std::move(weight));
}

bool has_preferences(const QueryView& query) {
  const std::span<const Level> level = query.truth.level;
  return query.weight > 0.0 &&
         std::ranges::any_of(level, [&](Level other) { return other != level.front(); });
}

bool has_preferences(const Dataset& data) {
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    if (has_preferences(data[q])) return true;
  }
  return false;
}

Dataset top_against_rest(const Dataset& data) {
  std::vector<WeakOrder> truth;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    GradedTruth sides;
    for (const double label : data[q].truth.label) sides.label.push_back(label > 0.0 ? 1.0 : 0.0);
    truth.push_back(weak_order(sides));
  }
  return data.with_truth(truth);
}

}  // namespace podium
