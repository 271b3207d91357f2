#pragma once

#include "podium/core/measure/measure.hpp"

namespace podium {

// Measures of preferences [Carterette08b]. A document is preferred to another when both are judged
// and its label is larger. A preference is ordered at k when one of its documents is among the
// first k, and correct when the preferred one is above the other; documents that were not retrieved
// are below all that were. w = 1 / log2(1 + rank of the upper document). Not defined when there is
// no preference; 0 when there are some, but none is ordered. Range [0, 1]; O(n log n).

/// ppref@k = correct preferences / preferences ordered at k
MeasureFunction make_ppref(const OptionText& options, std::size_t cutoff, const Profile& profile);

/// rpref@k = correct preferences ordered at k / all preferences
MeasureFunction make_rpref(const OptionText& options, std::size_t cutoff, const Profile& profile);

/// wpref@k = ppref@k with the weight w of each preference
MeasureFunction make_wpref(const OptionText& options, std::size_t cutoff, const Profile& profile);

/// nwppref@k = sum of w over the correct preferences ordered at k / the same sum of the ideal list.
/// The ideal list is the best one: to exchange two adjacent documents that are in the wrong order
/// never lowers the sum.
MeasureFunction make_nwppref(const OptionText& options, std::size_t cutoff, const Profile& profile);

/// appref = sum over the ranks k of (rpref@k - rpref@(k-1)) * ppref@k
MeasureFunction make_appref(const OptionText& options, std::size_t cutoff, const Profile& profile);

}  // namespace podium
