#pragma once

#include <span>

#include "podium/core/data/dataset.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/learning/learn/training.hpp"

namespace podium {

inline MetricPlan ndcg10() {
  const Profile& profile = find_profile("standard");
  return {parse_measure("ndcg@10", profile), &profile, TieRule::input};
}

inline double ndcg10_of(const Dataset& data, std::span<const double> scores) {
  const MetricPlan plan = ndcg10();
  return evaluate(scored_queries(data, scores), std::span(&plan.metric, 1), *plan.profile,
                  plan.ties)
      .mean.front();
}

}  // namespace podium
