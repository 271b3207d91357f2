#include "podium/exchange/served_trees.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

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

/// Copies a tree node by node.
class TreeFolder {
 public:
  TreeFolder(const RegressionTree& tree, std::span<const ServedFeature> features)
      : tree_(tree), features_(features) {}

  RegressionTree folded() && {
    add(tree_.splits.empty() ? -1 : 0);
    const auto join = [](auto& first, const auto& second) {
      first.insert(first.end(), second.begin(), second.end());
    };
    join(made_.rows, leaf_rows_);
    join(made_.curvature, leaf_curvature_);
    return std::move(made_);
  }

 private:
  /// Returns the place of the copy, as a child is written.
  std::int32_t add(std::int32_t at) {
    if (at < 0) return add_leaf(RegressionTree::leaf_number(at));
    const TreeSplit& split = tree_.splits[static_cast<std::size_t>(at)];
    const ServedFeature& feature = features_[split.feature];
    const bool missing_left = missing_goes_left(split, feature);
    const std::optional<float> threshold = raw_threshold(feature, split.threshold);
    if (!threshold) {  // no value goes left
      return missing_left ? add_split(at, greatest_float, false, split.right, split.left)
                          : add(split.right);
    }
    if (*threshold == greatest_float && missing_left) return add(split.left);
    return add_split(at, *threshold, missing_left, split.left, split.right);
  }

  std::int32_t add_leaf(std::size_t leaf) {
    made_.value.push_back(tree_.value[leaf]);
    leaf_rows_.push_back(tree_.rows[tree_.splits.size() + leaf]);
    leaf_curvature_.push_back(tree_.curvature[tree_.splits.size() + leaf]);
    return -static_cast<std::int32_t>(made_.value.size());
  }

  std::int32_t add_split(std::int32_t at, float threshold, bool missing_left, std::int32_t left,
                         std::int32_t right) {
    const auto old = static_cast<std::size_t>(at);
    const std::size_t place = made_.splits.size();
    TreeSplit split = tree_.splits[old];
    split.threshold = double{threshold};
    split.missing_left = missing_left;
    made_.splits.push_back(split);
    made_.rows.push_back(tree_.rows[old]);
    made_.curvature.push_back(tree_.curvature[old]);
    const std::int32_t new_left = add(left);
    const std::int32_t new_right = add(right);
    made_.splits[place].left = new_left;
    made_.splits[place].right = new_right;
    return static_cast<std::int32_t>(place);
  }

  const RegressionTree& tree_;
  std::span<const ServedFeature> features_;
  RegressionTree made_;
  std::vector<std::uint64_t> leaf_rows_;
  std::vector<double> leaf_curvature_;
};

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
  return TreeFolder(tree, features).folded();
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
