#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "podium/core/measure/gain.hpp"
#include "podium/core/measure/ndcg.hpp"
#include "podium/core/measure/orders/weighted_kendall.hpp"
#include "podium/learning/loss/lists/list_mle.hpp"
#include "podium/learning/loss/pairs/exponential.hpp"
#include "podium/learning/loss/pairs/hinge.hpp"
#include "podium/learning/loss/pairs/logistic.hpp"
#include "podium/research/theory/bound.hpp"
#include "podium/research/theory/check_groups.hpp"
#include "podium/research/theory/sum_over_cases.hpp"

namespace podium::research {

namespace {

constexpr double per_ln2 = 1.0 / std::numbers::ln2;

using Loses = double (*)(const TopKCase&);

double either_reading(const TopKCase& c) {
  return std::max(literal_loss(c), truncated_loss(c));
}

/// 1 - NDCG@k <= (sum of alpha(j) m_j) / N_k.
Bound::Of at_most_inversions(Loses lost, Inversions inversions) {
  return [=](const TopKCase& c) {
    return Inequality{lost(c), inversion_loss(c, inversions) / c.ideal()};
  };
}

/// 1 - NDCG@k <= constant * max alpha / N_k * top-k loss.
template <class L>
Bound::Of at_most_loss(Loses lost, double constant) {
  return [=](const TopKCase& c) {
    return Inequality{lost(c), constant * c.largest_alpha() / c.ideal() * top_k_loss(L{}, c)};
  };
}

// --- the two readings of NDCG@k ---

/// The same case with the k best documents above all others.
TopKCase with_best_on_top(TopKCase c) {
  for (std::size_t place = 0; place < c.k; ++place) c.s[c.y[place]] += 1000.0;
  return c;
}

Bound readings() {
  const auto difference = [](const TopKCase& c) {
    return Inequality{std::abs(literal_loss(c) - truncated_loss(c)), 0.0};
  };
  return {.name = "readings",
          .reference = "Lan13",
          .statement =
              "NDCG@k summed over the k best documents equals NDCG@k summed over the first k ranks",
          .printed = difference,
          .corrected_statement = "... when the k best documents are on the first k ranks",
          .corrected = [=](const TopKCase& c) { return difference(with_best_on_top(c)); },
          .counterexample = worked_example(),
          .numbers =
              [] {
                const TopKCase c = worked_example();
                return std::vector<std::pair<std::string, double>>{
                    {"NDCG@3 over the best documents", 1.0 - literal_loss(c)},
                    {"NDCG@3 over the first ranks", 1.0 - truncated_loss(c)},
                    {"N_3", c.ideal()},
                    {"L_alpha / N_3", inversion_loss(c, Inversions::strict) / c.ideal()}};
              }};
}

/// The library's weighted Kendall's tau minus the definition; the library has only the usual
/// discount.
Bound weighted_kendall() {
  const auto difference = [](TopKCase c) {
    c.discount = Discount::log2;
    const bool is_full = c.labels == TopKCase::Labels::full;
    const WeakOrder truth = is_full ? c.full_truth() : c.top_k_truth();
    const Ranking ranking = rank_by_score(c.s);
    const JudgedRanking judged(truth.view(), ranking);
    const auto wkt = [&](OptionText options) {
      options["weights"] = is_full ? "gain" : "kappa";
      return *make_weighted_kendall(options, c.k, Profile{})(judged, nullptr);
    };
    const double worst =
        std::max({std::abs(wkt({}) - inversion_loss(c, Inversions::strict)),
                  std::abs(wkt({{"ties", "count"}}) - inversion_loss(c, Inversions::with_ties)),
                  std::abs(wkt({{"capped", "true"}}) - inversion_loss(c, Inversions::capped))});
    return Inequality{worst, 0.0};
  };
  return {.name = "wkt",
          .reference = "Lan13",
          .statement = "the measure wkt equals L_alpha: strict, with ties, and capped",
          .scores = ScoreKind::tied,
          .printed = difference};
}

// --- gains that overflow ---

/// NDCG@10 of a full order by the library, which scales gains, minus the plain formula.
Inequality scaling_error(RandomStream& stream, std::size_t n) {
  TopKCase c{.y = input_order(n), .k = 10, .s = std::vector<double>(n)};
  for (double& score : c.s) score = stream.normal();
  double dcg = 0.0;
  const Ranking ranking = rank_by_score(c.s);
  for (std::size_t rank = 0; rank < c.k; ++rank) {
    dcg += (std::exp2(c.label(ranking.order[rank])) - 1.0) * discount(c.discount, rank);
  }
  return {std::abs(1.0 - truncated_loss(c) - dcg / c.ideal()), 0.0};
}

TheoryCheck gains() {
  return {
      .name = "gains",
      .reference = "Lan13",
      .statement = "the gain 2^(n-j) - 1 of every place is a finite double",
      .expectation = Expectation::fails,
      .corrected = "gains divided by 2^(n-1) give the same NDCG@k and are finite for all n",
      .run = [](const CheckOptions& options, std::uint64_t seed) {
        CheckOutcome outcome;
        outcome.tallies = sum_over_cases(
            exhaustive_cases(options), seed, "gains", [](RandomStream& stream, Tallies& t) {
              const std::size_t n = 52 + stream.below(900);
              t.corrected.add(scaling_error(stream, n), [n] { return fmt::format("n = {}", n); });
            });
        TopKCase c{.y = input_order(1100), .k = 10, .s = std::vector<double>(1100)};
        const double lost = truncated_loss(c);
        outcome.tallies.printed.add(claim(std::isfinite(c.ideal())), [] { return "n = 1100"; });
        if (!std::isfinite(c.ideal()) && std::abs(lost) < 1e-9) {
          outcome.counterexample = fmt::format(
              "n = 1100: 2^1099 - 1 = {}; the scaled gains give the ideal order NDCG@10 = {:.6f}",
              c.ideal(), 1.0 - lost);
        }
        return outcome;
      }};
}

// --- theorem 1, and the conclusions of theorem 2 ---

TopKCase tied_case() {
  TopKCase c = only_best_case({0.0, 0.0});
  c.y = {1, 0};  // ties are ranked in input order, which is wrong here
  return c;
}

std::vector<Bound> theorem1() {
  constexpr std::string_view ties_count = "... with I{s(y_j) <= s(y_l)} in L_alpha";
  return {{.name = "theorem1",
           .reference = "Lan13",
           .statement = "1 - NDCG@k <= L_alpha / N_k, distinct scores, both readings",
           .printed = at_most_inversions(either_reading, Inversions::strict)},
          {.name = "theorem1-ties-literal",
           .reference = "Lan13",
           .statement = "1 - NDCG@k <= L_alpha / N_k, tied scores, over the k best documents",
           .scores = ScoreKind::tied,
           .printed = at_most_inversions(literal_loss, Inversions::strict),
           .corrected_statement = ties_count,
           .corrected = at_most_inversions(literal_loss, Inversions::with_ties),
           .counterexample = tied_case()},
          {.name = "theorem1-ties",
           .reference = "Lan13",
           .statement = "1 - NDCG@k <= L_alpha / N_k, tied scores, over the first k ranks",
           .scores = ScoreKind::tied,
           .printed = at_most_inversions(truncated_loss, Inversions::strict),
           .corrected_statement = ties_count,
           .corrected = at_most_inversions(truncated_loss, Inversions::with_ties),
           .counterexample = tied_case()},
          {.name = "theorem1-capped",
           .reference = "Lan13",
           .statement = "1 - NDCG@k <= (sum of alpha(j) min(1, m_j)) / N_k, both readings",
           .printed = at_most_inversions(either_reading, Inversions::capped)}};
}

/// The tighter of the two steps from NDCG to ListMLE.
Inequality chain_to_list_mle(const TopKCase& c) {
  const double capped = inversion_loss(c, Inversions::capped);
  const Inequality first{either_reading(c), capped / c.ideal()};
  const Inequality second{capped / c.ideal(),
                          per_ln2 * c.largest_alpha() / c.ideal() * top_k_loss(ListMle{}, c)};
  return first.right - first.left < second.right - second.left ? first : second;
}

std::vector<Bound> conclusions() {
  constexpr std::string_view over_ln2 = "... with the constant 1 / ln 2, both readings";
  return {{.name = "ndcg-hinge",
           .reference = "Lan13",
           .statement = "1 - NDCG@k <= max alpha / N_k * top-k hinge, both readings",
           .printed = at_most_loss<HingeLoss>(either_reading, 1.0)},
          {.name = "ndcg-exponential",
           .reference = "Lan13",
           .statement = "1 - NDCG@k <= max alpha / N_k * top-k exponential, both readings",
           .printed = at_most_loss<ExponentialLoss>(either_reading, 1.0)},
          {.name = "ndcg-logistic",
           .reference = "Lan13",
           .statement = "1 - NDCG@k <= max alpha / N_k * top-k logistic (natural logarithm)",
           .printed = at_most_loss<LogisticLoss>(truncated_loss, 1.0),
           .corrected_statement = over_ln2,
           .corrected = at_most_loss<LogisticLoss>(either_reading, per_ln2),
           .counterexample = only_best_case({0.0, 0.1})},
          {.name = "ndcg-listmle",
           .reference = "Lan13",
           .statement = "1 - NDCG@k <= capped L_alpha / N_k <= max alpha / (N_k ln 2) * ListMLE",
           .printed = chain_to_list_mle},
          {.name = "ndcg-listmle-constant",
           .reference = "Lan13",
           .statement = "1 - NDCG@k <= max alpha / N_k * top-k ListMLE, without 1 / ln 2",
           .printed = at_most_loss<ListMle>(truncated_loss, 1.0),
           .corrected_statement = over_ln2,
           .corrected = at_most_loss<ListMle>(either_reading, per_ln2),
           .counterexample = only_best_case({0.0, 0.1})}};
}

}  // namespace

std::vector<TheoryCheck> ndcg_bound_checks() {
  std::vector<TheoryCheck> checks = {check_of(readings()), gains(), check_of(weighted_kendall())};
  for (const Bound& bound : theorem1()) checks.push_back(check_of(bound));
  for (const Bound& bound : conclusions()) checks.push_back(check_of(bound));
  return checks;
}

}  // namespace podium::research
