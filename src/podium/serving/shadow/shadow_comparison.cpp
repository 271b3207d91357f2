#include "podium/serving/shadow/shadow_comparison.hpp"

#include <algorithm>

#include "podium/core/measure/orders/kendall.hpp"
#include "podium/core/measure/orders/rbo.hpp"

namespace podium::serving {

namespace {

bool ties_all(const Ranking& ranking) {
  return ranking.order.empty() || ranking.tie_end.front() == ranking.size();
}

/// The ranking as a truth that has its ties. Levels instead of scores are labels, since negative
/// labels have a meaning of their own.
WeakOrder truth_with_ties(const Ranking& ranking) {
  WeakOrder truth{std::vector<Level>(ranking.size()), std::vector<double>(ranking.size()), 0};
  Level level = 0;
  for (std::size_t rank = ranking.size(); rank-- > 0;) {
    truth.level[ranking.order[rank]] = level;
    truth.label[ranking.order[rank]] = static_cast<double>(level);
    if (rank > 0 && ranking.tie_end[rank - 1] == rank) ++level;
  }
  return truth;
}

std::optional<double> tau_of(const Ranking& answered, const Ranking& other) {
  if (ties_all(answered) || ties_all(other)) return std::nullopt;
  static const MeasureFunction kendall = make_kendall({}, no_cutoff, profiles().front());
  const WeakOrder truth = truth_with_ties(answered);
  return kendall(JudgedRanking(truth.view(), other), nullptr);
}

double rbo_of(const Ranking& answered, const Ranking& other) {
  static const MeasureFunction rbo = make_rbo({}, compared_documents, profiles().front());
  const WeakOrder truth = weak_order(OrderTruth{answered.order});
  return rbo(JudgedRanking(truth.view(), other), nullptr).value_or(0.0);
}

double overlap_of(const Ranking& answered, const Ranking& other) {
  const std::size_t count = std::min(compared_documents, answered.size());
  const auto best = std::span(answered.order).first(count);
  const auto others = std::span(other.order).first(count);
  const auto common = std::ranges::count_if(
      best, [&](DocIndex doc) { return std::ranges::count(others, doc) > 0; });
  return static_cast<double>(common) / static_cast<double>(count);
}

}  // namespace

ShadowComparison compare_scores(std::span<const double> answered, std::span<const double> other) {
  if (answered.empty()) return {};
  const Ranking first = rank_by_score(answered);
  const Ranking second = rank_by_score(other);
  return {.overlap = overlap_of(first, second),
          .has_other_best = first.order.front() != second.order.front(),
          .rbo = rbo_of(first, second),
          .tau = tau_of(first, second)};
}

}  // namespace podium::serving
