#include "podium/learning/loss/pairs/logistic.hpp"

#include "podium/learning/loss/pairs/expanded_pairs.hpp"
#include "podium/learning/loss/pairs/pair_rows.hpp"

namespace podium {

namespace {

struct LogisticRow {
  template <class Weight>
  PairRow operator()(double score, std::span<const double> others, Weight weight,
                     std::span<double> gradient) const {
    return logistic_row(score, others, weight, gradient);
  }

  template <class Weight>
  CurvedPairRow operator()(double score, std::span<const double> others, Weight weight,
                           std::span<double> gradient, std::span<double> curvature) const {
    return curved_logistic_row(score, others, weight, gradient, curvature);
  }
};

/// With ties every pair of documents counts.
double factor_of_any_pair(PairScale scale, const LossQuery& query, double weight) {
  if (scale == PairScale::sum) return weight;
  const auto n = static_cast<double>(query.order.size());
  double sum = n;
  double squares = n;
  if (!query.row_weight.empty()) {
    sum = squares = 0.0;
    for (const float own : query.row_weight) {
      sum += double{own};
      squares += double{own} * double{own};
    }
  }
  const double count = 0.5 * (sum * sum - squares);
  return count > 0.0 ? weight / count : 0.0;
}

/// The cross entropy of a target 1/2 is the mean of both directions of a pair.
void add_tied_rows(std::span<const double> first_worse, double factor,
                   PairRowSum<LogisticRow>& sum) {
  for (std::size_t begin = 0; begin < first_worse.size();) {
    const auto end = static_cast<std::size_t>(first_worse[begin]);
    for (std::size_t place = begin; place < end; ++place) {
      sum.add(place, begin, place, 0.5 * factor);
      sum.add(place, place + 1, end, 0.5 * factor);
    }
    begin = end;
  }
}

}  // namespace

bool LogisticLoss::prepare(const TruthView& truth, std::span<const DocIndex> order,
                           std::span<double> target) const {
  const bool has_pair = PairLoss::prepare(truth, order, target);
  return has_pair || (ties_ == LogisticOptions::Ties::half && order.size() > 1);
}

double LogisticLoss::factor_of(const LossQuery& query, double weight) const {
  return ties_ == LogisticOptions::Ties::off ? PairLoss::factor_of(query, weight)
                                             : factor_of_any_pair(scale(), query, weight);
}

double LogisticLoss::accumulate_pairs(const LossQuery& query, std::span<const double> scores,
                                      double factor, std::span<double> gradient,
                                      const CurvatureSink& curvature, Workspace& workspace) const {
  if (ties_ == LogisticOptions::Ties::off &&
      should_expand(scores.size(), pair_count(query.target), false)) {
    return accumulate_expanded_pairs(query, scores, query.target, nullptr, factor, gradient,
                                     workspace, curvature);
  }
  PairRowSum<LogisticRow> sum(query, scores, workspace, {}, curvature);
  for_each_pair_row(query.target, [&](std::size_t place, std::size_t begin, std::size_t end) {
    sum.add(place, begin, end, factor);
  });
  if (ties_ == LogisticOptions::Ties::half) add_tied_rows(query.target, factor, sum);
  return sum.finish(query.order, gradient);
}

}  // namespace podium
