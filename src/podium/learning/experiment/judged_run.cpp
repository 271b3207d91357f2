#include "podium/learning/experiment/judged_run.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "podium/core/data/unjudged.hpp"

namespace podium {

namespace {

/// A top-k truth has labels above 0 for its places, a full order has a place for every judged
/// document.
std::size_t strict_places(const TruthView& truth, const TruthSetting& setting) {
  using Kind = TruthSetting::Kind;
  if (setting.kind != Kind::full && setting.kind != Kind::top_k) return truth.strict;
  return static_cast<std::size_t>(std::ranges::count_if(truth.label, [&](double label) {
    return setting.kind == Kind::full ? is_judged(label) : label > 0.0;
  }));
}

}  // namespace

Qrels ordered_judgements(const Qrels& qrels, const TruthSetting& setting, std::uint64_t seed) {
  if (setting.kind == TruthSetting::Kind::graded) return qrels;
  DocumentColumns columns;
  for (std::size_t q = 0; q < qrels.judged.query_count(); ++q) {
    const DocumentTable::Query query = qrels.judged[q];
    std::vector<Level> level(query.size());
    levels_of_labels(query.value, level);
    const WeakOrder order =
        apply_setting({.level = level, .label = query.value}, setting, seed, query.id);
    columns.query_id.push_back(query.id);
    columns.document.insert(columns.document.end(), query.document.begin(), query.document.end());
    columns.value.insert(columns.value.end(), order.label.begin(), order.label.end());
    columns.query_end.push_back(columns.value.size());
  }
  columns.text = std::make_shared<const DocumentTable>(qrels.judged);
  return {DocumentTable(std::move(columns))};
}

std::vector<ScoredQuery> scored_queries(const JudgedRun& run, const TruthSetting& setting) {
  std::vector<ScoredQuery> queries;
  for (std::size_t i = 0; i < run.query_count(); ++i) {
    const JudgedQuery query = run[i];
    queries.push_back({.id = query.id,
                       .truth = query.truth,
                       .scores = query.scores,
                       .document_id = query.document_id});
    queries.back().truth.strict = strict_places(query.truth, setting);
  }
  return queries;
}

}  // namespace podium
