#pragma once

#include <string>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// The scores that a model gives to the rows of the data, in row order. A UsageError, for data of
/// other features, names the model; `path` is what it is called.
std::vector<double> model_row_scores(const RankingModel& model, const std::string& path,
                                     const Dataset& data);

}  // namespace podium
