#include "podium/learning/loss/pairs/exponential.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "podium/core/kernels/exponential.hpp"
#include "podium/learning/loss/pairs/given_pairs.hpp"
#include "podium/learning/loss/pairs/pair_set.hpp"

namespace podium {

namespace {

double weight_at(const PlacedQuery& known, std::size_t place) {
  return known.weight.empty() ? 1.0 : known.weight[place];
}

/// A sum of w exp(x) that outgrows no exponent: kept as factor * exp(shift).
class ScaledSum {
 public:
  void add(double x, double weight) {
    if (x > shift_) {
      factor_ *= std::exp(shift_ - x);
      shift_ = x;
    }
    factor_ += weight * std::exp(x - shift_);
  }
  /// The sum times exp(x).
  double times_exp(double x) const { return factor_ == 0.0 ? 0.0 : factor_ * std::exp(shift_ + x); }

 private:
  double factor_ = 0.0;
  double shift_ = -std::numeric_limits<double>::infinity();
};

/// The derivatives of the loss by place. Each pair has exp(-margin) as the size of both.
struct ExponentialSlopes {
  std::span<double> slope;
  std::span<double> hessian;  ///< second derivatives
};

/// Writes the slopes of each place and returns the value, for any scores.
double slopes_of_wide_scores(const PlacedQuery& known, std::span<const double> first_worse,
                             const ExponentialSlopes& out) {
  const std::size_t n = known.score.size();
  double value = 0.0;
  ScaledSum worse;
  std::size_t next = n;
  for (std::size_t place = n; place-- > 0;) {
    for (; static_cast<double>(next) > first_worse[place]; --next) {
      worse.add(known.score[next - 1], weight_at(known, next - 1));
    }
    out.slope[place] = -weight_at(known, place) * worse.times_exp(-known.score[place]);
    value -= out.slope[place];
  }
  ScaledSum better;
  next = 0;
  for (std::size_t place = 0; place < n; ++place) {
    for (; first_worse[next] <= static_cast<double>(place); ++next) {
      better.add(-known.score[next], weight_at(known, next));
    }
    const double derivative = weight_at(known, place) * better.times_exp(known.score[place]);
    out.hessian[place] = derivative - out.slope[place];
    out.slope[place] += derivative;
  }
  return value;
}

/// The same for scores within `narrow`, where exp of a score less the middle one and its inverse
/// are both ordinary numbers: one exponential for each document.
double slopes_of_narrow_scores(const PlacedQuery& known, std::span<const double> first_worse,
                               double middle, const ExponentialSlopes& out, Workspace& workspace) {
  const std::size_t n = known.score.size();
  const std::span<double> e = workspace.take<double>(n);
  exp_shifted(known.score, middle, e);
  double value = 0.0;
  double worse = 0.0;
  std::size_t next = n;
  for (std::size_t place = n; place-- > 0;) {
    for (; static_cast<double>(next) > first_worse[place]; --next) {
      worse += weight_at(known, next - 1) * e[next - 1];
    }
    out.slope[place] = -weight_at(known, place) * worse / e[place];
    value -= out.slope[place];
  }
  double better = 0.0;
  next = 0;
  for (std::size_t place = 0; place < n; ++place) {
    for (; first_worse[next] <= static_cast<double>(place); ++next) {
      better += weight_at(known, next) / e[next];
    }
    const double derivative = weight_at(known, place) * better * e[place];
    out.hessian[place] = derivative - out.slope[place];
    out.slope[place] += derivative;
  }
  return value;
}

}  // namespace

bool ExponentialLoss::prepare(const TruthView& truth, std::span<const DocIndex> order,
                              std::span<double> target) const {
  return write_first_worse(truth, order, target);
}

double ExponentialLoss::accumulate(const LossQuery& query, std::span<const double> scores,
                                   double weight, std::span<double> gradient,
                                   Workspace& workspace) const {
  return accumulate_curved(query, scores, weight, gradient, {}, workspace);
}

double ExponentialLoss::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                          double weight, std::span<double> gradient,
                                          const CurvatureSink& curvature,
                                          Workspace& workspace) const {
  if (!query.pairs.empty()) {
    return accumulate_given_pairs(*this, options_.pairs, query, scores, weight, gradient,
                                  curvature);
  }
  constexpr double narrow = 1200.0;  // exp(600) times any number of documents is far from overflow
  const PlacedQuery known = placed(query, scores, workspace);
  const ExponentialSlopes out{workspace.take<double>(scores.size()),
                              workspace.take<double>(scores.size())};
  const auto [least, most] = std::minmax_element(scores.begin(), scores.end());
  const double value =
      *most - *least <= narrow
          ? slopes_of_narrow_scores(known, query.target, *least + 0.5 * (*most - *least), out,
                                    workspace)
          : slopes_of_wide_scores(known, query.target, out);
  const double factor = pair_factor(options_.pairs, query, query.target, weight);
  if (!std::isfinite(factor * value)) return std::numeric_limits<double>::infinity();
  for (double& s : out.slope) s *= factor;
  add_scattered(query.order, out.slope, gradient);
  if (curvature.is_wanted()) {
    const double hessians = factor * pair_curvature(curvature.kind);
    for (double& b : out.hessian) b *= hessians;
    add_scattered(query.order, out.hessian, curvature.values);
  }
  return factor * value;
}

PartedPairs parted_pairs(const ExponentialLoss& loss, const LossQuery& query,
                         std::span<const double> scores, std::span<const char> passes,
                         double weight, Workspace& workspace) {
  if (!query.pairs.empty()) {
    return sum_over_given_pairs(query, loss.options().pairs, weight,
                                [&](const WeightedPair& pair, double factor, Workspace& own) {
                                  return parted_pairs(loss, two_documents(),
                                                      values_of(pair, scores),
                                                      values_of(pair, passes), factor, own);
                                });
  }
  const PlacedQuery known = placed(query, scores, workspace);
  PartedPairs sums;
  ScaledSum passed;
  ScaledSum held;
  std::size_t next = scores.size();
  for (std::size_t place = scores.size(); place-- > 0;) {
    for (; static_cast<double>(next) > query.target[place]; --next) {
      ScaledSum& side = passes[query.order[next - 1]] != 0 ? passed : held;
      side.add(known.score[next - 1], weight_at(known, next - 1));
    }
    const bool does_pass = passes[query.order[place]] != 0;
    (does_pass ? sums.right : sums.wrong) +=
        weight_at(known, place) * (does_pass ? held : passed).times_exp(-known.score[place]);
  }
  const double factor = pair_factor(loss.options().pairs, query, query.target, weight);
  return {factor * sums.right, factor * sums.wrong};
}

}  // namespace podium
