#include <algorithm>
#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/learning/loss/lists/list_mle.hpp"
#include "podium/learning/loss/lists/list_net.hpp"
#include "podium/learning/loss/lists/rank_cosine.hpp"
#include "podium/learning/loss/pairs/hinge.hpp"
#include "podium/learning/loss/pairs/logistic.hpp"
#include "podium/research/theory/bound.hpp"
#include "podium/research/theory/expected_loss.hpp"
#include "podium/research/theory/order_sensitivity.hpp"
#include "podium/research/theory/pair_chains.hpp"
#include "podium/research/theory/top_k_risk.hpp"

namespace podium::research {
namespace {

using testing::HasSubstr;

constexpr CheckOptions few{.cases = 1000};

CheckOutcome outcome_of(std::string_view name) {
  return chosen_checks(theory_checks(), std::vector{name}).at(0).run(few, 1);
}

/// The pairwise half of theorem 2 with any constant.
TheoryCheck hinge_check(double constant, std::optional<TopKCase> counterexample = {}) {
  return check_of({.name = "hinge",
                   .reference = "Lan13",
                   .statement = "with any constant",
                   .printed =
                       [constant](const TopKCase& c) {
                         return Inequality{
                             inversion_loss(c, Inversions::strict),
                             constant * c.largest_alpha() * top_k_loss(HingeLoss{}, c)};
                       },
                   .counterexample = std::move(counterexample)});
}

// --- every check ---

class EveryTheoryCheck : public testing::TestWithParam<TheoryCheck> {};

TEST_P(EveryTheoryCheck, MeetsItsExpectation) {
  const CheckResult result{GetParam(), GetParam().run(few, 1)};
  EXPECT_TRUE(result.is_met()) << result.outcome.tallies.printed.tightest
                               << result.outcome.tallies.corrected.tightest;
}

INSTANTIATE_TEST_SUITE_P(Theory, EveryTheoryCheck, testing::ValuesIn(theory_checks()),
                         [](const auto& row) {
                           std::string name(row.param.name);
                           std::erase(name, '-');
                           return name;
                         });

// --- the machinery can fail ---

TEST(TheoryCheckMachinery, ReportsAWrongConstantAsViolated) {
  const std::vector checks = {hinge_check(1.0), hinge_check(0.5)};
  const std::vector<CheckResult> results = run_checks(checks, few, 1);
  EXPECT_TRUE(results[0].is_met());
  EXPECT_FALSE(results[1].is_met());
  EXPECT_GT(results[1].outcome.tallies.printed.violations, 0U);
  EXPECT_LT(results[1].outcome.tallies.printed.minimum_slack, 0.0);
  EXPECT_THAT(results[1].outcome.tallies.printed.tightest, HasSubstr("scores"));
  EXPECT_NO_THROW(require_met(std::span(results).first(1)));
  EXPECT_THROW(require_met(results), NumericError);
}

TEST(TheoryCheckMachinery, WantsACounterexampleThatRefutes) {
  const TheoryCheck check = hinge_check(1.0, only_best_case({0.0, 0.1}));  // which 1.1 bounds
  const CheckResult result{check, check.run(few, 1)};
  EXPECT_EQ(check.expectation, Expectation::fails);
  EXPECT_EQ(result.outcome.counterexample, "");
  EXPECT_FALSE(result.is_met());
}

TEST(TheoryCheckMachinery, IsNotMetByNoCase) {
  EXPECT_FALSE((CheckResult{hinge_check(1.0), {}}.is_met()));
}

TEST(TheoryCheckMachinery, CountsNanAsAViolation) {
  Tally tally;
  tally.add({std::nan(""), 1.0}, [] { return "nan"; });
  EXPECT_EQ(tally.violations, 1U);
}

TEST(TheoryCheckMachinery, GivesTheSameForAnyNumberOfThreads) {
  const auto tightest = [](std::size_t threads) {
    const ThreadLimit limit(threads);
    const Tally tally = outcome_of("eq18").tallies.printed;
    return std::tuple{tally.violations, tally.minimum_slack, tally.tightest};
  };
  EXPECT_EQ(tightest(1), tightest(2));
}

TEST(TheoryCheckMachinery, RefusesUnknownNames) {
  EXPECT_THROW(chosen_checks(theory_checks(), std::vector<std::string_view>{"x"}), UsageError);
  EXPECT_EQ(chosen_checks(theory_checks(), {}).size(), theory_checks().size());
}

// --- golden values, from the specification's worked examples ---

TEST(TheoryGolden, ReadingsOfNdcgInTheWorkedExample) {
  const TopKCase c = worked_example();
  EXPECT_NEAR(1.0 - literal_loss(c), 0.567655668, 1e-9);
  EXPECT_NEAR(1.0 - truncated_loss(c), 0.317622677, 1e-9);
  EXPECT_NEAR(c.ideal(), 43.963946304, 1e-9);
  EXPECT_NEAR(inversion_loss(c, Inversions::strict) / c.ideal(), 3.115369702, 1e-9);
}

TEST(TheoryGolden, TiesCostNothingInLAlphaAndEverythingInNdcg) {
  TopKCase c = only_best_case({0.0, 0.0});
  c.y = {1, 0};
  EXPECT_EQ(truncated_loss(c), 1.0);
  EXPECT_EQ(inversion_loss(c, Inversions::strict), 0.0);
  EXPECT_EQ(inversion_loss(c, Inversions::with_ties), 1.0);
}

TEST(TheoryGolden, LogisticNeedsOneOverLn2) {
  const double value = top_k_loss(LogisticLoss{}, only_best_case({0.0, 0.1}));
  EXPECT_NEAR(value, 0.744397, 1e-6);
  EXPECT_NEAR(value / std::numbers::ln2, 1.073937, 1e-6);
  const double gap = outcome_of("eq17-logistic").numbers.at(0).second;
  EXPECT_NEAR(gap, 0.541325, 1e-6);
  EXPECT_NEAR(top_k_loss(LogisticLoss{}, only_best_case({0.0, gap})), 1.0, 1e-12);
}

TEST(TheoryGolden, ListMleNeedsMoreThanOneOverLn2) {
  const TopKCase c = only_best_case({0.0, 0.001, 0.001});
  EXPECT_EQ(inversion_loss(c, Inversions::strict), 2.0);
  EXPECT_NEAR(top_k_loss(ListMle{}, c) / std::numbers::ln2, 1.585924, 1e-6);
  EXPECT_THAT(outcome_of("eq18").numbers.at(0).second, testing::DoubleNear(1.820478, 1e-6));
}

TEST(TheoryGolden, ConstantsThatNearlyEqualScoresAskFor) {
  const auto numbers = outcome_of("eq18-tight").numbers;
  EXPECT_NEAR(numbers.at(0).second, 1.528752, 1e-6);
  EXPECT_NEAR(numbers.at(1).second, 1.714711, 1e-6);
  EXPECT_NEAR(numbers.at(2).second, 1.819374, 1e-6);
}

TEST(TheoryGolden, LeastExpectedListMle) {
  const std::vector<std::vector<double>> table = {{0.34, 0.086328, 0.587878, -0.674206},
                                                  {0.40, 0.209883, 0.559685, -0.769568},
                                                  {0.50, 0.438638, 0.515268, -0.953906},
                                                  {0.60, 0.707858, 0.474824, -1.182682}};
  for (const std::vector<double>& row : table) {
    const std::vector<double> g = least_expected_full_loss(ListMle{}, proposition_10(row[0]));
    for (std::size_t doc = 0; doc < 3; ++doc) EXPECT_NEAR(g[doc], row[doc + 1], 1e-6);
    EXPECT_EQ(g[0] > g[1], row[0] == 0.60);
  }
  const std::vector<double> top =
      least_expected_loss(ListMle{}, 3, of_first(proposition_10(0.34), 1));
  EXPECT_NEAR(top[0], 0.019902, 1e-6);
  EXPECT_NEAR(top[1], -0.009951, 1e-6);
  EXPECT_NEAR(top[2], -0.009951, 1e-6);
}

TEST(TheoryGolden, FlipPointOfProposition10) {
  EXPECT_NEAR(flip_point(), 0.526097, 1e-6);
}

TEST(TheoryGolden, NoMinimumIsAnError) {
  EXPECT_THROW(least_expected_full_loss(ListMle{}, proposition_10(1.0)), NumericError);
}

/// [Xia09], k = 1: closed forms of the minimisers of the expected loss.
TEST(TheoryGolden, LeastExpectedLossesOfTheBestDocument) {
  const TopKSpace p = {{{0}, 0.5}, {{1}, 0.3}, {{2}, 0.2}};
  const std::vector<double> mle = least_expected_loss(ListMle{}, 3, p);
  EXPECT_NEAR(mle[0], 0.475705452, 1e-9);
  EXPECT_NEAR(mle[1], -0.035120172, 1e-9);
  EXPECT_NEAR(mle[2], -0.440585280, 1e-9);
  const std::vector<double> cosine = least_expected_loss(RankCosine{}, 3, p);
  const double length = std::hypot(cosine[0], cosine[1], cosine[2]);
  EXPECT_NEAR(cosine[0] / length, 0.764331338, 1e-9);
  EXPECT_NEAR(cosine[1] / length, 0.514186537, 1e-9);
  EXPECT_NEAR(cosine[2] / length, 0.389114136, 1e-9);
  const std::vector<double> net = least_expected_loss(ListNet{}, 3, p);
  const double sum = std::exp(net[0]) + std::exp(net[1]) + std::exp(net[2]);
  EXPECT_NEAR(std::exp(net[0]) / sum, 0.394029221, 1e-9);
  EXPECT_NEAR(std::exp(net[1]) / sum, 0.321194156, 1e-9);
  EXPECT_NEAR(std::exp(net[2]) / sum, 0.284776623, 1e-9);
}

/// Closed forms for full orders, p(123) = .4, p(213) = p(321) = .3: RankCosine is least along the
/// mean of the targets 3, 2, 1, ListNet where softmax(g) is the mean of softmax(2, 1, 0).
TEST(TheoryGolden, LeastExpectedLossesOfFullOrdersPutTheWrongObjectFirst) {
  const std::vector<double> cosine = least_expected_full_loss(RankCosine{}, proposition_10(0.4));
  const double length = std::hypot(cosine[0], cosine[1], cosine[2]);
  EXPECT_NEAR(cosine[0] / length, 0.599755252, 1e-9);
  EXPECT_NEAR(cosine[1] / length, 0.656874800, 1e-9);
  const std::vector<double> net =
      least_expected_full_loss(ListNet({.label_scale = 0.2}), proposition_10(0.4));
  const double sum = std::exp(net[0]) + std::exp(net[1]) + std::exp(net[2]);
  EXPECT_NEAR(std::exp(net[0]) / sum, 0.366524096, 1e-9);
  EXPECT_NEAR(std::exp(net[1]) / sum, 0.370882216, 1e-9);
}

TEST(TheoryGolden, BayesRankerOfTheTopTwo) {
  const TopKSpace orders = {{{0, 1, 2}, 0.05}, {{0, 2, 1}, 0.35}, {{1, 0, 2}, 0.20},
                            {{1, 2, 0}, 0.15}, {{2, 0, 1}, 0.05}, {{2, 1, 0}, 0.20}};
  EXPECT_EQ(likeliest(of_first(orders, 2)), (Order{0, 2}));
  EXPECT_NEAR(top_k_risk({0, 2, 1}, orders, 2), 0.65, 1e-12);
  EXPECT_EQ(likeliest(of_first(orders, 1)), (Order{0}));
  EXPECT_NEAR(top_k_risk({0, 1, 2}, orders, 1), 0.60, 1e-12);
}

// --- parts ---

TEST(PairChains, AreAllThatTheorem6Allows) {
  const auto one = [](std::size_t n, std::size_t k) { return chains_of(n, k).size(); };
  EXPECT_EQ(one(3, 2), 1U);
  EXPECT_EQ(one(3, 1), 2U);  // s_2 = 0, 1
  EXPECT_EQ(one(4, 1), 6U);  // s_2 = 0, 1 and s_3 = 0, 1, 2
  EXPECT_EQ(one(4, 2), 2U);
  EXPECT_THAT(chains_of(3, 1),
              testing::ElementsAre(testing::ElementsAre(DocPair{0, 1}, DocPair{0, 2}),
                                   testing::ElementsAre(DocPair{0, 1}, DocPair{1, 2})));
  EXPECT_THAT(chains_of(3, 2),
              testing::ElementsAre(testing::ElementsAre(DocPair{0, 1}, DocPair{1, 2})));
}

TEST(TopKSpace, IsMadePreservingForEveryPairOfAChain) {
  RandomStream stream(7, "space", "chain");
  for (const std::vector<DocPair>& chain : chains_of(4, 2)) {
    const TopKSpace random = random_space(stream, 4, 2);
    const TopKSpace p = made_preserving(random, chain);
    std::vector<double> before;
    std::vector<double> after;
    for (const auto& [order, mass] : random) before.push_back(mass);
    for (const auto& [order, mass] : p) after.push_back(mass);
    EXPECT_THAT(after, testing::UnorderedElementsAreArray(before));
    for (const DocPair& pair : chain) EXPECT_TRUE(preserves_order(p, pair));
    EXPECT_EQ(likeliest(p), (Order{0, 1}));
    const auto is_held = [&](DocPair pair) { return preserves_order(random, pair); };
    EXPECT_FALSE(std::ranges::all_of(chain, is_held));
  }
}

TEST(LuceCrossEntropy, OfTheTopOneIsListNet) {
  RandomStream stream(3, "oracle", "scores");
  for (int round = 0; round < 20; ++round) {
    std::vector<double> g(5);
    for (double& score : g) score = stream.normal();
    const Order y = {3, 1, 0, 4, 2};
    EXPECT_NEAR(luce_cross_entropy(3, 1)(g, y), with_top_k_truth<ListNet>(3)(g, y), 1e-12);
  }
}

TEST(Sensitivity, SeesEachConditionFail) {
  const std::vector<double> g = {0.0, 1.0, 2.0};
  const OrderLoss named = [](const std::vector<double>& s, const Order& y) {
    return with_top_k_truth<ListMle>(1)(s, y) + s[2];  // looks at a document's name
  };
  EXPECT_FALSE(sensitivity_at(named, g, 0, 2, 1).is_symmetric);
  EXPECT_FALSE(sensitivity_at(with_full_truth<ListMle>(), g, 0, 1, 1).is_ordered);
  const OrderLoss constant = [](const std::vector<double>&, const Order&) { return 1.0; };
  EXPECT_FALSE(sensitivity_at(constant, g, 0, 1, 1).has_slope);
  EXPECT_TRUE(sensitivity_at(with_top_k_truth<ListMle>(1), g, 0, 1, 1).is_complete());
}

}  // namespace
}  // namespace podium::research
