#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "podium/core/base/table.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// A feature, how much it counts, and its share of what all count.
struct WeightedFeature {
  std::size_t feature = 0;
  std::string name;
  double weight = 0.0;
  double share = 0.0;
};

/// The features that count most come first.
std::vector<WeightedFeature> weighted_features(const RankingModel& model);

/// The number of features to show of `count` if the first `top` are asked for; 0 means all.
std::size_t shown_count(std::size_t top, std::size_t count);

/// Numbers for programs have every digit, those for people a few that matter.
Cell number_cell(double number, TableFormat format);

/// CSV and JSON are for programs.
bool is_for_programs(TableFormat format);

/// The line above a table of weights that says what they mean.
std::string weight_heading(const RankingModel& model, TableFormat format);

/// Name, weight and share of each feature.
Table weight_table(std::span<const WeightedFeature> features, TableFormat format);

/// What must be known to score a document, as `model show` says it.
std::string serving_text(const RankingModel& model);

/// Why the model does not score every document alone, in one sentence; empty when it does.
std::string whole_query_reason(const RankingModel& model);

/// The options of a point in words: `strength` is an exponent, the penalty that it stands for is
/// not.
std::string point_words(const TuningPoint& point);

/// The kind of the model and its training record.
Table property_table(const RankingModel& model);

}  // namespace podium
