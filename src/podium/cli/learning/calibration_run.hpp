#pragma once

#include "podium/cli/context.hpp"
#include "podium/learning/experiment/calibrate.hpp"

namespace podium::cli {

/// Trains the model again on parts of the data that it was trained on, with progress on the
/// terminal, and gives it the probabilities that follow. Throws Interrupted when the user ends it.
CalibrationResult calibrate_model(RankingModel& model, const CalibrationPlan& plan,
                                  const Dataset& train, const Context& context);

}  // namespace podium::cli
