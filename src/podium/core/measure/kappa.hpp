#pragma once

#include "podium/core/measure/measure.hpp"

namespace podium {

/// NDCG of a top-k truth. [Niu12]
///
///   kappa-NDCG@l = NDCG@l with label k + 1 - place for the k best, 0 for the others,
///                  gain 2^label - 1 and discount 1 / log2(1 + rank) under every profile
///
/// Needs a truth with strict places, whose labels those are (see weak_order). Range [0, 1].
MeasureFunction make_kappa_ndcg(const OptionText& options, std::size_t cutoff,
                                const Profile& profile);

/// ERR of a top-k truth: labels as above, the highest grade is that of the best document (k).
/// [Niu12] Range [0, 1], never 1 itself.
MeasureFunction make_kappa_err(const OptionText& options, std::size_t cutoff,
                               const Profile& profile);

}  // namespace podium
