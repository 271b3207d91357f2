#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "podium/core/base/workspace.hpp"

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
enum class RankWeighting { delta_ndcg, ndcg_loss2, ndcg_loss2pp, ndcg_loss2_at_k };

inline constexpr std::array<std::string_view, 4> rank_weighting_names = {
    "delta-ndcg", "ndcg-loss2", "ndcg-loss2pp", "ndcg-loss2-at-k"};

/// The weights of one query's pairs while its ranking stays as it is.
class RankPairWeights {
 public:
  /// By place: gains over the ideal DCG, and ranks. `cutoff` is n or less. The memory is borrowed.
  RankPairWeights(RankWeighting weighting, double mu, std::size_t cutoff,
                  std::span<const double> gain, std::span<const std::uint32_t> rank,
                  Workspace& workspace);

  /// Whether only pairs with a document of the first `cutoff` ranks have a weight.
  bool needs_top_document() const noexcept {
    return weighting_ != RankWeighting::ndcg_loss2_at_k && cutoff_ < rank_.size();
  }

  /// weights[i] = factor * weight of the pair (place, begin + i).
  void write_row(std::size_t place, std::size_t begin, double factor,
                 std::span<double> weights) const;

 private:
  double of_ranks(std::uint32_t a, std::uint32_t b) const noexcept;

  RankWeighting weighting_;
  double mu_;
  std::size_t cutoff_;
  std::span<const double> gain_;
  std::span<const std::uint32_t> rank_;
  std::span<const double> discount_;  ///< by place, 0 from the cutoff on
  std::span<const double> step_;      ///< step_[m] = e(m), m = 1 .. n-1
  std::span<const double> stretch_;   ///< by rank, of ndcg_loss2_at_k
};

}  // namespace podium
