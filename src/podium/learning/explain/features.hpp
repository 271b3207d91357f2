#pragma once

#include <optional>
#include <span>
#include <string>

#include "podium/core/base/table.hpp"
#include "podium/core/report/document.hpp"
#include "podium/learning/explain/answer.hpp"
#include "podium/learning/explain/model_summary.hpp"

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

/// The weights of the features as text: a table, for people with a heading and bars.
std::string weights_text(const RankingModel& model, std::span<const WeightedFeature> features,
                         TableFormat format);

/// The answer and the model as a page: the weights of `features`, its properties and, of a model of
/// kind trees, the tree of this number, counted from 1. Throws UsageError if there is no such tree.
ReportDocument explain_page(const std::string& title, const ExplainAnswer& answer,
                            const RankingModel& model, std::span<const WeightedFeature> features,
                            std::optional<std::size_t> tree);

}  // namespace podium
