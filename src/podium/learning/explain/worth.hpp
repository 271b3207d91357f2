#pragma once

#include <optional>
#include <string>

#include "podium/learning/experiment/feature_worth.hpp"
#include "podium/learning/explain/answer.hpp"

namespace podium {

/// What the features of a model are worth, and by which measure.
struct WorthFindings {
  MetricPlan measure;
  WorthOptions options;
  WorthReport shuffled;                ///< features by descending worth
  std::optional<WorthReport> dropped;  ///< of the features that are shown
  std::size_t shown = 0;
};

/// What the features are worth to the model as it is, by shuffling them. Throws UsageError for
/// queries of different weight: means and intervals count every query once.
WorthFindings shuffled_worth(const RankingModel& model, const Dataset& data,
                             const MetricPlan& measure, const WorthOptions& options,
                             std::size_t shown, const RunProgressSink& progress);

/// Adds what the features that are shown are worth to the algorithm, by training without them.
void add_dropped_worth(WorthFindings& found, const RankingModel& model, const RetrainingData& data,
                       const RunProgressSink& progress);

ExplainAnswer explain_worth(const RankingModel& model, const WorthFindings& found,
                            TableFormat format);

}  // namespace podium
