#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "podium/core/report/document.hpp"
#include "podium/learning/study/learning.hpp"
#include "podium/learning/study/system.hpp"

namespace podium {

/// Measured and fitted curves up to four times the largest size; rows that are not swept are
/// horizontal lines.
CurvesBlock learning_figure(const StudySpec& spec, const LearningGroup& group,
                            std::span<const StudySystem> systems);

/// All rows compared with the baseline at every size; nothing when that is not possible.
std::optional<TableBlock> learning_table(const StudySpec& spec, const LearningGroup& group,
                                         std::span<const StudySystem> systems);

/// The forecast of each row, or why there is none.
TableBlock forecast_table(const StudySpec& spec, const LearningGroup& group);

/// The forecast of each row in a sentence.
std::vector<std::string> forecast_sentences(const StudySpec& spec, const LearningGroup& group);

}  // namespace podium
