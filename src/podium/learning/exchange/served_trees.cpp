#include "podium/learning/exchange/served_trees.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "podium/learning/exchange/walked_tree.hpp"

namespace podium {

namespace {

/// Whole numbers in the order of the floats, and back.
std::int64_t order_of(float value) {
  const auto bits = std::bit_cast<std::int32_t>(value);
  return bits >= 0 ? std::int64_t{bits} : -std::int64_t{bits & 0x7fffffff};
}

float float_of(std::int64_t order) {
  return order >= 0 ? std::bit_cast<float>(static_cast<std::int32_t>(order))
                    : -std::bit_cast<float>(static_cast<std::int32_t>(-order));
}

bool missing_goes_left(const TreeSplit& split, const ServedFeature& feature) {
  const float value = feature.prepared(std::nanf(""));
  return std::isnan(value) ? split.missing_left : double{value} <= split.threshold;
}

/// What becomes of a split: itself, the other way round, or only one of its sides.
WalkedNode<std::int32_t> folded_node(const RegressionTree& tree,
                                     std::span<const ServedFeature> features, std::int32_t& at) {
  while (at >= 0) {
    TreeSplit split = tree.splits[static_cast<std::size_t>(at)];
    if (split.by_set) return WalkedSplit<std::int32_t>{split, split.left, split.right};
    const ServedFeature& feature = features[split.feature];
    split.missing_left = missing_goes_left(split, feature);
    const std::optional<float> threshold = raw_threshold(feature, split.threshold);
    if (threshold && !(*threshold == greatest_float && split.missing_left)) {
      split.threshold = double{*threshold};
      return WalkedSplit<std::int32_t>{split, split.left, split.right};
    }
    if (!threshold && split.missing_left) {  // no value goes left
      split.threshold = double{greatest_float};
      split.missing_left = false;
      return WalkedSplit<std::int32_t>{split, split.right, split.left};
    }
    at = threshold ? split.left : split.right;
  }
  return tree.value[RegressionTree::leaf_number(at)];
}

}  // namespace

float float_below(double t) {
  const auto nearest = static_cast<float>(t);
  return double{nearest} <= t ? nearest
                              : std::nextafter(nearest, -std::numeric_limits<float>::infinity());
}

float float_above(double t) {
  return std::nextafter(float_below(t), std::numeric_limits<float>::infinity());
}

// The map is monotone, so that the floats which are at most the threshold come first. By bisection,
// because the inverse formula rounds.
std::optional<float> raw_threshold(const ServedFeature& feature, double threshold) {
  const auto is_left = [&](std::int64_t order) {
    return double{feature.scaled(float_of(order))} <= threshold;
  };
  std::int64_t low = order_of(-greatest_float);
  std::int64_t high = order_of(greatest_float);
  if (!is_left(low)) return std::nullopt;
  while (low < high) {
    const std::int64_t middle = high - (high - low) / 2;
    if (is_left(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return float_of(low);
}

RegressionTree raw_tree(const RegressionTree& tree, std::span<const ServedFeature> features) {
  std::vector<std::uint64_t> leaf_rows;
  std::vector<double> leaf_curvature;
  std::vector<std::uint64_t> rows;
  std::vector<double> curvature;
  const std::int32_t root = tree.splits.empty() ? -1 : 0;
  RegressionTree made = walked_tree(root, [&](std::int32_t at) {
    auto node = folded_node(tree, features, at);
    (at < 0 ? leaf_rows : rows).push_back(tree.rows[tree.node_of(at)]);
    (at < 0 ? leaf_curvature : curvature).push_back(tree.curvature[tree.node_of(at)]);
    return node;
  });
  made.rows = std::move(rows);
  made.rows.insert(made.rows.end(), leaf_rows.begin(), leaf_rows.end());
  made.curvature = std::move(curvature);
  made.curvature.insert(made.curvature.end(), leaf_curvature.begin(), leaf_curvature.end());
  return made;
}

std::size_t depth_of(const RegressionTree& tree) {
  std::vector<std::size_t> above(tree.splits.size());
  std::size_t most = 0;
  for (std::size_t s = 0; s < tree.splits.size(); ++s) {
    most = std::max(most, above[s] + 1);
    for (const std::int32_t child : {tree.splits[s].left, tree.splits[s].right}) {
      if (child >= 0) above[static_cast<std::size_t>(child)] = above[s] + 1;
    }
  }
  return most;
}

RegressionTree stump(const WeakTerm& term) {
  RegressionTree tree;
  tree.splits = {{.feature = term.ranker.feature,
                  .missing_left = !term.ranker.missing_passes,
                  .threshold = term.ranker.threshold,
                  .left = -1,
                  .right = -2}};
  tree.value = {0.0, term.weight};
  tree.rows.resize(3);
  tree.curvature.resize(3);
  return tree;
}

}  // namespace podium
