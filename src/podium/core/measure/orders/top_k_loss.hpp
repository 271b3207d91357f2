#pragma once

#include "podium/core/measure/measure.hpp"

namespace podium {

/// Top-k true loss. [Xia09]
///
///   l_k = 0 when the first min(k, n) ranks hold the documents of the true places, in order; else 1
///
/// Range [0, 1], smaller is better. Equal scores: one minus the share of their orders that are
/// right; a group of m whose first t places matter is right in one of m (m-1) ... (m-t+1) ways.
MeasureFunction make_top_k_loss(const OptionText& options, std::size_t cutoff,
                                const Profile& profile);

/// Permutation 0-1 loss: the top-k true loss for all strict places of the truth. [Xia08]
MeasureFunction make_permutation_loss(const OptionText& options, std::size_t cutoff,
                                      const Profile& profile);

}  // namespace podium
