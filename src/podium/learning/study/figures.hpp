#pragma once

#include <optional>
#include <span>
#include <vector>

#include "podium/core/report/document.hpp"
#include "podium/learning/study/group.hpp"
#include "podium/learning/study/learning.hpp"
#include "podium/learning/study/result.hpp"

namespace podium {

/// Every measure over the sweep, one curve for each row, with 95 % confidence bands; rows that are
/// not swept are horizontal lines. Learning curves take the place of those of the metric. Empty for
/// a study without a sweep.
std::vector<CurvesBlock> sweep_curves(const StudySpec& spec, std::span<const StudySystem> systems,
                                      std::span<const LearningGroup> learning);

/// Each measure that has three or more cut-offs, over the rank.
std::vector<CurvesBlock> rank_curves(const StudySpec& spec, const StudyGroup& group);

/// The values per query of the systems that are best on validation data, and of the baseline.
std::optional<PerQueryBlock> per_query_block(const StudySpec& spec, const StudyGroup& group);

/// The features with the largest weights in the system that is best on validation data.
std::optional<BarsBlock> weight_bars(const StudySpec& spec, const StudyGroup& group,
                                     const DataCard& card);

CardsBlock data_cards(std::span<const DataCard> cards);

}  // namespace podium
