#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "podium/learning/loss/lists/list_mle.hpp"
#include "podium/learning/loss/pairs/exponential.hpp"
#include "podium/learning/loss/pairs/hinge.hpp"
#include "podium/learning/loss/pairs/logistic.hpp"
#include "podium/research/theory/bound.hpp"
#include "podium/research/theory/check_groups.hpp"

namespace podium::research {

namespace {

constexpr double per_ln2 = 1.0 / std::numbers::ln2;

/// L_alpha <= constant * max alpha * top-k loss.
template <class L>
Bound::Of at_most_loss(double constant) {
  return [=](const TopKCase& c) {
    return Inequality{inversion_loss(c, Inversions::strict),
                      constant * c.largest_alpha() * top_k_loss(L{}, c)};
  };
}

/// m / ln(1 + m) grows with m, and at most n - 1 documents are below a place.
double list_constant(std::size_t n) {
  return static_cast<double>(n - 1) / std::log(static_cast<double>(n));
}

// --- theorem 2 ---

std::vector<Bound> pairs() {
  return {{.name = "eq17-hinge",
           .reference = "Lan13",
           .statement = "L_alpha <= max alpha * top-k hinge",
           .printed = at_most_loss<HingeLoss>(1.0)},
          {.name = "eq17-exponential",
           .reference = "Lan13",
           .statement = "L_alpha <= max alpha * top-k exponential",
           .printed = at_most_loss<ExponentialLoss>(1.0)},
          {.name = "eq17-logistic",
           .reference = "Lan13",
           .statement = "L_alpha <= max alpha * top-k logistic (natural logarithm)",
           .printed = at_most_loss<LogisticLoss>(1.0),
           .corrected_statement = "... with the constant 1 / ln 2",
           .corrected = at_most_loss<LogisticLoss>(per_ln2),
           .counterexample = only_best_case({0.0, 0.1}),
           .numbers = [] {
             return std::vector<std::pair<std::string, double>>{
                 {"score difference below which a wrong pair costs less than 1, ln(e - 1)",
                  std::log(std::numbers::e - 1.0)}};
           }}};
}

Bound lists() {
  return {.name = "eq18",
          .reference = "Lan13",
          .statement = "L_alpha <= 1 / ln 2 * max alpha * top-k ListMLE",
          .printed = at_most_loss<ListMle>(per_ln2),
          .corrected_statement = "... with the constant (n - 1) / ln n",
          .corrected =
              [](const TopKCase& c) { return at_most_loss<ListMle>(list_constant(c.size()))(c); },
          .counterexample = only_best_case({0.0, 0.001, 0.001}),
          .numbers =
              [] {
                return std::vector<std::pair<std::string, double>>{
                    {"(n - 1) / ln n for n = 3", list_constant(3)}};
              }};
}

/// The smallest constant for which the bound holds for the scores (0, eps, ..., eps).
double constant_needed(std::size_t n, double eps) {
  std::vector<double> scores(n, eps);
  scores[0] = 0.0;
  const TopKCase c = only_best_case(std::move(scores));
  return inversion_loss(c, Inversions::strict) / (c.largest_alpha() * top_k_loss(ListMle{}, c));
}

CheckOutcome run_tightness(const CheckOptions& /*options*/, std::uint64_t /*seed*/) {
  CheckOutcome outcome;
  for (std::size_t n = 2; n <= 50; ++n) {
    for (double eps = 0.1; eps > 1e-7; eps /= 10.0) {
      // ListMLE = ln(1 + (n - 1) e^eps) <= ln n + eps
      const double least = list_constant(n) * (1.0 - eps / std::log(static_cast<double>(n)));
      outcome.tallies.printed.add({least, constant_needed(n, eps)}, [n, eps] {
        return fmt::format("n = {}, scores (0, {:g}, ...)", n, eps);
      });
    }
  }
  for (const double eps : {0.3, 0.1, 0.001}) {
    outcome.numbers.emplace_back(fmt::format("needed for n = 3 and eps = {:g}", eps),
                                 constant_needed(3, eps));
  }
  outcome.numbers.emplace_back("(n - 1) / ln n", list_constant(3));
  return outcome;
}

TheoryCheck tightness() {
  return {
      .name = "eq18-tight",
      .reference = "Lan13",
      .statement = "scores (0, eps, ..., eps) need the constant (n - 1) / ln n as eps goes to 0",
      .run = run_tightness};
}

// --- top k and full order ---

double relative_difference(double a, double b) {
  return std::abs(a - b) / std::max(1.0, a);
}

/// The difference of the losses between two orders with the same first k places.
double difference(const TopKCase& a, const TopKCase& b) {
  return std::max(
      {relative_difference(inversion_loss(a, Inversions::strict),
                           inversion_loss(b, Inversions::strict)),
       relative_difference(top_k_loss(HingeLoss{}, a), top_k_loss(HingeLoss{}, b)),
       relative_difference(top_k_loss(ExponentialLoss{}, a), top_k_loss(ExponentialLoss{}, b)),
       relative_difference(top_k_loss(LogisticLoss{}, a), top_k_loss(LogisticLoss{}, b)),
       relative_difference(top_k_loss(ListMle{}, a), top_k_loss(ListMle{}, b))});
}

/// One exchange and one rotation generate every order of the rest.
Inequality change_by_order_of_rest(const TopKCase& c) {
  if (c.k + 1 >= c.size()) return {0.0, 0.0};
  TopKCase swapped = c;
  std::swap(swapped.y[c.k], swapped.y[c.k + 1]);
  TopKCase rotated = c;
  const auto rest = rotated.y.begin() + static_cast<std::ptrdiff_t>(c.k);
  std::rotate(rest, rest + 1, rotated.y.end());
  return {std::max(difference(c, swapped), difference(c, rotated)), 0.0};
}

template <class L>
Inequality top_k_at_most_full(const TopKCase& c) {
  return {top_k_loss(L{}, c), full_order_loss(L{}, c)};
}

/// Whether the ranker with the smaller full-order loss also has the smaller top-k loss. The second
/// ranker gives each true place the score that the first gives to the next place.
Inequality smaller_with_smaller_full(const TopKCase& c) {
  TopKCase other = c;
  for (std::size_t place = 0; place < c.size(); ++place) {
    other.s[c.y[place]] = c.s[c.y[(place + 1) % c.size()]];
  }
  const double ours = top_k_loss(ListMle{}, c);
  const double theirs = top_k_loss(ListMle{}, other);
  const bool ours_is_better = full_order_loss(ListMle{}, c) < full_order_loss(ListMle{}, other);
  return ours_is_better ? Inequality{ours, theirs} : Inequality{theirs, ours};
}

std::vector<Bound> orders() {
  return {
      {.name = "lemma1",
       .reference = "Lan13",
       .statement = "L_alpha and the top-k losses do not depend on the order below place k",
       .printed = change_by_order_of_rest},
      {.name = "top-k-hinge",
       .reference = "Lan13",
       .statement = "top-k hinge <= hinge of the full order",
       .printed = top_k_at_most_full<HingeLoss>},
      {.name = "top-k-exponential",
       .reference = "Lan13",
       .statement = "top-k exponential <= exponential of the full order",
       .printed = top_k_at_most_full<ExponentialLoss>},
      {.name = "top-k-logistic",
       .reference = "Lan13",
       .statement = "top-k logistic <= logistic of the full order",
       .printed = top_k_at_most_full<LogisticLoss>},
      {.name = "top-k-listmle",
       .reference = "Lan13",
       .statement = "top-k ListMLE <= ListMLE of the full order",
       .printed = top_k_at_most_full<ListMle>},
      {.name = "definitely-better",
       .reference = "Lan13",
       .statement = "the ranker with the smaller full-order ListMLE has the smaller top-k ListMLE",
       .printed = smaller_with_smaller_full,
       .counterexample = only_best_case({0.0, 0.1, -2.0})}};
}

}  // namespace

std::vector<TheoryCheck> loss_bound_checks() {
  std::vector<TheoryCheck> checks;
  for (const Bound& bound : pairs()) checks.push_back(check_of(bound));
  checks.push_back(check_of(lists()));
  checks.push_back(tightness());
  for (const Bound& bound : orders()) checks.push_back(check_of(bound));
  return checks;
}

}  // namespace podium::research
