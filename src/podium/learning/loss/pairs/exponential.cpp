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

/// The exponentials of any scores. Pairs of a better and a worse document are products of both.
class WideScores {
 public:
  using Sum = ScaledSum;

  explicit WideScores(const PlacedQuery& known) : known_(known) {}

  void add_worse(std::size_t place, Sum& worse) const {
    worse.add(known_.score[place], weight_at(known_, place));
  }
  void add_better(std::size_t place, Sum& better) const {
    better.add(-known_.score[place], weight_at(known_, place));
  }
  double above(std::size_t place, const Sum& worse) const {
    return weight_at(known_, place) * worse.times_exp(-known_.score[place]);
  }
  double below(std::size_t place, const Sum& better) const {
    return weight_at(known_, place) * better.times_exp(known_.score[place]);
  }

 private:
  const PlacedQuery& known_;
};

/// Those of scores within `narrow`, where exp of a score less the middle one and its inverse are
/// both ordinary numbers: one exponential for each document.
class NarrowScores {
 public:
  using Sum = double;

  NarrowScores(const PlacedQuery& known, double middle, Workspace& workspace)
      : known_(known), e_(workspace.take<double>(known.score.size())) {
    exp_shifted(known.score, middle, e_);
  }

  void add_worse(std::size_t place, Sum& worse) const {
    worse += weight_at(known_, place) * e_[place];
  }
  void add_better(std::size_t place, Sum& better) const {
    better += weight_at(known_, place) / e_[place];
  }
  double above(std::size_t place, Sum worse) const {
    return weight_at(known_, place) * worse / e_[place];
  }
  double below(std::size_t place, Sum better) const {
    return weight_at(known_, place) * better * e_[place];
  }

 private:
  const PlacedQuery& known_;
  std::span<double> e_;
};

/// Writes the slopes of each place and returns the value.
template <class Scores>
double slopes_of(const Scores& scores, std::span<const double> first_worse,
                 const ExponentialSlopes& out) {
  double value = 0.0;
  typename Scores::Sum worse{};
  for_each_with_worse(
      first_worse, [&](std::size_t place) { scores.add_worse(place, worse); },
      [&](std::size_t place) {
        const double sum = scores.above(place, worse);
        out.slope[place] = -sum;
        value += sum;
      });
  typename Scores::Sum better{};
  for_each_with_better(
      first_worse, [&](std::size_t place) { scores.add_better(place, better); },
      [&](std::size_t place) {
        const double sum = scores.below(place, better);
        out.hessian[place] = sum - out.slope[place];
        out.slope[place] += sum;
      });
  return value;
}

}  // namespace

double ExponentialLoss::accumulate_pairs(const LossQuery& query, std::span<const double> scores,
                                         double factor, std::span<double> gradient,
                                         const CurvatureSink& curvature,
                                         Workspace& workspace) const {
  constexpr double narrow = 1200.0;  // exp(600) times any number of documents is far from overflow
  const PlacedQuery known = placed(query, scores, workspace);
  const ExponentialSlopes out{workspace.take<double>(scores.size()),
                              workspace.take<double>(scores.size())};
  const auto [least, most] = std::minmax_element(scores.begin(), scores.end());
  const double range = *most - *least;
  const double value =
      range <= narrow
          ? slopes_of(NarrowScores(known, *least + 0.5 * range, workspace), query.target, out)
          : slopes_of(WideScores(known), query.target, out);
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
    return sum_over_given_pairs(
        query, loss.scale(), weight, [&](const WeightedPair& pair, double factor, Workspace& own) {
          return parted_pairs(loss, two_documents(), values_of(pair, scores),
                              values_of(pair, passes), factor, own);
        });
  }
  const PlacedQuery known = placed(query, scores, workspace);
  PartedPairs sums;
  ScaledSum passed;
  ScaledSum held;
  const WideScores of(known);
  const auto does_pass = [&](std::size_t place) { return passes[query.order[place]] != 0; };
  for_each_with_worse(
      query.target,
      [&](std::size_t place) { of.add_worse(place, does_pass(place) ? passed : held); },
      [&](std::size_t place) {
        (does_pass(place) ? sums.right : sums.wrong) +=
            of.above(place, does_pass(place) ? held : passed);
      });
  const double factor = pair_factor(loss.scale(), query, query.target, weight);
  return {factor * sums.right, factor * sums.wrong};
}

}  // namespace podium
