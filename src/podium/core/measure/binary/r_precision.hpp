#pragma once

#include "podium/core/measure/measure.hpp"

namespace podium {

/// Precision at R, the number of relevant documents. [Manning08]
///
///   Rprec = (relevant documents among the first R) / R
///
/// R counts relevant documents that were not retrieved, too. Range [0, 1]; not defined when nothing
/// is relevant.
MeasureFunction make_r_precision(const OptionText& options, std::size_t cutoff,
                                 const Profile& profile);

}  // namespace podium
