#include "podium/learning/experiment/tuning/mixture.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "podium/core/base/error.hpp"
#include "podium/core/data/query_blocks.hpp"
#include "podium/learning/experiment/statistics/moments.hpp"

namespace podium {

namespace {

constexpr double least_weight = 0.01;

struct WeighedModel {
  const ModelKind* kind;
  double factor;
};

LinearModel linear_sum(std::span<const WeighedModel> models) {
  const std::size_t features = std::get<LinearModel>(*models.front().kind).feature_count();
  LinearModel sum{{.features = features}, std::vector<double>(features)};
  for (const auto& [kind, factor] : models) {
    const auto& model = std::get<LinearModel>(*kind);
    expects(model.feature_count() == features, "models of the same features");
    for (std::size_t f = 0; f < features; ++f) sum.w[f] += factor * model.w[f];
  }
  return sum;
}

/// The terms of a model; a linear one weighs features as they are.
std::vector<WeakTerm> terms_of(const ModelKind& kind) {
  if (const auto* weak = std::get_if<WeakRankerSum>(&kind)) return weak->terms;
  const auto& linear = std::get<LinearModel>(kind);
  std::vector<WeakTerm> terms;
  for (std::size_t f = 0; f < linear.feature_count(); ++f) {
    if (linear.w[f] == 0.0) continue;
    terms.push_back({{WeakRanker::Kind::feature, static_cast<std::uint32_t>(f)}, linear.w[f]});
  }
  return terms;
}

/// Weak rankers that several models have become one term: rounds of boosting continue each other.
WeakRankerSum weak_ranker_sum(std::span<const WeighedModel> models) {
  WeakRankerSum sum;
  for (const auto& [kind, factor] : models) {
    sum.features = std::visit([](const auto& model) { return model.feature_count(); }, *kind);
    for (const WeakTerm& term : terms_of(*kind)) {
      const auto known = std::ranges::find(sum.terms, term.ranker, &WeakTerm::ranker);
      if (known == sum.terms.end()) {
        sum.terms.push_back({term.ranker, factor * term.weight});
      } else {
        known->weight += factor * term.weight;
      }
    }
  }
  return sum;
}

}  // namespace

std::vector<double> point_weights(std::span<const PointValues> points, std::size_t best) {
  std::vector<double> weights;
  for (const PointValues& values : points) {
    std::vector<double> differences;
    for (std::size_t q = 0; q < values.size(); ++q) {
      const double difference = values[q] - points[best][q];
      if (!std::isnan(difference)) differences.push_back(difference);
    }
    const Moments moments = moments_of(differences);
    // The same difference in every query is no chance, unless it is 0.
    const double t = moments.mean == 0.0 ? 0.0 : moments.mean / moments.standard_error();
    const double weight = std::exp(-0.5 * t * t);
    weights.push_back(weight < least_weight ? 0.0 : weight);
  }
  weights[best] = 1.0;
  return weights;
}

double score_deviation(const Dataset& data, std::span<const double> scores) {
  expects(scores.size() == data.row_count(), "one score per row");
  const double sum = QueryBlocks(data).sum(0.0, [&](std::size_t q, double& total, Workspace&) {
    const QueryView query = data[q];
    if (query.size() == 0) return;
    const auto own = scores.subspan(query.first_row, query.size());
    const auto count = static_cast<double>(own.size());
    double mean = 0.0;
    for (const double score : own) mean += score / count;
    for (const double score : own) total += (score - mean) * (score - mean) / count;
  });
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(data.query_count(), 1)));
}

std::vector<double> mixture_factors(std::span<const MixturePart> parts) {
  const auto counts = [](const MixturePart& part) { return part.weight > 0.0; };
  const bool is_single = std::ranges::count_if(parts, counts) == 1;
  std::vector<double> factors;
  for (const MixturePart& part : parts) {
    if (!counts(part)) {
      factors.push_back(0.0);
    } else if (is_single) {
      factors.push_back(1.0);
    } else {
      factors.push_back(part.deviation > 0.0 ? part.weight / part.deviation : 0.0);
    }
  }
  return factors;
}

bool can_be_mixed(const ModelKind& kind) {
  return std::holds_alternative<LinearModel>(kind) || std::holds_alternative<WeakRankerSum>(kind);
}

ModelKind mixed_model(std::span<const ModelKind> models, std::span<const double> factors) {
  expects(models.size() == factors.size(), "a factor for each model");
  std::vector<WeighedModel> used;
  for (std::size_t i = 0; i < models.size(); ++i) {
    if (factors[i] != 0.0) used.push_back({&models[i], factors[i]});
  }
  expects(!models.empty(), "a model");
  if (used.empty()) return models.front();  // none of them ranks anything
  if (used.size() == 1 && used.front().factor == 1.0) return *used.front().kind;
  const auto is_linear = [](const WeighedModel& model) {
    return std::holds_alternative<LinearModel>(*model.kind);
  };
  return std::ranges::all_of(used, is_linear) ? ModelKind(linear_sum(used))
                                              : ModelKind(weak_ranker_sum(used));
}

}  // namespace podium
