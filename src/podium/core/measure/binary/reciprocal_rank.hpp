#pragma once

#include "podium/core/measure/measure.hpp"

namespace podium {

/// Reciprocal rank; its mean over queries is MRR. [Voorhees99]
///
///   RR@k = 1 / (rank of the first relevant document), 0 when it is not among the first k
///
/// Range [0, 1]; not defined when nothing is relevant. Equal scores: the first group that has
/// relevant documents, R_g of its m, has its first one at place t with probability
///
///   C(m - t, R_g - 1) / C(m, R_g)      [McSherry08]
MeasureFunction make_reciprocal_rank(const OptionText& options, std::size_t cutoff,
                                     const Profile& profile);

}  // namespace podium
