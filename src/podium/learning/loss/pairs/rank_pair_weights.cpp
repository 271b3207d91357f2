#include "podium/learning/loss/pairs/rank_pair_weights.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "podium/core/kernels/lambda_row.hpp"
#include "podium/core/measure/gain.hpp"

namespace podium {

namespace {

double discount_at(std::size_t rank) {
  return discount(Discount::log2, rank);
}

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The mean of |x_a - x_b| over two different ranks a, b, for values that fall by rank.
double mean_difference(std::span<const double> falling) {
  const auto m = static_cast<double>(falling.size());
  double sum = 0.0;
  double rank = 0.0;
  for (const double value : falling) sum += value * (m - 1.0 - 2.0 * rank++);
  return 2.0 * std::max(0.0, sum) / (m * (m - 1.0));
}

}  // namespace

RankPairWeights::RankPairWeights(const RankWeightRule& rule, const TiedCells& cells,
                                 Workspace& workspace)
    : weighting_(rule.weighting), mu_(rule.mu), cells_(cells) {
  const std::size_t n = cells.document.size();
  const auto target = workspace.take<double>(n);  // of all documents, falling
  for (std::size_t c = 0; c < cells.size(); ++c) {
    std::fill_n(target.begin() + cells.begin[c], cells.document_count(c), cells.target[c]);
  }
  cutoff_ = ranks_that_count(rule.measure, target);
  if (!rule.measure.is_discounted()) {
    changes_.emplace(rule.measure, cutoff_, cells, workspace);
    return;
  }
  const auto by_rank = workspace.take<double>(n);
  write_discounts(rule.measure, target, by_rank);
  by_rank_ = by_rank;
  const auto step = workspace.zeros<double>(weighting_ == RankWeighting::delta_ndcg ? 0 : n);
  const auto stretched = workspace.take<double>(step.size());
  for (std::size_t m = 0; m < step.size(); ++m) {
    if (m > 0) step[m] = discount_at(m - 1) - discount_at(m);
    const bool is_beyond = weighting_ == RankWeighting::ndcg_loss2_at_k && m >= cutoff_;
    stretched[m] = is_beyond ? 1.0 / (1.0 - discount_at(m)) : 1.0;
  }
  step_ = step;
  const auto stretch = workspace.take<double>(step.empty() ? 0 : cells.group_count());
  const auto tied = workspace.zeros<double>(cells.has_ties() ? cells.group_count() : 0);
  for (std::size_t g = 0; g < cells.group_count(); ++g) {
    const std::size_t begin = cells.group_begin[g];
    const std::size_t size = cells.group_size(g);
    const auto ranks = by_rank.subspan(begin, size);
    if (!step.empty()) stretch[g] = mean_of(stretched.subspan(begin, size));
    if (size == 1) continue;
    if (swap_share() > 0.0) tied[g] = mean_difference(ranks);
    if (!step.empty() && (!needs_top_document() || begin < cutoff_)) {
      tied[g] += step_share() * stretch[g] * step_at(static_cast<double>(size + 1) / 3.0);
    }
    std::ranges::fill(ranks, mean_of(ranks));
  }
  stretch_ = stretch;
  tied_ = tied;
  const auto discounts = workspace.take<double>(cells.size());
  for (std::size_t c = 0; c < cells.size(); ++c) {
    discounts[c] = by_rank[cells.group_begin[cells.group[c]]];
  }
  discount_ = discounts;
}

void RankPairWeights::write_row(std::size_t cell, std::size_t begin, double factor,
                                std::span<double> weights) const {
  if (changes_) return changes_->write_row(cell, begin, factor, weights);
  const std::size_t count = weights.size();
  write_swap_weights(swap_share() * factor, cells_.target[cell], discount_[cell],
                     {cells_.target.subspan(begin, count), discount_.subspan(begin, count)},
                     weights);
  if (!step_.empty()) add_steps(cell, begin, step_share() * factor, weights);
}

void RankPairWeights::add_steps(std::size_t cell, std::size_t begin, double factor,
                                std::span<double> weights) const {
  const auto middle = [&](std::size_t g) {
    return 0.5 * (static_cast<double>(cells_.group_begin[g]) +
                  static_cast<double>(cells_.group_begin[g + 1]) - 1.0);
  };
  const std::size_t own = cells_.group[cell];
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::size_t other = cells_.group[begin + i];
    const double step = step_at(std::abs(middle(own) - middle(other)));
    weights[i] += factor * std::abs(cells_.target[cell] - cells_.target[begin + i]) * step *
                  stretch_[std::max(own, other)];
  }
}

double RankPairWeights::step_at(double distance) const noexcept {
  const auto whole = static_cast<std::size_t>(distance);
  const double part = distance - static_cast<double>(whole);
  if (part == 0.0) return step_[whole];
  return (1.0 - part) * step_[whole] + part * step_[whole + 1];
}

}  // namespace podium
