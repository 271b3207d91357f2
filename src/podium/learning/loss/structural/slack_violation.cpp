#include "podium/learning/loss/structural/slack_violation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "podium/learning/loss/structural/gain_merge.hpp"
#include "podium/learning/loss/structural/order_search.hpp"
#include "podium/learning/loss/structural/select_first.hpp"

namespace podium {

namespace {

constexpr int max_slopes = 100;  // rounding must not keep us here
constexpr double rounding = 1e-13;

const TopOrder& worse_of(const TopQuery& query, const TopOrder& one, const TopOrder& other) {
  return query.violation(one) < query.violation(other) ? other : one;
}

}  // namespace

LeastBound least_bound(const TopQuery& query, Workspace& workspace) {
  const auto slack = [&](const TopOrder& order) { return query.shortfall(order); };
  const GainMerge orders(query, workspace);
  TopOrder low = orders.best_order(0.0, workspace);
  TopOrder high = orders.best_order(std::numeric_limits<double>::infinity(), workspace);
  LeastBound found{.best = worse_of(query, low, high)};
  if (low.loss >= high.loss) return found;
  for (int round = 0; round < max_slopes; ++round) {
    const double lambda = (slack(low) - slack(high)) / (high.loss - low.loss);
    const double along = lambda * low.loss + slack(low);
    const TopOrder beyond = orders.best_order(lambda, workspace);
    found.lambda = lambda;
    if (lambda * beyond.loss + slack(beyond) <= along * (1.0 + rounding)) break;
    found.best = worse_of(query, found.best, beyond);
    (lambda * beyond.loss < slack(beyond) ? low : high) = beyond;
  }
  found.is_exact = found.lambda * low.loss >= slack(low) || found.lambda * high.loss <= slack(high);
  return found;
}

TopOrder largest_violation(const TopQuery& query, std::size_t search, Workspace& workspace) {
  const LeastBound bound = least_bound(query, workspace);
  if (bound.is_exact || search == 0) return bound.best;
  return OrderSearch(query, bound.lambda, workspace).better_than(bound.best, search);
}

TopOrder largest_precision_violation(const TopQuery& query, Workspace& workspace) {
  const std::size_t k = query.cutoff();
  const std::span<const double> score = query.score();
  const auto by_score = [score](std::uint32_t one, std::uint32_t other) {
    return score[one] != score[other] ? score[one] > score[other] : one < other;
  };
  const auto places = workspace.take<std::uint32_t>(query.size());
  std::iota(places.begin(), places.end(), std::uint32_t{0});
  const auto count =
      static_cast<std::size_t>(std::ranges::count(query.gain(), query.gain().front()));
  const auto relevant = select_first(places.first(count), k, by_score);
  const auto others = select_first(places.subspan(count), k, by_score);

  // From as many relevant documents as there can be on, the last of them makes place for the next
  // of the others, until one kind is used up.
  const auto order = workspace.take<std::uint32_t>(k);
  std::ranges::copy(others.first(k - relevant.size()),
                    std::ranges::copy(relevant, order.begin()).out);
  TopOrder best = query.order_of(order);
  const double weight = query.weight().front();
  const double step = weight * (query.gain().front() - query.gain().back());
  TopOrder next = best;
  std::size_t others_in_best = k - relevant.size();
  for (std::size_t in = others_in_best; in < others.size(); ++in) {
    next.loss += step;
    next.score += weight * (score[others[in]] - score[relevant[k - 1 - in]]);
    if (query.violation(best) >= query.violation(next)) continue;
    best = next;
    others_in_best = in + 1;
  }
  std::ranges::copy(others.first(others_in_best),
                    std::ranges::copy(relevant.first(k - others_in_best), order.begin()).out);
  return query.order_of(order);
}

}  // namespace podium
