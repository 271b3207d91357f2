#pragma once

#include "podium/core/data/dataset.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// Whether all documents of each query get one score: the order would be that of a file. The scores
/// of a re-ranking are places, so each of its rankers must give one score. Ends at the first query
/// with two scores.
bool ranks_nothing(const RankingModel& model, const Dataset& data);
bool ranks_nothing(const ModelKind& kind, const Dataset& prepared);

}  // namespace podium
