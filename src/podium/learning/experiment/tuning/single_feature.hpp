#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/core/prepare/preparation.hpp"

namespace podium {

/// The feature whose descending values are the best ranking by the metric, the first of equals.
/// Documents of equal value count as the mean over all their orders, or in their worst order where
/// the metric has no such mean: files are often sorted by a ranking, and a feature that says
/// nothing would get the credit for it. Missing values are filled as the plan says. Empty for data
/// of more than 1,000 features, among which the best is likely to be so by chance, and when a value
/// stays missing.
std::optional<std::size_t> best_single_feature(const Dataset& data, const PreparationPlan& plan,
                                               const MetricPlan& metric);

/// The metric of each feature alone, in descending or in ascending order of its values, whichever
/// is better. Equal and missing values count as above. NaN when a value stays missing.
std::vector<double> single_feature_values(const Dataset& data, const PreparationPlan& plan,
                                          const MetricPlan& metric);

/// The feature that is the baseline of a plan (see TunePlan): one of that name or number, or the
/// best single one for `best_feature`. Empty when none is named. Throws UsageError for another
/// name.
std::optional<std::size_t> baseline_feature_of(std::string_view named, const Dataset& data,
                                               const PreparationPlan& plan,
                                               const MetricPlan& metric);

}  // namespace podium
