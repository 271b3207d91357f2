#include "podium/learning/experiment/tuning/blend.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/learning/experiment/tuning/mixture.hpp"

namespace podium {

std::vector<double> blend_shares() {
  std::vector<double> shares;
  for (int tenths = 0; tenths <= 10; ++tenths) shares.push_back(tenths / 10.0);
  return shares;
}

std::size_t best_share(std::span<const double> values, const MeasureEntry& metric) {
  expects(!values.empty(), "values of shares");
  const bool trees_are_better = metric.is_better(values.back(), values.front());
  std::size_t best = trees_are_better ? values.size() - 1 : 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    const std::size_t share = trees_are_better ? values.size() - 1 - i : i;
    if (metric.is_better(values[share], values[best])) best = share;
  }
  return best;
}

TreeEnsemble blended_model(const Blend& blend, const ModelKind& linear, TreeEnsemble trees) {
  expects(!trees.start, "trees by themselves");
  trees.base *= blend.tree_factor;
  trees.rate *= blend.tree_factor;
  const double factor = blend.linear_factor;
  trees.start = std::make_shared<const NamedRanker>(
      NamedRanker{blend.linear, mixed_model(std::span(&linear, 1), std::span(&factor, 1))});
  return trees;
}

}  // namespace podium
