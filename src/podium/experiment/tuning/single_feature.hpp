#pragma once

#include <cstddef>
#include <optional>

#include "podium/data/dataset.hpp"
#include "podium/measure/evaluate.hpp"
#include "podium/prepare/preparation.hpp"

namespace podium {

/// The feature whose descending values are the best ranking by the metric, the first of equals.
/// Missing values are filled as the plan says. Empty for data of more than 1,000 features, among
/// which the best is likely to be so by chance, and when a value stays missing.
std::optional<std::size_t> best_single_feature(const Dataset& data, const PreparationPlan& plan,
                                               const MetricPlan& metric);

}  // namespace podium
