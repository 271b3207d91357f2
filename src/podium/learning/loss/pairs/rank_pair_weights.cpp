#include "podium/learning/loss/pairs/rank_pair_weights.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/kernels/lambda_row.hpp"
#include "podium/core/measure/gain.hpp"

namespace podium {

RankPairWeights::RankPairWeights(RankWeighting weighting, double mu, std::size_t cutoff,
                                 std::span<const double> gain, std::span<const std::uint32_t> rank,
                                 Workspace& workspace)
    : weighting_(weighting), mu_(mu), cutoff_(cutoff), gain_(gain), rank_(rank) {
  const std::size_t n = rank.size();
  const auto discount_at = [](std::size_t r) { return discount(Discount::log2, r); };
  const auto truncated = workspace.take<double>(n);
  for (std::size_t place = 0; place < n; ++place) {
    truncated[place] = rank[place] < cutoff ? discount_at(rank[place]) : 0.0;
  }
  discount_ = truncated;
  if (weighting == RankWeighting::delta_ndcg) return;
  const auto step = workspace.zeros<double>(n);
  for (std::size_t m = 1; m < n; ++m) step[m] = discount_at(m - 1) - discount_at(m);
  step_ = step;
  if (weighting != RankWeighting::ndcg_loss2_at_k) return;
  const auto stretch = workspace.take<double>(n);
  for (std::size_t r = 0; r < n; ++r) stretch[r] = r < cutoff ? 1.0 : 1.0 / (1.0 - discount_at(r));
  stretch_ = stretch;
}

void RankPairWeights::write_row(std::size_t place, std::size_t begin, double factor,
                                std::span<double> weights) const {
  const std::size_t count = weights.size();
  const double gain = gain_[place];
  const double own = discount_[place];
  if (weighting_ == RankWeighting::delta_ndcg) {
    return write_swap_weights(
        factor, gain, own, {gain_.subspan(begin, count), discount_.subspan(begin, count)}, weights);
  }
  const double swap_share = weighting_ == RankWeighting::ndcg_loss2pp ? 1.0 : 0.0;
  const double step_share = weighting_ == RankWeighting::ndcg_loss2pp ? mu_ : 1.0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t other = begin + i;
    const double weight = step_share * of_ranks(rank_[place], rank_[other]) +
                          swap_share * std::abs(own - discount_[other]);
    weights[i] = factor * std::abs(gain - gain_[other]) * weight;
  }
}

double RankPairWeights::of_ranks(std::uint32_t a, std::uint32_t b) const noexcept {
  const std::uint32_t larger = std::max(a, b);
  const double step = step_[larger - std::min(a, b)];
  return stretch_.empty() ? step : step * stretch_[larger];
}

}  // namespace podium
