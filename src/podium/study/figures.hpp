#pragma once

#include <optional>
#include <span>
#include <vector>

#include "podium/report/document.hpp"
#include "podium/study/group.hpp"
#include "podium/study/result.hpp"

namespace podium {

/// Every measure along the sweep, a curve for each row, bands of 95 %; rows that are not swept are
/// level lines. Nothing for a study without a sweep.
std::vector<CurvesBlock> sweep_curves(const StudySpec& spec, std::span<const StudySystem> systems);

/// A measure that was taken at three or more ranks, along them.
std::vector<CurvesBlock> rank_curves(const StudySpec& spec, const StudyGroup& group);

/// The values of the systems that validation data likes best, and of the baseline, query by query.
std::optional<PerQueryBlock> per_query_block(const StudySpec& spec, const StudyGroup& group);

/// The features that count most in the system that validation data likes best.
std::optional<BarsBlock> weight_bars(const StudySpec& spec, const StudyGroup& group,
                                     const DataCard& card);

CardsBlock data_cards(std::span<const DataCard> cards);

}  // namespace podium
