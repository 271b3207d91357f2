#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "podium/core/base/workspace.hpp"
#include "podium/learning/loss/pairs/swap_measure.hpp"
#include "podium/learning/loss/pairs/tied_cells.hpp"

namespace podium {

/// How much a pair counts, given the ranks (from 0) of its documents in the current ranking. With
/// d(r) = 1 / log2(r + 2), which is 0 from the cutoff on, and gains g over the ideal DCG@K:
///
///   delta_ndcg     |g_i - g_j| |d(r_i) - d(r_j)|      what a swap does to NDCG@K      [Burges06]
///   ndcg_loss2     |g_i - g_j| e(|r_i - r_j|),  e(m) = 1/log2(m + 1) - 1/log2(m + 2)    [Wang18]
///   ndcg_loss2pp   the first plus mu times the second                                   [Wang18]
///   ndcg_loss2_at_k   ndcg_loss2 over 1 - 1/log2(r + 2) when the larger rank r >= K [Jagerman22]
///
/// The first three count only pairs with a document among the first K; for the middle two that is
/// the truncation of [Wang18], which ndcg_loss2_at_k replaces by one that bounds NDCG@K.
///
/// Documents of equal score: |d(r_i) - d(r_j)| is its mean over the orders of equal scores, hence
/// the difference of the mean discounts of two groups, and within a group the mean difference of
/// two of its ranks. e is taken at the mean distance of two ranks, linear between whole distances.
enum class RankWeighting { delta_ndcg, ndcg_loss2, ndcg_loss2pp, ndcg_loss2_at_k };

inline constexpr std::array<std::string_view, 4> rank_weighting_names = {
    "delta-ndcg", "ndcg-loss2", "ndcg-loss2pp", "ndcg-loss2-at-k"};

/// Where the weights of pairs come from.
struct RankWeightRule {
  RankWeighting weighting = RankWeighting::delta_ndcg;
  double mu = 10.0;
  SwapMeasure measure = {};  ///< in place of NDCG, for delta_ndcg
};

/// The weights of one query's pairs while its ranking stays as it is.
class RankPairWeights {
 public:
  /// The targets of the cells are those of the measure. Borrows the cells.
  RankPairWeights(const RankWeightRule& rule, const TiedCells& cells, Workspace& workspace);

  /// Whether only pairs with a document that is_top() have a weight.
  bool needs_top_document() const noexcept {
    return weighting_ != RankWeighting::ndcg_loss2_at_k && cutoff_ < cells_.document.size();
  }

  bool has_discounts() const noexcept {
    return weighting_ == RankWeighting::delta_ndcg && !changes_;
  }

  /// How many ranks a document of each pair must be among, where needs_top_document().
  std::size_t top_count() const noexcept { return cutoff_; }

  /// Whether the documents of a cell can be among the first ranks.
  bool is_top(std::size_t cell) const noexcept {
    return cells_.group_begin[cells_.group[cell]] < cutoff_;
  }

  /// weights[i] = factor * weight of a pair of documents of the cells `cell` and begin + i; 0 for
  /// cells of one group if tied() has the weights of its pairs.
  void write_row(std::size_t cell, std::size_t begin, double factor,
                 std::span<double> weights) const;

  /// The weight of a pair of documents of one group, over the difference of their targets; empty if
  /// there is none.
  std::span<const double> tied() const noexcept { return tied_; }

  /// Mean discounts by rank, where has_discounts().
  std::span<const double> discount_by_rank() const noexcept { return by_rank_; }

 private:
  double swap_share() const noexcept {
    const bool swaps =
        weighting_ == RankWeighting::delta_ndcg || weighting_ == RankWeighting::ndcg_loss2pp;
    return swaps ? 1.0 : 0.0;
  }
  double step_share() const noexcept {
    return weighting_ == RankWeighting::ndcg_loss2pp ? mu_ : 1.0;
  }
  void add_steps(std::size_t cell, std::size_t begin, double factor,
                 std::span<double> weights) const;
  double step_at(double distance) const noexcept;

  RankWeighting weighting_;
  double mu_;
  std::size_t cutoff_;
  const TiedCells& cells_;
  std::optional<SwapChanges> changes_;  ///< of measures without discounts
  std::span<const double> by_rank_;     ///< mean discounts
  std::span<const double> discount_;    ///< the same by cell
  std::span<const double> tied_;        ///< by group
  std::span<const double> step_;        ///< step_[m] = e(m), m = 1 .. n-1
  std::span<const double> stretch_;     ///< mean by group, of ndcg_loss2_at_k
};

}  // namespace podium
