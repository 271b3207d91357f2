#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "podium/core/base/interval.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/core/measure/measure.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// A linear model and trees, whose scores are added up: (1 - share) times those of the linear model
/// plus share times those of the trees, each divided by their deviation within queries that were
/// held out.
struct Blend {
  std::string linear;  ///< names of the algorithms
  std::string trees;
  double share = 0.0;        ///< 0 or 1: one of them alone is at least as good as any blend
  bool is_used = false;      ///< the model is the blend
  double value = 0.0;        ///< of the metric on held-out queries
  double single = 0.0;       ///< of the better one alone
  Interval interval;         ///< of value - single, 95 %
  double linear_factor = 0;  ///< of the scores of the linear model
  double tree_factor = 0;

  bool has_both() const noexcept { return share > 0.0 && share < 1.0; }
};

/// The place of the best share by their values; of equal ones that nearest to the better end.
std::size_t best_share(std::span<const double> values, const MeasureEntry& metric);

/// Scores of two models for the same queries, which neither was trained on.
struct BlendParts {
  const Dataset& queries;
  std::span<const double> linear;
  std::span<const double> trees;
};

/// The share among 0, 0.1, ..., 1 whose scores are best, and these scores. Nothing if a model gives
/// all documents of every query the same score. The names and `is_used` are left to the caller.
std::optional<std::pair<Blend, std::vector<double>>> best_blend(
    const BlendParts& parts, const MeasureEntry& metric, std::uint64_t seed,
    const std::function<Evaluation(std::span<const double>)>& evaluated);

/// The model of a blend: trees on top of a linear model.
TreeEnsemble blended_model(const Blend& blend, const ModelKind& linear, TreeEnsemble trees);

}  // namespace podium
