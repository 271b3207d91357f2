#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// Statistics of a feature over all rows that have a value.
struct FeatureSummary {
  std::size_t present = 0;   ///< rows with a value
  std::size_t infinite = 0;  ///< infinite values among them; excluded from the statistics below
  double minimum = std::numeric_limits<double>::infinity();
  double maximum = -std::numeric_limits<double>::infinity();
  double mean = 0.0;
  double deviation = 0.0;  ///< standard deviation with divisor n
};

/// One summary per feature, in two passes; the same bits for any number of threads.
std::vector<FeatureSummary> summarise_features(const Dataset& data);

/// Called with a feature, its finite values in the order of the rows, which it may change, and the
/// number of further rows in which the feature is 0.
using ValuesVisitor = std::function<void(std::size_t, std::vector<double>&, std::size_t)>;

/// Visits every feature, in parallel. Zeros that sparse data does not store are only counted.
void visit_feature_values(const Dataset& data, const ValuesVisitor& visit);

/// The quantiles of every feature over its finite values: result[feature][i] is the quantile at
/// shares[i], NaN for a feature without values. Interpolates linearly between the order statistics
/// around position share * (n - 1).
std::vector<std::vector<double>> feature_quantiles(const Dataset& data,
                                                   std::span<const double> shares);

}  // namespace podium
