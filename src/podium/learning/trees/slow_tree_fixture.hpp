#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "podium/learning/trees/tree_fixture.hpp"

namespace podium::fixture {

/// A tree as the definition says it, row by row and in plain doubles: the slow twin of TreeGrower.
class SlowTree {
 public:
  SlowTree(const std::vector<std::vector<float>>& rows, const Thresholds& thresholds,
           const GrowthRule& rule, std::vector<double> gradient, std::vector<double> curvature)
      : rows_(rows),
        thresholds_(thresholds),
        rule_(rule),
        gradient_(std::move(gradient)),
        curvature_(std::move(curvature)) {
    Node root;
    for (std::size_t row = 0; row < rows.size(); ++row) root.rows.push_back(row);
    nodes_.push_back(std::move(root));
    find_split(0);
    for (std::size_t leaves = 1; leaves < rule.leaves; ++leaves) {
      std::optional<std::size_t> at;
      for (std::size_t n = 0; n < nodes_.size(); ++n) {
        if (nodes_[n].left != 0 || !nodes_[n].has_split) continue;
        if (!at || nodes_[n].gain > nodes_[*at].gain) at = n;
      }
      if (!at) break;
      split(*at);
    }
  }

  RegressionTree tree() const {
    RegressionTree tree;
    std::vector<std::int32_t> number;
    std::int32_t splits = 0;
    std::int32_t leaves = 0;
    for (const Node& node : nodes_) number.push_back(node.left == 0 ? -1 - leaves++ : splits++);
    for (const bool of_leaves : {false, true}) {
      for (const Node& node : nodes_) {
        if ((node.left == 0) != of_leaves) continue;
        tree.rows.push_back(counted(node.rows));
        tree.curvature.push_back(sums_of(node.rows).curvature);
        if (of_leaves) {
          tree.value.push_back(rule_.split.leaf.value(sums_of(node.rows), node.limits));
        } else {
          tree.splits.push_back({node.feature, node.missing_left, node.threshold, number[node.left],
                                 number[node.right], node.gain});
        }
      }
    }
    return tree;
  }

 private:
  struct Node {
    std::vector<std::size_t> rows;
    std::size_t depth = 0;
    ValueLimits limits;
    bool has_split = false;
    double gain = 0.0;
    std::uint32_t feature = 0;
    double threshold = 0.0;
    bool missing_left = false;
    double left_value = 0.0;
    double right_value = 0.0;
    std::size_t left = 0;
    std::size_t right = 0;
  };

  LeafSums sums_of(const std::vector<std::size_t>& rows) const {
    LeafSums sums;
    for (const std::size_t row : rows) {
      sums.gradient += gradient_[row];
      sums.curvature += curvature_[row];
    }
    return sums;
  }

  std::uint64_t counted(const std::vector<std::size_t>& rows) const {
    return static_cast<std::uint64_t>(std::ranges::count_if(
        rows, [&](std::size_t row) { return gradient_[row] != 0.0 || curvature_[row] != 0.0; }));
  }

  using Sides = std::pair<std::vector<std::size_t>, std::vector<std::size_t>>;

  Sides sides(const Node& node, std::size_t feature, double threshold, bool missing_left) const {
    Sides sides;
    for (const std::size_t row : node.rows) {
      const float value = rows_[row][feature];
      const bool is_left = std::isnan(value) ? missing_left : double{value} <= threshold;
      (is_left ? sides.first : sides.second).push_back(row);
    }
    return sides;
  }

  void try_split(Node& node, std::uint32_t feature, double threshold, bool missing_left) const {
    const auto [left, right] = sides(node, feature, threshold, missing_left);
    const SplitRule& rule = rule_.split;
    if (std::min(counted(left), counted(right)) < std::max<std::uint64_t>(rule.min_rows, 1)) return;
    const LeafSums a = sums_of(left);
    const LeafSums b = sums_of(right);
    if (std::min(a.curvature, b.curvature) < rule.min_curvature) return;
    const double left_value = rule.leaf.value(a, node.limits);
    const double right_value = rule.leaf.value(b, node.limits);
    const int sign = rule_.sign.empty() ? 0 : rule_.sign[feature];
    if (sign > 0 && left_value > right_value) return;
    if (sign < 0 && left_value < right_value) return;
    const LeafSums all = sums_of(node.rows);
    const double both = rule.leaf.gain(a, left_value) + rule.leaf.gain(b, right_value);
    const double gain = both - rule.leaf.gain(all, rule.leaf.value(all, node.limits));
    if (!(gain > std::max(rule.min_gain, 1e-12 * both))) return;
    if (node.has_split && gain <= node.gain) return;
    node.has_split = true;
    node.gain = gain;
    node.feature = feature;
    node.threshold = threshold;
    node.missing_left = missing_left;
    node.left_value = left_value;
    node.right_value = right_value;
  }

  void find_split(std::size_t at) {
    Node& node = nodes_[at];
    if (rule_.depth > 0 && node.depth >= rule_.depth) return;
    for (std::uint32_t f = 0; f < thresholds_.size(); ++f) {
      const bool has_missing = std::ranges::any_of(node.rows, [&](std::size_t row) {
        return std::isnan(rows_[row][f]) && (gradient_[row] != 0.0 || curvature_[row] != 0.0);
      });
      for (const double threshold : thresholds_[f]) {
        try_split(node, f, threshold, false);
        if (has_missing) try_split(node, f, threshold, true);
      }
      if (has_missing) try_split(node, f, double{std::numeric_limits<float>::max()}, false);
      if (node.has_split && node.feature == f && !has_missing) {
        const std::uint64_t left = counted(sides(node, f, node.threshold, false).first);
        node.missing_left = 2 * left >= counted(node.rows);
      }
    }
  }

  void split(std::size_t at) {
    const Node parent = nodes_[at];
    auto [left_rows, right_rows] =
        sides(parent, parent.feature, parent.threshold, parent.missing_left);
    const int sign = rule_.sign.empty() ? 0 : rule_.sign[parent.feature];
    const double middle = 0.5 * (parent.left_value + parent.right_value);
    Node left{.rows = std::move(left_rows), .depth = parent.depth + 1, .limits = parent.limits};
    Node right{.rows = std::move(right_rows), .depth = parent.depth + 1, .limits = parent.limits};
    if (sign != 0) {
      (sign > 0 ? left : right).limits.maximum = std::min(parent.limits.maximum, middle);
      (sign > 0 ? right : left).limits.minimum = std::max(parent.limits.minimum, middle);
    }
    nodes_[at].left = nodes_.size();
    nodes_[at].right = nodes_.size() + 1;
    nodes_.push_back(std::move(left));
    nodes_.push_back(std::move(right));
    find_split(nodes_.size() - 2);
    find_split(nodes_.size() - 1);
  }

  const std::vector<std::vector<float>>& rows_;
  const Thresholds& thresholds_;
  GrowthRule rule_;
  std::vector<double> gradient_;
  std::vector<double> curvature_;
  std::vector<Node> nodes_;
};

}  // namespace podium::fixture
