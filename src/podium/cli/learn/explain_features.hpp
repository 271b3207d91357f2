#pragma once

#include <span>

#include "podium/base/table.hpp"
#include "podium/cli/learn/model_summary.hpp"
#include "podium/report/document.hpp"

namespace podium {

/// A row for each feature: its weight and its share of all; for weak rankers also how many rounds
/// chose the feature and which the first, between which values its thresholds lie, and whether
/// higher values are better.
Table feature_table(const RankingModel& model, std::span<const WeightedFeature> features,
                    TableFormat format);

/// The weights as bars, in the order given.
BarsBlock feature_bars(std::span<const WeightedFeature> features);

/// Puts a bar as text beside the share of each feature.
void add_text_bars(Table& table, std::span<const WeightedFeature> features);

}  // namespace podium
