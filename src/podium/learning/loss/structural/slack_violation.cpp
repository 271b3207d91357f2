#include "podium/learning/loss/structural/slack_violation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "podium/learning/loss/structural/gain_merge.hpp"
#include "podium/learning/loss/structural/order_search.hpp"

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
  return better_order(query, bound.lambda, bound.best, search, workspace);
}

TopOrder largest_precision_violation(const TopQuery& query, Workspace& workspace) {
  const std::size_t k = query.cutoff();
  const std::span<const double> score = query.score();
  const GainMerge gains(query, workspace);
  const std::span<const std::uint32_t> relevant = gains.best_of_gain(0);
  const std::span<const std::uint32_t> others = gains.best_of_gain(1);

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
