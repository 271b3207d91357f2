#include "podium/learning/loss/pairs/lambda_rank.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "podium/core/kernels/argsort.hpp"
#include "podium/core/kernels/exponential.hpp"
#include "podium/core/kernels/lambda_row.hpp"
#include "podium/learning/loss/pairs/expanded_pairs.hpp"
#include "podium/learning/loss/pairs/pair_set.hpp"

namespace podium {

namespace {

struct ScoredPlaces {
  std::span<const std::uint32_t> rank;
  double range = 0.0;  ///< between the highest and the lowest score
};

ScoredPlaces scored_places(std::span<const DocIndex> order, std::span<const double> scores,
                           Workspace& workspace) {
  const auto by_score = workspace.take<DocIndex>(scores.size());
  argsort_descending(scores, by_score, workspace);
  const auto rank_of = workspace.take<std::uint32_t>(scores.size());
  for (std::uint32_t rank = 0; rank < by_score.size(); ++rank) rank_of[by_score[rank]] = rank;
  const auto ranks = workspace.take<std::uint32_t>(scores.size());
  for (std::size_t place = 0; place < order.size(); ++place) ranks[place] = rank_of[order[place]];
  return {ranks, scores[by_score.front()] - scores[by_score.back()]};
}

/// The documents of a query by place, with the signs of scores as they are or turned.
struct SignedPlaces {
  std::span<double> score;
  std::span<double> power;     ///< as ScoresAndPowers; empty: each pair needs an exponential
  std::span<double> gradient;  ///< by these scores

  SignedPlaces(std::span<const double> scores, double sign, bool has_powers, Workspace& workspace)
      : score(workspace.take<double>(scores.size())),
        power(workspace.take<double>(has_powers ? scores.size() : 0)),
        gradient(workspace.zeros<double>(scores.size())) {
    for (std::size_t p = 0; p < scores.size(); ++p) score[p] = sign * scores[p];
    if (has_powers) exp_shifted(score, largest(score), power);
  }
};

/// What a document is compared with: those that are worse, or those that are better.
enum class Against { worse, better };

/// Adds up weighted logistic rows over places.
class LambdaSum {
 public:
  /// `divides` weights by the distances of scores, as LambdaRankOptions::norm says.
  LambdaSum(const PlacedQuery& known, const RankPairWeights& weights, bool is_curved, bool divides,
            double range, Workspace& workspace)
      : known_(known),
        weights_(weights),
        is_curved_(is_curved),
        divides_(divides),
        has_powers_(divides && range <= widest_scores),
        row_(workspace.take<double>(known.score.size())),
        hessian_(workspace.zeros<double>(known.score.size())),
        better_(known.score, 1.0, has_powers_, workspace),
        worse_(known.score, -1.0, has_powers_, workspace) {}

  /// The document at `place` against those at begin .. end-1; against better ones it is with
  /// all signs turned the one that should win. `counts` is 1 for those that count, and 0 for
  /// others; empty: all do.
  void add(Against against, std::size_t place, std::size_t begin, std::size_t end, double factor,
           std::span<const double> counts = {}) {
    const SignedPlaces& places = against == Against::worse ? better_ : worse_;
    const std::size_t count = end - begin;
    const std::span<const double> weights = weights_of(place, begin, count, factor, counts);
    const double score = places.score[place];
    const std::span<const double> others = places.score.subspan(begin, count);
    const std::span<double> gradient = places.gradient.subspan(begin, count);
    const std::span<double> hessian = hessian_.subspan(begin, count);
    CurvedPairRow sums;
    if (has_powers_) {
      sums = normed_logistic_row(score, places.power[place],
                                 {others, places.power.subspan(begin, count)}, weights, gradient,
                                 hessian);
    } else if (is_curved_ || divides_) {
      sums = curved_logistic_row(score, others, weights, gradient, hessian, {.divides = divides_});
    } else {
      sums = {logistic_row(score, others, weights, gradient), 0.0};
    }
    value_ += sums.value;
    gradient_sum_ -= sums.slope;
    places.gradient[place] += sums.slope;
    hessian_[place] += sums.hessian;
  }

  /// The sum over pairs of the sizes of both documents' gradients.
  double size() const noexcept { return 2.0 * gradient_sum_; }

  void add_curvature(std::span<const DocIndex> order, double factor,
                     const CurvatureSink& curvature) {
    for (double& hessian : hessian_) hessian *= factor * pair_curvature(curvature.kind);
    add_scattered(order, hessian_, curvature.values);
  }

  void add_gradient(std::span<const DocIndex> order, double factor,
                    std::span<double> gradient) const {
    const std::span<double> own = better_.gradient;
    for (std::size_t p = 0; p < own.size(); ++p) own[p] = factor * (own[p] - worse_.gradient[p]);
    add_scattered(order, own, gradient);
  }

  double value() const noexcept { return value_; }

 private:
  std::span<const double> weights_of(std::size_t place, std::size_t begin, std::size_t count,
                                     double factor, std::span<const double> counts) {
    const std::span<double> row = row_.first(count);
    if (known_.weight.empty()) {
      weights_.write_row(place, begin, factor, row);
    } else {
      weights_.write_row(place, begin, factor * known_.weight[place], row);
      for (std::size_t i = 0; i < count; ++i) row[i] *= known_.weight[begin + i];
    }
    if (!counts.empty()) {
      for (std::size_t i = 0; i < count; ++i) row[i] *= counts[begin + i];
    }
    return row;
  }

  const PlacedQuery& known_;
  const RankPairWeights& weights_;
  bool is_curved_;
  bool divides_;
  bool has_powers_;
  std::span<double> row_;
  std::span<double> hessian_;  ///< second derivatives, which no sign changes
  SignedPlaces better_;
  SignedPlaces worse_;
  double value_ = 0.0;
  double gradient_sum_ = 0.0;  ///< on the better documents of all pairs
};

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
  return write_normalised_gains(options_.gain, options_.cutoff, truth, order, target);
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
  const auto [rank, range] = scored_places(query.order, scores, workspace);
  const RankPairWeights pair_weights(options_.weights, options_.mu, top, query.target, rank,
                                     workspace);
  LambdaSum sum(known, pair_weights, curvature.is_wanted(), options_.norm && range > 0.0, range,
                workspace);
  const auto outside = workspace.take<double>(n);
  for (std::size_t place = 0; place < n; ++place) outside[place] = rank[place] < top ? 0.0 : 1.0;
  std::size_t better_end = 0;
  for (std::size_t place = 0; place < n; ++place) {
    if (place > 0 && first_worse[place] != first_worse[place - 1]) better_end = place;
    if (pair_weights.needs_top_document() && rank[place] >= top) continue;
    sum.add(Against::worse, place, static_cast<std::size_t>(first_worse[place]), n, factor);
    if (pair_weights.needs_top_document()) {
      sum.add(Against::better, place, 0, better_end, factor, outside);
    }
  }
  const double size = sum.size();
  const double scale = options_.norm && size > 0.0 ? weight * damped(size) / size : 1.0;
  if (curvature.is_wanted()) sum.add_curvature(query.order, scale, curvature);
  sum.add_gradient(query.order, scale, gradient);
  return options_.norm ? weight * damped(size) : sum.value();
}

}  // namespace podium
