#pragma once

#include "podium/core/measure/measure.hpp"

namespace podium {

/// Success at a cutoff k, also called the hit rate. [MacAvaney22]
///
///   success@k = 1 if a relevant document is among the first k, else 0
///
/// Range [0, 1]; 0 when nothing is relevant. Equal scores: when a group of m documents, R_g of them
/// relevant, begins after b ranks without a relevant one and crosses the cutoff,
///
///   success@k = 1 - C(m - R_g, k - b) / C(m, k - b)
MeasureFunction make_success(const OptionText& options, std::size_t cutoff, const Profile& profile);

}  // namespace podium
