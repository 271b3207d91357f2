#pragma once

#include <optional>
#include <span>
#include <string>

#include "podium/base/table.hpp"
#include "podium/experiment/crossval.hpp"
#include "podium/learn/train.hpp"

namespace podium {

/// A summary of the training, and the measures of the model on test data if there was any.
std::string print_training(const TrainedModel& trained, const std::string& model_file,
                           const std::optional<Evaluation>& test, double seconds,
                           TableFormat format);

/// Fold by fold and the mean. JSON: {"folds": [{"fold", "options", "vali", "test", "seconds"},
/// ...], "mean": {"vali", "test"}}.
std::string print_crossval(const CrossvalPlan& plan, std::span<const FoldOutcome> folds,
                           TableFormat format);

}  // namespace podium
