#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "podium/core/base/workspace.hpp"
#include "podium/core/data/dataset.hpp"

namespace podium {

struct NamedRanker;  // defined in model.hpp, which knows all kinds

/// A node of a tree that asks whether a feature is at most a threshold, or whether it is one of a
/// set of codes: bit c of the threshold, a whole number, stands for code c.
struct TreeSplit {
  static constexpr std::size_t codes = 53;  ///< whose bits a double holds

  std::uint32_t feature = 0;
  bool missing_left = false;  ///< where a missing value goes
  double threshold = 0.0;     ///< finite
  std::int32_t left = 0;      ///< a split, or leaf -1 - left
  std::int32_t right = 0;
  double gain = 0.0;  ///< twice what the split lowered the quadratic model of the loss by
  bool by_set = false;

  bool goes_left(float value) const noexcept {
    if (std::isnan(value)) return missing_left;
    if (!by_set) return double{value} <= threshold;
    if (!(value >= 0.0F && value < static_cast<float>(codes))) return false;
    return (static_cast<std::uint64_t>(threshold) >> static_cast<unsigned>(value) & 1U) != 0;
  }

  std::int32_t next(float value) const noexcept { return goes_left(value) ? left : right; }

  /// Whether a set can be this number.
  bool is_set() const noexcept {
    constexpr auto most = static_cast<double>(std::uint64_t{1} << codes);
    return threshold >= 0.0 && threshold < most && threshold == std::floor(threshold);
  }

  bool operator==(const TreeSplit&) const = default;
};

/// A regression tree. Split 0 is the root; children come after their parents. Without splits it is
/// one leaf.
struct RegressionTree {
  std::vector<TreeSplit> splits;
  std::vector<double> value;        ///< of each leaf, one more than splits
  std::vector<std::uint64_t> rows;  ///< of training, of each split and then of each leaf
  std::vector<double> curvature;    ///< their second derivatives added up, in the same order

  /// The number of the leaf that a child below 0 is.
  static constexpr std::size_t leaf_number(std::int32_t child) noexcept {
    return static_cast<std::size_t>(-1 - std::int64_t{child});
  }

  /// The place of a child among all nodes: splits, then leaves.
  std::size_t node_of(std::int32_t child) const noexcept {
    return child >= 0 ? static_cast<std::size_t>(child) : splits.size() + leaf_number(child);
  }

  std::size_t leaf_of(std::span<const float> x) const noexcept {
    std::int32_t at = splits.empty() ? -1 : 0;
    while (at >= 0) {
      const TreeSplit& split = splits[static_cast<std::size_t>(at)];
      at = split.next(x[split.feature]);
    }
    return leaf_number(at);
  }

  /// Whether a split is by a set of codes.
  bool has_sets() const {
    return std::ranges::any_of(splits, [](const TreeSplit& split) { return split.by_set; });
  }

  /// Whether the children form one tree and every number is there.
  bool is_whole(std::size_t features) const;

  bool operator==(const RegressionTree&) const = default;
};

/// f(x) = base + rate * (sum of the trees' values, in the order in which boosting found them), plus
/// the score of the ranker that the trees were added to, if there is one.
struct TreeEnsemble {
  std::size_t features = 0;
  double base = 0.0;
  double rate = 1.0;
  std::vector<RegressionTree> trees;
  std::shared_ptr<const NamedRanker> start = {};  ///< or none; neither trees nor a re-ranking

  std::size_t feature_count() const noexcept { return features; }
  bool is_whole() const;
  bool accepts_missing() const noexcept;
  void score(const FeatureRows& rows, std::span<double> scores, Workspace& workspace) const;

  /// The score of rows whose trees' values add up to `sum`, without that of the start.
  double score_of(double sum) const noexcept { return base + rate * sum; }

  /// Adds the scores of the start, if there is one.
  void add_start(const FeatureRows& rows, std::span<double> scores, Workspace& workspace) const;

  bool operator==(const TreeEnsemble& other) const;
};

}  // namespace podium
