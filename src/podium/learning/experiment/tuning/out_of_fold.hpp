#pragma once

#include <optional>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/learning/experiment/cell_run.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// Queries, and scores of their rows by models that did not see them.
struct OutOfFold {
  Dataset queries;
  std::vector<double> scores;
};

/// What a model would say of its training data if it had not seen it. Trains again by the record of
/// the model, first on all data, then on inner folds (inner_tune_folds()), each time without the
/// queries that it scores. Functions whose scores the model adds up are trained by themselves. The
/// scores of each are divided by their deviation within the queries that it was trained on, and
/// multiplied by that of the model's own. Empty when `progress` ended the run.
///
/// Throws UsageError for a model whose scores have no level, because they depend on whole queries;
/// for other data than that of the record; and for a model that is not trained again on all data,
/// up to a hundredth of the deviation, because its record does not tell all.
std::optional<OutOfFold> out_of_fold(const RankingModel& model, const Dataset& train,
                                     const RunProgressSink& progress = {});

}  // namespace podium
