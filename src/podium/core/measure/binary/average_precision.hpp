#pragma once

#include "podium/core/measure/measure.hpp"

namespace podium {

/// Average precision; its mean over queries is MAP. [Buckley05]
///
///   AP@k = (1/R) * sum over the ranks r <= k of a relevant document of
///            (relevant documents among the first r) / r
///
/// R counts all relevant documents, retrieved or not, whatever the cutoff. Range [0, 1]; not
/// defined when nothing is relevant. Equal scores: in a group of m documents, R_g of them relevant,
/// that begins after b ranks with c relevant ones, place t = 1 .. m is worth on average
///
///   R_g/m * (c + 1 + (t - 1) (R_g - 1)/(m - 1)) / (b + t)      [McSherry08]
MeasureFunction make_average_precision(const OptionText& options, std::size_t cutoff,
                                       const Profile& profile);

}  // namespace podium
