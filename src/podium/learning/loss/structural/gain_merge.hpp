#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "podium/core/base/workspace.hpp"
#include "podium/learning/loss/structural/top_query.hpp"

namespace podium {

/// TopQuery::best_order() for many lambdas of one query. Documents of equal gain keep the order of
/// their scores whatever lambda is, so each gain is sorted once and an order is a merge of these
/// lists: O(n + K log K) once, then O(g K) for each lambda, g being the number of gains. With many
/// gains, as in a full order, merging does not pay and TopQuery selects the documents anew.
class GainMerge {
 public:
  GainMerge(const TopQuery& query, Workspace& workspace);

  /// The same order as TopQuery::best_order().
  TopOrder best_order(double lambda, Workspace& workspace) const;

  /// The first cutoff() documents of a gain by score; 0 is the largest gain. For up to max_gains.
  std::span<const std::uint32_t> best_of_gain(std::size_t gain) const { return lists_[gain]; }

 private:
  static constexpr std::size_t max_gains = 8;

  void fill_by_loss(std::span<std::uint32_t> places) const noexcept;

  const TopQuery& query_;
  std::array<std::span<const std::uint32_t>, max_gains> lists_;
  std::size_t count_ = 0;  ///< 0: too many gains to merge
};

}  // namespace podium
