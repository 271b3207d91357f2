#pragma once

#include "podium/core/prepare/preparation.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// How the data of a model was prepared, to train it again. Throws UsageError for a model of two
/// labels: the data has one.
PreparationPlan retraining_plan(const RankingModel& model);

}  // namespace podium
