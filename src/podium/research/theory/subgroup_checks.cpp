#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "podium/learning/loss/lists/list_mle.hpp"
#include "podium/learning/loss/lists/list_net.hpp"
#include "podium/learning/loss/lists/rank_cosine.hpp"
#include "podium/research/theory/check_groups.hpp"
#include "podium/research/theory/loss_families.hpp"
#include "podium/research/theory/sum_over_cases.hpp"
#include "podium/research/theory/top_k_case.hpp"

namespace podium::research {

namespace {

constexpr std::array<MakeLoss, 3> sensitive_losses = {top_k_of<ListMle>, top_k_of<RankCosine>,
                                                      top_k_of<ListNet>};

/// A statement about one loss at random scores: 0 where it holds.
using Excess = double (*)(const OrderLoss& phi, const Draw& draw, std::size_t k);

/// [Xia09, proposition 4]: the largest difference of the losses of two orders whose first k places
/// are the same.
double spread_within_subgroups(const OrderLoss& phi, const Draw& draw, std::size_t k) {
  double spread = 0.0;
  const std::vector<Order> orders = all_orders(draw.g.size());
  for (const Order& y : orders) {
    for (const Order& other : orders) {
      if (first_places(y, k) != first_places(other, k)) continue;
      spread = std::max(spread, std::abs(phi(draw.g, y) - phi(draw.g, other)));
    }
  }
  return spread;
}

/// [Xia09, proposition 5], where g_i is raised to g_j: how much the slope along g_i of an order
/// with i before j exceeds that of the order with the two exchanged. Where the first k places of
/// both are the same, how much the slopes differ.
double excess_of_slopes(const OrderLoss& phi, const Draw& draw, std::size_t k) {
  std::vector<double> g = draw.g;
  g[draw.i] = g[draw.j];
  double excess = 0.0;
  for (const Order& y : all_orders(g.size())) {
    if (!is_before(y, draw.i, draw.j)) continue;
    const Order other = exchanged(y, draw.i, draw.j);
    const double difference = slope(phi, g, y, draw.i) - slope(phi, g, other, draw.i);
    const bool is_same = first_places(y, k) == first_places(other, k);
    excess = std::max(excess, is_same ? std::abs(difference) : difference);
  }
  return excess;
}

/// Central differences of losses near 1 are exact to about 1e-9.
constexpr double rounding = 1e-7;

Inequality is_none(double excess) {
  return {excess, rounding};
}

template <class Add>
void over_draws(std::string_view name, std::size_t n, std::size_t k, const CheckOptions& options,
                std::uint64_t seed, Tallies& sum, const Add& add) {
  sum += sum_over_cases(exhaustive_cases(options), seed, fmt::format("{} {} {}", name, n, k),
                        [&](RandomStream& stream, Tallies& tallies) {
                          const Draw draw = random_draw(stream, n);
                          add(draw, tallies, [&] {
                            return fmt::format("n = {}, k = {}, i = {}, j = {}, g = {}", n, k,
                                               draw.i + 1, draw.j + 1, in_words(draw.g));
                          });
                        });
}

TheoryCheck of_sensitive(std::string_view name, std::string_view statement, Excess excess) {
  return {.name = name,
          .reference = "Xia09",
          .statement = statement,
          .run = [name, excess](const CheckOptions& options, std::uint64_t seed) {
            CheckOutcome outcome;
            for_each_size([&](std::size_t n, std::size_t k) {
              for (const MakeLoss make : sensitive_losses) {
                const OrderLoss phi = make(n, k);
                over_draws(name, n, k, options, seed, outcome.tallies,
                           [&](const Draw& draw, Tallies& tallies, const auto& describe) {
                             tallies.printed.add(is_none(excess(phi, draw, k)), describe);
                           });
              }
            });
            return outcome;
          }};
}

/// The same statement for ListMLE of the full order, which is not order sensitive for k <= n - 2.
TheoryCheck of_full_order(std::string_view name, std::string_view statement, Excess excess) {
  const auto run = [name, excess](const CheckOptions& options, std::uint64_t seed) {
    const OrderLoss phi = with_full_truth<ListMle>();
    CheckOutcome outcome;
    const Draw example{.g = {0.0, 1.0, 2.0}, .i = 0, .j = 1};
    if (const double found = excess(phi, example, 1); !is_none(found).holds()) {
      outcome.counterexample = fmt::format("n = 3, k = 1, i = 1, j = 2, scores {}: {:.6f} > 0",
                                           in_words(example.g), found);
    }
    for_each_size([&](std::size_t n, std::size_t k) {
      over_draws(name, n, k, options, seed, outcome.tallies,
                 [&](const Draw& draw, Tallies& tallies, const auto& describe) {
                   const bool is_last = k + 1 == n;
                   (is_last ? tallies.corrected : tallies.printed)
                       .add(is_none(excess(phi, draw, k)), describe);
                 });
    });
    return outcome;
  };
  return {.name = name,
          .reference = "Xia09",
          .statement = statement,
          .expectation = Expectation::fails,
          .corrected = "... for k = n - 1",
          .run = run};
}

}  // namespace

std::vector<TheoryCheck> subgroup_checks() {
  return {
      of_sensitive("prop4", "order sensitive losses are equal for orders with the same top k",
                   spread_within_subgroups),
      of_full_order("prop4-full", "so is full-order ListMLE for k <= n - 2, which is not sensitive",
                    spread_within_subgroups),
      of_sensitive("prop5",
                   "at equal scores, exchanging i and j never lowers the slope of such a loss "
                   "along g_i",
                   excess_of_slopes),
      of_full_order("prop5-full",
                    "that holds for full-order ListMLE and k <= n - 2, with equality for the "
                    "same top k",
                    excess_of_slopes)};
}

}  // namespace podium::research
