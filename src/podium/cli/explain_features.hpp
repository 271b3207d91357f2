#pragma once

#include <span>
#include <vector>

#include "podium/base/table.hpp"
#include "podium/cli/bar_chart.hpp"
#include "podium/cli/model_summary.hpp"

namespace podium {

/// A row for each feature: its weight and its share of all; for weak rankers also how many rounds
/// chose the feature and which the first, between which values its thresholds lie, and whether
/// higher values are better.
Table feature_table(const RankingModel& model, std::span<const WeightedFeature> features,
                    TableFormat format);

/// The features as bars of a chart, in the order given.
std::vector<Bar> feature_bars(std::span<const WeightedFeature> features);

/// Puts a bar as text beside the share of each feature.
void add_text_bars(Table& table, std::span<const WeightedFeature> features);

}  // namespace podium
