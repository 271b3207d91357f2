#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/orders/top_k_loss.hpp"
#include "podium/research/theory/check_groups.hpp"
#include "podium/research/theory/loss_families.hpp"
#include "podium/research/theory/sum_over_cases.hpp"
#include "podium/research/theory/top_k_risk.hpp"

namespace podium::research {

namespace {

/// The orders of least risk, by enumeration, are those that begin with the likeliest subgroup.
bool is_bayes_by_subgroup(const TopKSpace& orders, std::size_t k) {
  const TopKSpace p = of_first(orders, k);
  const double least = 1.0 - p.at(likeliest(p));
  return std::ranges::all_of(orders, [&](const auto& entry) {
    const double risk = top_k_risk(entry.first, orders, k);
    const bool is_likeliest = first_places(entry.first, k) == likeliest(p);
    return is_likeliest ? std::abs(risk - least) < 1e-9 : risk > least;
  });
}

bool is_bayes(const Order& order, const TopKSpace& orders, std::size_t k) {
  const TopKSpace p = of_first(orders, k);
  return first_places(order, k) == likeliest(p);
}

CheckOutcome run_subgroups(const CheckOptions& options, std::uint64_t seed) {
  CheckOutcome outcome;
  for_each_size([&](std::size_t n, std::size_t k) {
    outcome.tallies += sum_over_cases(
        exhaustive_cases(options), seed, fmt::format("bayes {} {}", n, k),
        [&](RandomStream& stream, Tallies& t) {
          const TopKSpace orders = random_space(stream, n, n);
          t.printed.add(claim(is_bayes_by_subgroup(orders, k)), [&] { return in_words(orders); });
        });
  });
  return outcome;
}

/// 1 is best with probability .45, but the likeliest order begins with 2.
const TopKSpace& misleading() {
  static const TopKSpace orders = {{{0, 1, 2}, 0.25}, {{0, 2, 1}, 0.20}, {{1, 0, 2}, 0.05},
                                   {{1, 2, 0}, 0.30}, {{2, 0, 1}, 0.10}, {{2, 1, 0}, 0.10}};
  return orders;
}

/// Every document above the next one.
std::vector<DocPair> chain_of_all(std::size_t n) {
  std::vector<DocPair> pairs;
  for (DocIndex doc = 0; doc + 1 < n; ++doc) pairs.emplace_back(doc, doc + 1);
  return pairs;
}

CheckOutcome run_orders(const CheckOptions& options, std::uint64_t seed) {
  CheckOutcome outcome;
  const Order& order = likeliest(misleading());
  if (!is_bayes(order, misleading(), 1)) {
    outcome.counterexample = fmt::format(
        "{}: the likeliest order is (2, 3, 1), whose expected top-1 loss is {:.2f}; that of "
        "(1, 2, 3) is {:.2f}",
        in_words(misleading()), top_k_risk(order, misleading(), 1),
        top_k_risk({0, 1, 2}, misleading(), 1));
  }
  for_each_size([&](std::size_t n, std::size_t k) {
    if (k + 1 == n) return;  // the subgroups are the orders
    outcome.tallies +=
        sum_over_cases(exhaustive_cases(options), seed, fmt::format("bayes-order {} {}", n, k),
                       [&](RandomStream& stream, Tallies& t) {
                         const TopKSpace orders = random_space(stream, n, n);
                         const TopKSpace preserving = made_preserving(orders, chain_of_all(n));
                         t.printed.add(claim(is_bayes(likeliest(orders), orders, k)),
                                       [&] { return in_words(orders); });
                         t.corrected.add(claim(is_bayes(likeliest(preserving), preserving, k)),
                                         [&] { return in_words(preserving); });
                       });
  });
  return outcome;
}

}  // namespace

double top_k_risk(const Order& order, const TopKSpace& orders, std::size_t k) {
  const MeasureFunction loss = make_top_k_loss({}, k, Profile{});
  std::vector<double> scores(order.size());
  for (std::size_t place = 0; place < order.size(); ++place) {
    scores[order[place]] = -static_cast<double>(place);
  }
  const Ranking ranking = rank_by_score(scores);
  double risk = 0.0;
  for (const auto& [y, probability] : orders) {
    const WeakOrder truth = weak_order(OrderTruth{y});
    const auto value = loss(JudgedRanking(truth.view(), ranking), nullptr);
    expects(value.has_value(), "a loss for every order");
    risk += probability * *value;
  }
  return risk;
}

std::vector<TheoryCheck> bayes_checks() {
  return {{.name = "bayes",
           .reference = "Xia09",
           .statement = "the orders of least expected top-k loss begin with the likeliest top-k "
                        "subgroup",
           .run = run_subgroups},
          {.name = "bayes-order",
           .reference = "Xia09",
           .statement = "the likeliest order has the least expected top-k loss, k <= n - 2",
           .expectation = Expectation::fails,
           .corrected = "... if the probabilities preserve the order of n - 1 pairs in a chain",
           .run = run_orders}};
}

}  // namespace podium::research
