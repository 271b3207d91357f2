#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace podium {

/// The weights of trees of which some are left out while the next one grows. [Rashmi15]
///
/// Each earlier tree is left out with probability `share`, one at random if it would be none. Of k
/// that are left out, the new tree is to do the work again; so both are scaled to do it once:
///
///   weight of the new tree = 1 / (k + rate),   of those left out *= k / (k + rate)
///
/// before the rate that all trees have. Everything follows from the seed and the number of trees.
class TreeDropout {
 public:
  /// `first`: trees that were there before, of weight 1.
  TreeDropout(double share, double rate, std::uint64_t seed, std::size_t first = 0);

  /// The weight of each tree.
  std::span<const double> weights() const noexcept { return weights_; }

  /// The trees to leave out while the next one grows, in their order.
  std::vector<std::size_t> left_out() const;

  /// The factor of so many trees, once the next one is there.
  double factor(std::size_t left_out) const noexcept;

  /// Adds the next tree; returns its weight.
  double add_tree();

 private:
  double share_;
  double rate_;
  std::uint64_t seed_;
  std::vector<double> weights_;
};

}  // namespace podium
