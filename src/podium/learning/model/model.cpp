#include "podium/learning/model/model.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/query_blocks.hpp"
#include "podium/learning/model/baseline.hpp"
#include "podium/learning/model/tree_scorer.hpp"

namespace podium {

namespace {

void check_scores(std::span<const double> scores, const QueryView& query, const Dataset& data) {
  for (std::size_t doc = 0; doc < scores.size(); ++doc) {
    if (std::isfinite(scores[doc])) continue;
    throw NumericError(fmt::format(
        "query {}, document {}: found the score {}, expected a finite one", in_quotes(query.id),
        in_quotes(data.document_id(query.first_row + doc)), scores[doc]));
  }
}

template <class Kind>
std::vector<double> scores_by(const Kind& kind, const Dataset& data) {
  std::vector<double> scores(data.row_count());
  QueryBlocks(data).for_each([&](std::size_t query, Workspace& workspace) {
    if (!kind.accepts_missing()) refuse_missing(data, query);
    const QueryView view = data[query];
    const auto own = std::span(scores).subspan(view.first_row, view.size());
    kind.score(view.features, own, workspace);
    check_scores(own, view, data);
  });
  return scores;
}

/// Trees are made ready once for many documents.
std::vector<double> scores_by(const TreeEnsemble& model, const Dataset& data) {
  constexpr std::size_t many = 64;
  if (data.row_count() < many || !TreeScorer::takes(model)) {
    return scores_by<TreeEnsemble>(model, data);
  }
  return scores_by(TreeScorer(model), data);
}

}  // namespace

bool can_be_start(const ModelKind& kind) {
  return !std::holds_alternative<ReRanking>(kind) && !std::holds_alternative<TreeEnsemble>(kind);
}

bool ModelBaseline::operator==(const ModelBaseline& other) const {
  if (kind != other.kind || (model == nullptr) != (other.model == nullptr)) return false;
  return model == nullptr || *model == *other.model;
}

Serving serving_of(const RankingModel& model) {
  if (std::holds_alternative<ReRanking>(model.kind)) return Serving::queries;
  const Serving own = serving_of(model.preparation);
  if (!model.baseline || model.baseline->kind == BaselineKind::run) return own;
  if (model.baseline->kind == BaselineKind::scores) return Serving::queries;
  return std::max(own, serving_of(*model.baseline->model));
}

FeatureRanges ranges_with_units(const RankingModel& model) {
  FeatureRanges ranges = model.training.ranges;
  const auto forget = [&](std::size_t feature) {
    if (feature < ranges.low.size()) ranges.low[feature] = ranges.high[feature] = 0.0F;
  };
  const std::optional<Normaliser>& normaliser = model.preparation.normaliser;
  const bool scales_by_query = normaliser && !normaliser->is_servable();
  const std::vector<double> weight = feature_weights(model.kind).value;
  double largest = 0.0;
  for (const double w : weight) largest = std::max(largest, std::abs(w));
  // Of two stages, the weights are those of the first.
  const bool has_all_weights = !std::holds_alternative<ReRanking>(model.kind);
  constexpr double nothing = 1e-9;  // a feature that is the same for a query gets as little
  for (std::size_t f = 0; f < ranges.low.size(); ++f) {
    const bool has_weight = f >= weight.size() || std::abs(weight[f]) > nothing * largest;
    if (scales_by_query || (has_all_weights && !has_weight)) forget(f);
  }
  const FeatureSet& features = model.preparation.features;
  for (const CategoryMeans& codes : model.preparation.categories) {
    for (std::size_t f = 0; f < features.count; ++f) {
      if (features.name(f) == codes.feature) forget(f);
    }
  }
  if (!model.baseline || !model.baseline->model) return ranges;
  const FeatureRanges inner = ranges_with_units(*model.baseline->model);
  const std::vector<std::size_t> places =
      matching_features(own_features(*model.baseline->model), own_features(model));
  for (std::size_t f = 0; f < std::min(places.size(), inner.low.size()); ++f) {
    if (places[f] >= ranges.low.size() || inner.low[f] == inner.high[f]) continue;
    ranges.low[places[f]] = inner.low[f];
    ranges.high[places[f]] = inner.high[f];
  }
  return ranges;
}

std::vector<double> score(const RankingModel& model, const Dataset& data) {
  return score(model.kind, prepared(model.preparation, with_baseline_feature(model, data)));
}

std::vector<double> score(const ModelKind& kind, const Dataset& prepared) {
  return std::visit(
      [&](const auto& one) {
        expects(one.is_whole(), "as many parameters as the model's shape needs");
        expects(one.feature_count() == prepared.feature_count(),
                "as many features as the model has");
        return scores_by(one, prepared);
      },
      kind);
}

double score_document(const RankingModel& model, std::span<const float> features) {
  if (std::holds_alternative<ReRanking>(model.kind)) {
    throw UsageError(
        "found a re-ranking, which needs all documents of a query, expected a model that scores "
        "one document alone");
  }
  const std::vector<float> values =
      model.baseline ? prepared_document(model.preparation, document_with_baseline(model, features))
                     : prepared_document(model.preparation, features);
  double score = 0.0;
  Workspace workspace;
  std::visit(
      [&](const auto& one) {
        expects(one.is_whole() && one.feature_count() == values.size(),
                "a model whose parts fit each other");
        if (!one.accepts_missing()) refuse_missing(values, model.preparation.features);
        one.score({values, values.size()}, std::span(&score, 1), workspace);
      },
      model.kind);
  if (!std::isfinite(score)) {
    throw NumericError(fmt::format("document: found the score {}, expected a finite one", score));
  }
  return score;
}

}  // namespace podium
