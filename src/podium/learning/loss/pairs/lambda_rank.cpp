#include "podium/learning/loss/pairs/lambda_rank.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/exponential.hpp"
#include "podium/core/kernels/lambda_row.hpp"
#include "podium/learning/loss/pairs/expanded_pairs.hpp"
#include "podium/learning/loss/pairs/pair_set.hpp"

namespace podium {

namespace {

/// The cells of a query, with the signs of scores as they are or turned.
struct SignedCells {
  std::span<double> score;
  std::span<double> power;     ///< as ScoresAndPowers; empty: each pair needs an exponential
  std::span<double> gradient;  ///< by these scores

  SignedCells(std::span<const double> scores, double sign, bool has_powers, Workspace& workspace)
      : score(workspace.take<double>(scores.size())),
        power(workspace.take<double>(has_powers ? scores.size() : 0)),
        gradient(workspace.zeros<double>(scores.size())) {
    for (std::size_t p = 0; p < scores.size(); ++p) score[p] = sign * scores[p];
    if (has_powers) exp_shifted(score, largest(score), power);
  }
};

/// What a document is compared with: those that are worse, or those that are better.
enum class Against { worse, better };

/// Adds up weighted logistic rows over cells.
class LambdaSum {
 public:
  /// `divides` weights by the distances of scores, as LambdaRankOptions::norm says.
  LambdaSum(const TiedCells& cells, const RankPairWeights& weights, bool is_curved, bool divides,
            double range, Workspace& workspace)
      : cells_(cells),
        weights_(weights),
        is_curved_(is_curved),
        divides_(divides),
        has_powers_(divides && range <= widest_scores),
        outside_(workspace.take<double>(weights.needs_top_document() ? cells.size() : 0)),
        row_(workspace.take<double>(cells.score.size())),
        hessian_(workspace.zeros<double>(cells.score.size())),
        better_(cells.score, 1.0, has_powers_, workspace),
        worse_(cells.score, -1.0, has_powers_, workspace) {
    for (std::size_t c = 0; c < outside_.size(); ++c) outside_[c] = weights.is_top(c) ? 0.0 : 1.0;
  }

  /// The cell `place` against those at begin .. end-1; against better ones it is with all signs
  /// turned the one that should win, and those that are at the top do not count.
  void add(Against against, std::size_t place, std::size_t begin, std::size_t end, double factor) {
    const SignedCells& places = against == Against::worse ? better_ : worse_;
    const std::size_t count = end - begin;
    const std::span<const double> weights = weights_of(against, place, begin, count, factor);
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

  /// The pairs of equal score, whose weights rows do not have.
  void add_tied_pairs(double factor, Workspace& workspace) {
    if (weights_.tied().empty()) return;
    const auto better = workspace.take<double>(cells_.size());
    const auto worse = workspace.take<double>(cells_.size());
    const double sum = sum_tied_pairs(cells_, weights_.tied(), better, worse, workspace);
    // What the rows divide weights by at a distance of 0.
    if (divides_) factor /= 0.01;
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      better_.gradient[c] += 0.5 * factor * (worse[c] - better[c]);
      hessian_[c] += 0.25 * factor * (worse[c] + better[c]);
    }
    value_ += factor * sum * std::numbers::ln2;
    gradient_sum_ += 0.5 * factor * sum;
  }

  void add_curvature(double factor, const CurvatureSink& curvature) const {
    cells_.add_to_documents(hessian_, factor * pair_curvature(curvature.kind), curvature.values);
  }

  void add_gradient(double factor, std::span<double> gradient) const {
    const std::span<double> own = better_.gradient;
    for (std::size_t c = 0; c < own.size(); ++c) own[c] -= worse_.gradient[c];
    cells_.add_to_documents(own, factor, gradient);
  }

  double value() const noexcept { return value_; }

 private:
  std::span<const double> weights_of(Against against, std::size_t place, std::size_t begin,
                                     std::size_t count, double factor) {
    const std::span<double> row = row_.first(count);
    if (cells_.weight.empty()) {
      weights_.write_row(place, begin, factor, row);
    } else {
      weights_.write_row(place, begin, factor * cells_.weight[place], row);
      for (std::size_t i = 0; i < count; ++i) row[i] *= cells_.weight[begin + i];
    }
    if (against == Against::better) {
      for (std::size_t i = 0; i < count; ++i) row[i] *= outside_[begin + i];
    }
    return row;
  }

  const TiedCells& cells_;
  const RankPairWeights& weights_;
  bool is_curved_;
  bool divides_;
  bool has_powers_;
  std::span<double> outside_;  ///< 1 for cells that are not at the top, else 0; if that matters
  std::span<double> row_;
  std::span<double> hessian_;  ///< second derivatives, which no sign changes
  SignedCells better_;
  SignedCells worse_;
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

LambdaRankLoss::LambdaRankLoss(const LambdaRankOptions& options)
    : options_(options),
      rule_{.weighting = options.weights, .mu = options.mu, .measure = {.cutoff = options.cutoff}} {
  if (!options.objective.empty()) rule_.measure = parse_swap_measure(options.objective);
}

std::unique_ptr<const Loss> make_lambda_rank(const OptionText& options) {
  const auto parsed = parse_options<LambdaRankOptions>(options);
  if (!parsed.objective.empty() && (options.contains("weights") || options.contains("cutoff"))) {
    throw UsageError(
        "option 'objective' replaces the options 'weights' and 'cutoff'; give only the objective, "
        "with its cutoff as in objective=ndcg@10");
  }
  if (!parsed.objective.empty() && options.contains("gain") &&
      !parse_swap_measure(parsed.objective).takes_gain()) {
    throw UsageError(fmt::format("option 'gain' has no effect on the objective {}; leave it out",
                                 parsed.objective));
  }
  return std::make_unique<const LambdaRankLoss>(parsed);
}

bool LambdaRankLoss::prepare(const TruthView& truth, std::span<const DocIndex> order,
                             std::span<double> target) const {
  return write_swap_targets(rule_.measure, options_.gain, truth, order, target);
}

double LambdaRankLoss::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                         double weight, std::span<double> gradient,
                                         const CurvatureSink& curvature,
                                         Workspace& workspace) const {
  const std::size_t n = scores.size();
  const auto first_worse = workspace.take<double>(n);
  std::copy(query.target.begin(), query.target.end(), first_worse.begin());
  become_first_worse(first_worse);
  // The weight of a query does not change its norm.
  const double factor =
      pair_factor(options_.pairs, query, first_worse, options_.norm ? 1.0 : weight);
  const TiedCells cells = tied_cells(query, scores, workspace);
  const RankPairWeights weights(rule_, cells, workspace);
  const double range = largest(cells.score) - *std::ranges::min_element(cells.score);
  LambdaSum sum(cells, weights, curvature.is_wanted(), options_.norm && range > 0.0, range,
                workspace);
  sum.add_tied_pairs(factor, workspace);
  double expanded = 0.0;
  if (weights.has_discounts() && !options_.norm &&
      should_expand(n, weighted_pairs(first_worse, weights.top_count()), true)) {
    const PairGains gains{query.target, weights.discount_by_rank()};
    expanded = accumulate_expanded_pairs(query, scores, first_worse, &gains, factor, gradient,
                                         workspace, curvature);
  } else {
    const bool needs_top = weights.needs_top_document();
    for (std::size_t cell = 0, better_end = 0; cell < cells.size(); ++cell) {
      const auto worse_begin = static_cast<std::size_t>(cells.first_worse[cell]);
      if (cell > 0 && cells.first_worse[cell] != cells.first_worse[cell - 1]) better_end = cell;
      if (needs_top && !weights.is_top(cell)) continue;
      sum.add(Against::worse, cell, worse_begin, cells.size(), factor);
      if (needs_top) sum.add(Against::better, cell, 0, better_end, factor);
    }
  }
  const double size = sum.size();
  const double scale = options_.norm && size > 0.0 ? weight * damped(size) / size : 1.0;
  if (curvature.is_wanted()) sum.add_curvature(scale, curvature);
  sum.add_gradient(scale, gradient);
  return options_.norm ? weight * damped(size) : expanded + sum.value();
}

}  // namespace podium
