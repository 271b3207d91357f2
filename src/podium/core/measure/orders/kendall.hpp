#pragma once

#include "podium/core/measure/measure.hpp"

namespace podium {

/// Kendall's tau-b between the scores and the truth, both of which may have ties. [Kendall45]
///
///   tau = (C - D) / sqrt((P - T) (P - S))
///
/// C and D count the pairs of judged documents that score and truth order alike and against each
/// other, P all pairs, T those tied in the truth, S those tied in score. Documents that were not
/// retrieved share the lowest score. Range [-1, 1]; not defined when the truth ties all, 0 when the
/// scores do. O(n log n), the order of equal scores plays no part. [Knight66]
MeasureFunction make_kendall(const OptionText& options, std::size_t cutoff, const Profile& profile);

}  // namespace podium
