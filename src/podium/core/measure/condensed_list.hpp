#pragma once

#include "podium/core/data/ranking.hpp"
#include "podium/core/data/truth.hpp"

namespace podium {

/// The ranking without the documents that have no judgement (a negative label); those below move
/// up. [Sakai07]
Ranking condensed_list(const Ranking& ranking, const TruthView& truth);

}  // namespace podium
