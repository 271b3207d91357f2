#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "podium/core/base/interval.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/learning/experiment/statistics/power.hpp"
#include "podium/learning/experiment/tuning/tuning.hpp"

namespace podium {

/// A tuned model beside the existing ranking, on queries that its models did not see.
struct BaselineComparison {
  std::string metric;
  std::size_t queries = 0;  ///< that count
  double baseline = 0.0;    ///< means of the metric
  double model = 0.0;
  double difference = 0.0;  ///< model - baseline
  // Not known with fewer than two queries:
  Interval interval;        ///< of the difference, 95 %, by Student's t
  double p = 1.0;           ///< two-sided, by randomisation of signs
  bool p_is_bound = false;  ///< no random sample was as extreme; see TestOutcome::is_at_floor
  PowerForecast power;      ///< how many more queries would settle it
};

/// Of a tuning with a baseline and at least one fold.
BaselineComparison compare_with_baseline(const Tuning& tuning, const MetricPlan& metric,
                                         const TruthSetting& truth, std::uint64_t seed);

}  // namespace podium
