#include "podium/loss/pairs/lambda_rank.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "podium/kernels/argsort.hpp"
#include "podium/kernels/pair_row.hpp"
#include "podium/loss/pairs/expanded_pairs.hpp"
#include "podium/loss/pairs/pair_set.hpp"

namespace podium {

namespace {

std::span<std::uint32_t> ranks_by_place(std::span<const DocIndex> order,
                                        std::span<const double> scores, Workspace& workspace) {
  const auto by_score = workspace.take<DocIndex>(scores.size());
  argsort_descending(scores, by_score, workspace);
  const auto rank_of = workspace.take<std::uint32_t>(scores.size());
  for (std::uint32_t rank = 0; rank < by_score.size(); ++rank) rank_of[by_score[rank]] = rank;
  const auto ranks = workspace.take<std::uint32_t>(scores.size());
  for (std::size_t place = 0; place < order.size(); ++place) ranks[place] = rank_of[order[place]];
  return ranks;
}

/// Adds up weighted logistic rows over places.
class LambdaSum {
 public:
  LambdaSum(const PlacedQuery& known, const RankPairWeights& weights, bool is_curved,
            const LogisticRowRule& rule, Workspace& workspace)
      : known_(known),
        weights_(weights),
        is_curved_(is_curved),
        rule_(rule),
        negative_(workspace.take<double>(known.score.size())),
        row_(workspace.take<double>(known.score.size())),
        gradient_(workspace.zeros<double>(known.score.size())),
        negative_gradient_(workspace.zeros<double>(known.score.size())),
        bend_(workspace.zeros<double>(known.score.size())) {
    for (std::size_t p = 0; p < negative_.size(); ++p) negative_[p] = -known.score[p];
  }

  /// The document at `place` above those at begin .. end-1.
  void add_above(std::size_t place, std::size_t begin, std::size_t end, double factor) {
    const std::size_t count = end - begin;
    write_weights(place, begin, count, factor);
    const CurvedPairRow sums = row_of(known_.score[place], known_.score.subspan(begin, count),
                                      gradient_.subspan(begin, count), bend_.subspan(begin, count));
    value_ += sums.value;
    pull_ -= sums.slope;
    gradient_[place] += sums.slope;
    bend_[place] += sums.bend;
  }

  /// The document at `place` below those before better_end that are not among the first `cutoff`
  /// ranks. With all signs turned it is the one that should win.
  void add_below_others(std::size_t place, std::size_t better_end, double factor,
                        std::span<const std::uint32_t> rank, std::size_t cutoff) {
    write_weights(place, 0, better_end, factor);
    for (std::size_t other = 0; other < better_end; ++other) {
      if (rank[other] < cutoff) row_[other] = 0.0;
    }
    const CurvedPairRow sums =
        curved_logistic_row(negative_[place], negative_.first(better_end), row_.first(better_end),
                            negative_gradient_.first(better_end), bend_.first(better_end), rule_);
    value_ += sums.value;
    pull_ -= sums.slope;
    negative_gradient_[place] += sums.slope;
    bend_[place] += sums.bend;
  }

  /// The sum over pairs of the sizes of both documents' gradients.
  double size() const noexcept { return 2.0 * pull_; }

  void add_curvature(std::span<const DocIndex> order, double factor,
                     const CurvatureSink& curvature) {
    for (double& bend : bend_) bend *= factor * pair_curvature(curvature.kind);
    add_scattered(order, bend_, curvature.values);
  }

  void add_gradient(std::span<const DocIndex> order, double factor, std::span<double> gradient) {
    for (std::size_t p = 0; p < gradient_.size(); ++p) {
      gradient_[p] = factor * (gradient_[p] - negative_gradient_[p]);
    }
    add_scattered(order, gradient_, gradient);
  }

  double value() const noexcept { return value_; }

 private:
  /// One against others, with the weights that were written.
  CurvedPairRow row_of(double score, std::span<const double> others, std::span<double> gradient,
                       std::span<double> bend) const {
    const std::span<const double> weights = row_.first(others.size());
    if (!is_curved_ && !rule_.divides) return {logistic_row(score, others, weights, gradient), 0.0};
    return curved_logistic_row(score, others, weights, gradient, bend, rule_);
  }

  void write_weights(std::size_t place, std::size_t begin, std::size_t count, double factor) {
    const std::span<double> row = row_.first(count);
    if (known_.weight.empty()) {
      weights_.write_row(place, begin, factor, row);
    } else {
      weights_.write_row(place, begin, factor * known_.weight[place], row);
      for (std::size_t i = 0; i < count; ++i) row[i] *= known_.weight[begin + i];
    }
  }

  const PlacedQuery& known_;
  const RankPairWeights& weights_;
  bool is_curved_;
  LogisticRowRule rule_;
  std::span<double> negative_;
  std::span<double> row_;
  std::span<double> gradient_;
  std::span<double> negative_gradient_;
  std::span<double> bend_;  ///< second derivatives, which no sign changes
  double value_ = 0.0;
  double pull_ = 0.0;  ///< on the better documents of all pairs
};

bool all_equal(std::span<const double> scores) {
  return std::ranges::all_of(scores, [&](double score) { return score == scores.front(); });
}

/// What is left of the size of a query's gradient.
double damped(double size) {
  return std::log2(1.0 + size);
}

/// How many pairs have a weight, at most.
double weighted_pairs(std::span<const double> first_worse, std::size_t top) {
  const std::size_t n = first_worse.size();
  const double pairs = pair_count(first_worse);
  return std::min(pairs, static_cast<double>(top) * static_cast<double>(n));
}

}  // namespace

bool LambdaRankLoss::prepare(const TruthView& truth, std::span<const DocIndex> order,
                             std::span<double> target) const {
  const NormalisedGain gain_of(gain_kind(options_.gain, truth), truth, order, options_.cutoff);
  if (!gain_of.is_defined()) return false;
  for (std::size_t place = 0; place < order.size(); ++place) {
    target[place] = gain_of(truth.label[order[place]]);
  }
  return target.front() != target.back();
}

double LambdaRankLoss::accumulate(const LossQuery& query, std::span<const double> scores,
                                  double weight, std::span<double> gradient,
                                  Workspace& workspace) const {
  return accumulate_curved(query, scores, weight, gradient, {}, workspace);
}

double LambdaRankLoss::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                         double weight, std::span<double> gradient,
                                         const CurvatureSink& curvature,
                                         Workspace& workspace) const {
  const std::size_t n = scores.size();
  const std::size_t top = places_counted(options_.cutoff, n);
  const auto first_worse = workspace.take<double>(n);
  std::copy(query.target.begin(), query.target.end(), first_worse.begin());
  become_first_worse(first_worse);
  // The weight of a query does not change its norm.
  const double factor =
      pair_factor(options_.pairs, query, first_worse, options_.norm ? 1.0 : weight);
  if (options_.weights == RankWeighting::delta_ndcg && !options_.norm &&
      should_expand(n, weighted_pairs(first_worse, top), true)) {
    const PairGains gains{query.target, top};
    return accumulate_expanded_pairs(query, scores, first_worse, &gains, factor, gradient,
                                     workspace, curvature);
  }
  const PlacedQuery known = placed(query, scores, workspace);
  const auto rank = ranks_by_place(query.order, scores, workspace);
  const RankPairWeights pair_weights(options_.weights, options_.mu, top, query.target, rank,
                                     workspace);
  LambdaSum sum(known, pair_weights, curvature.is_wanted(),
                {.divides = options_.norm && !all_equal(scores), .with_value = !options_.norm},
                workspace);
  std::size_t better_end = 0;
  for (std::size_t place = 0; place < n; ++place) {
    if (place > 0 && first_worse[place] != first_worse[place - 1]) better_end = place;
    if (pair_weights.needs_top_document() && rank[place] >= top) continue;
    sum.add_above(place, static_cast<std::size_t>(first_worse[place]), n, factor);
    if (pair_weights.needs_top_document()) {
      sum.add_below_others(place, better_end, factor, rank, top);
    }
  }
  const double size = sum.size();
  const double scale = options_.norm && size > 0.0 ? weight * damped(size) / size : 1.0;
  if (curvature.is_wanted()) sum.add_curvature(query.order, scale, curvature);
  sum.add_gradient(query.order, scale, gradient);
  return options_.norm ? weight * damped(size) : sum.value();
}

}  // namespace podium
