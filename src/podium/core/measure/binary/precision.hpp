#pragma once

#include "podium/core/measure/measure.hpp"

namespace podium {

/// Precision at a cutoff k. [Manning08]
///
///   P@k = (relevant documents among the first k) / k
///
/// Places beyond the end of a short list count as irrelevant, or give 0 for the whole query where
/// the profile says so. Range [0, 1]; 0 when nothing is relevant.
MeasureFunction make_precision(const OptionText& options, std::size_t cutoff,
                               const Profile& profile);

/// Recall at a cutoff k. [Manning08]
///
///   recall@k = (relevant documents among the first k) / (relevant documents)
///
/// Relevant documents that were not retrieved count below the line. Range [0, 1]; not defined when
/// nothing is relevant.
MeasureFunction make_recall(const OptionText& options, std::size_t cutoff, const Profile& profile);

}  // namespace podium
