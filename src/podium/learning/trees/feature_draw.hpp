#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace podium {

/// Draws the features that a tree, and each of its splits, may use.
class FeatureDraw {
 public:
  /// All of them.
  explicit FeatureDraw(std::size_t features);

  /// Draws from `usable`, of so many features. The shares are rounded up to whole features; `round`
  /// names the draw.
  FeatureDraw(std::size_t features, std::vector<std::uint32_t> usable, double share,
              double node_share, std::uint64_t seed, std::string round);

  /// For each feature, whether a split of the node with this GrowingNode::path may use it.
  std::vector<char> of_node(std::uint64_t path) const;

 private:
  std::size_t features_;
  double node_share_;
  std::uint64_t seed_;
  std::string round_;
  std::vector<std::uint32_t> of_tree_;
};

}  // namespace podium
