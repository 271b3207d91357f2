#pragma once

#include <optional>
#include <span>
#include <string>

#include "podium/base/table.hpp"
#include "podium/experiment/crossval.hpp"
#include "podium/experiment/statistics/mean_interval.hpp"
#include "podium/learn/train.hpp"

namespace podium {

/// The measures of a model on test data, with their intervals, if there are any.
struct MeasuredTest {
  Evaluation evaluation;
  IntervalOptions options;
  std::vector<Interval> interval;
};

/// A summary of the training, and the measures of the model on test data if there was any.
std::string print_training(const TrainedModel& trained, const std::string& model_file,
                           const std::optional<MeasuredTest>& test, double seconds,
                           TableFormat format);

/// Fold by fold, the mean, and its interval over the queries of all test folds. JSON: {"folds":
/// [{"fold", "options", "vali", "test", "seconds"}, ...], "mean": {"vali", "test"}, "interval"}.
std::string print_crossval(const CrossvalPlan& plan, std::span<const FoldOutcome> folds,
                           const IntervalOptions& intervals, TableFormat format);

}  // namespace podium
