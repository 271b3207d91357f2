#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/learning/loss/lists/list_mle.hpp"
#include "podium/learning/loss/lists/list_net.hpp"
#include "podium/learning/loss/lists/rank_cosine.hpp"
#include "podium/research/theory/check_groups.hpp"
#include "podium/research/theory/loss_families.hpp"
#include "podium/research/theory/sum_over_cases.hpp"
#include "podium/research/theory/top_k_case.hpp"

namespace podium::research {

namespace {

OrderLoss permutation_cross_entropy(std::size_t n, std::size_t k) {
  return luce_cross_entropy(k, n);
}
OrderLoss top_two_cross_entropy(std::size_t n, std::size_t /*k*/) {
  return luce_cross_entropy(n, 2);
}
/// Calls add(found, tallies, describe) for random scores, with phi checked as a top-k loss.
template <class Add>
Tallies over_scores(const OrderLoss& phi, std::size_t n, std::size_t k, std::string_view name,
                    const CheckOptions& options, std::uint64_t seed, const Add& add) {
  const std::string purpose = fmt::format("{} {} {}", name, n, k);
  return sum_over_cases(exhaustive_cases(options), seed, purpose,
                        [&](RandomStream& stream, Tallies& tallies) {
                          const Draw draw = random_draw(stream, n);
                          add(sensitivity_at(phi, draw.g, draw.i, draw.j, k), tallies, [&] {
                            return fmt::format("n = {}, k = {}, i = {}, j = {}, g = {}", n, k,
                                               draw.i + 1, draw.j + 1, in_words(draw.g));
                          });
                        });
}

Tallies judged(const OrderLoss& phi, std::size_t n, std::size_t k, std::string_view name,
               const CheckOptions& options, std::uint64_t seed) {
  return over_scores(phi, n, k, name, options, seed,
                     [](const Sensitivity& found, Tallies& tallies, const auto& describe) {
                       tallies.printed.add(claim(found.is_complete()), describe);
                     });
}

// --- losses that depend on the top k only ---

TheoryCheck sensitive(std::string_view name, std::string_view statement, MakeLoss make) {
  return {.name = name,
          .reference = "Xia09",
          .statement = statement,
          .run = [name, make](const CheckOptions& options, std::uint64_t seed) {
            CheckOutcome outcome;
            for_each_size([&](std::size_t n, std::size_t k) {
              outcome.tallies += judged(make(n, k), n, k, name, options, seed);
            });
            return outcome;
          }};
}

// --- losses that depend on more ---

/// Two orders with the same best document and different losses.
std::string told_apart(const OrderLoss& phi) {
  const std::vector<double> g = {0.0, 1.0, 2.0};
  const double a = phi(g, {2, 0, 1});
  const double b = phi(g, {2, 1, 0});
  if (std::abs(a - b) < 1e-6) return {};
  return fmt::format(
      "n = 3, k = 1, scores {}: the orders (3, 1, 2) and (3, 2, 1) have the same best document "
      "and the losses {:.6f} and {:.6f}",
      in_words(g), a, b);
}

TheoryCheck insensitive(std::string_view name, std::string_view statement, MakeLoss make) {
  const auto run = [name, make](const CheckOptions& options, std::uint64_t seed) {
    CheckOutcome outcome{.counterexample = told_apart(make(3, 1))};
    for_each_size([&](std::size_t n, std::size_t k) {
      const bool is_last = k + 1 == n;
      outcome.tallies += over_scores(
          make(n, k), n, k, name, options, seed,
          [&](const Sensitivity& found, Tallies& tallies, const auto& describe) {
            if (!is_last) tallies.printed.add(claim(found.is_complete()), describe);
            const bool holds = found.is_symmetric && found.has_slope;
            tallies.corrected.add(claim(holds && (found.is_ordered || !is_last)), describe);
          });
    });
    return outcome;
  };
  return {.name = name,
          .reference = "Xia09",
          .statement = statement,
          .expectation = Expectation::fails,
          .corrected = "... for k = n - 1; for smaller k only conditions 1 and 3 hold",
          .run = run};
}

// --- proposition 9 ---

CheckOutcome run_larger_k(const CheckOptions& options, std::uint64_t seed) {
  CheckOutcome outcome;
  for (const MakeLoss make : {top_k_of<ListMle>, top_k_of<RankCosine>, top_k_of<ListNet>}) {
    for_each_size([&](std::size_t n, std::size_t k) {
      for (std::size_t larger = k + 1; larger <= n; ++larger) {
        outcome.tallies += judged(make(n, k), n, larger, "prop9", options, seed);
      }
    });
  }
  return outcome;
}

// --- RankCosine at 0 ---

/// Values on both sides of s = 0 along a line, and the slope elsewhere.
CheckOutcome run_cosine(const CheckOptions& options, std::uint64_t seed) {
  const OrderLoss phi = with_top_k_truth<RankCosine>(1);
  const Order y = {0, 1, 2};
  const double before = phi({-1e-9, 0.0, 0.0}, y);
  const double after = phi({1e-9, 0.0, 0.0}, y);
  CheckOutcome outcome;
  if (std::abs(before - after) > 0.5) {
    outcome.counterexample = fmt::format(
        "n = 3, k = 1: {:.6f} at scores (-1e-9, 0, 0) and {:.6f} at (1e-9, 0, 0)", before, after);
  }
  outcome.tallies = sum_over_cases(
      exhaustive_cases(options), seed, "rankcosine-zero", [&](RandomStream& stream, Tallies& t) {
        const Draw draw = random_draw(stream, 3);
        const auto describe = [&] { return in_words(draw.g); };
        constexpr double step = 1e-6;
        const auto at = [&](double factor) {
          std::vector<double> g = draw.g;
          g[draw.i] += factor * step;
          return phi(g, y);
        };
        const double left_slope = (at(0.0) - at(-1.0)) / step;
        const double right_slope = (at(1.0) - at(0.0)) / step;
        double length = 0.0;
        for (const double score : draw.g) length += score * score;
        t.corrected.add({std::abs(right_slope - left_slope), 10.0 * step / length}, describe);
        std::vector<double> mirrored = draw.g;
        for (double& score : mirrored) score = -score;
        // along t g the value is phi(g) for t > 0 and phi(-g) for t < 0: a jump unless they agree
        t.printed.add({std::abs(phi(draw.g, y) - phi(mirrored, y)), 0.0}, describe);
      });
  return outcome;
}

}  // namespace

std::vector<TheoryCheck> sensitivity_checks() {
  return {
      sensitive("sensitive-listmle", "top-k ListMLE is top-k subgroup order sensitive",
                top_k_of<ListMle>),
      sensitive("sensitive-rankcosine",
                "top-k RankCosine is order sensitive for scores other than 0",
                top_k_of<RankCosine>),
      sensitive("sensitive-listnet",
                "top-1 cross entropy (ListNet) with top-k targets is order sensitive",
                top_k_of<ListNet>),
      sensitive("sensitive-permutations",
                "permutation cross entropy with top-k targets is order sensitive",
                permutation_cross_entropy),
      insensitive("full-listmle", "full-order ListMLE is order sensitive for k <= n - 2",
                  full_of<ListMle>),
      insensitive("full-rankcosine", "full-order RankCosine is order sensitive for k <= n - 2",
                  full_of<RankCosine>),
      insensitive("listnet-top2",
                  "ListNet's top-2 model with distinct targets is order sensitive for k <= n - 2",
                  top_two_cross_entropy),
      {.name = "rankcosine-zero",
       .reference = "Xia09",
       .statement = "RankCosine is differentiable everywhere",
       .expectation = Expectation::fails,
       .corrected = "... except at s = 0",
       .run = run_cosine},
      {.name = "prop9",
       .reference = "Xia09",
       .statement = "a loss that is order sensitive for the top k is so for every larger k",
       .run = run_larger_k}};
}

}  // namespace podium::research
