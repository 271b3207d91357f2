#include "podium/learning/model/score_parts.hpp"

#include "podium/core/base/error.hpp"

namespace podium {

namespace {

ScoreParts parts_of(const LinearModel& model, std::span<const float> x) {
  ScoreParts parts;
  for (std::size_t f = 0; f < x.size(); ++f) parts.feature.push_back(model.w[f] * double{x[f]});
  if (model.scorer.has_bias) parts.bias = model.w.back();
  return parts;
}

ScoreParts parts_of(const NetworkModel& /*model*/, std::span<const float> /*x*/) {
  throw UsageError(
      "found a network, which is not a sum over features, expected another kind "
      "of model");
}

ScoreParts parts_of(const ReRanking& /*model*/, std::span<const float> /*x*/) {
  throw UsageError(
      "found a re-ranking, whose scores are positions in the ranking of a query, expected "
      "another kind of model");
}

ScoreParts parts_of(const TreeEnsemble& /*model*/, std::span<const float> /*x*/) {
  throw UsageError(
      "found trees, which are not a sum over features, expected another kind of model");
}

ScoreParts parts_of(const WeakRankerSum& model, std::span<const float> x) {
  ScoreParts parts{.feature = std::vector<double>(x.size()), .bias = std::nullopt};
  for (const WeakTerm& term : model.terms) {
    const std::size_t f = term.ranker.feature;
    parts.feature[f] += term.weight * term.ranker(x[f]);
  }
  return parts;
}

}  // namespace

bool is_sum_of_parts(const ModelKind& kind) {
  return std::holds_alternative<LinearModel>(kind) || std::holds_alternative<WeakRankerSum>(kind);
}

ScoreParts score_parts(const ModelKind& kind, std::span<const float> prepared) {
  return std::visit(
      [&](const auto& model) {
        expects(model.is_whole() && model.feature_count() == prepared.size(),
                "a model and a document whose features fit each other");
        return parts_of(model, prepared);
      },
      kind);
}

}  // namespace podium
