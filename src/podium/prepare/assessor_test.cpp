#include "podium/prepare/assessor.hpp"

#include <cmath>
#include <numbers>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/base/parallel.hpp"

namespace podium {
namespace {

using Winner = Preference::Winner;
using testing::ElementsAre;
using testing::SizeIs;

static_assert(has_all_fields<AssessorOptions>());

/// Shares of a, b and tie in many answers about the same pair.
std::array<double, 3> answer_shares(const AssessorOptions& options, double u_a, double u_b) {
  constexpr std::size_t draws = 40'000;
  const std::vector<double> utility = {u_a, u_b};
  SimulatedAssessor assessor(options, utility, RandomStream(1, "q", "test"));
  std::array<double, 3> shares{};
  for (std::size_t i = 0; i < draws; ++i) {
    shares[static_cast<std::size_t>(assessor.answer(0, 1))] += 1.0 / draws;
  }
  return shares;
}

constexpr double four_deviations = 0.01;  // 4 sqrt(.25 / 40000)

double normal_share_below(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

TEST(SimulatedAssessor, ErrsAsTheGaussianModelSays) {
  const AssessorOptions options{.tau = 0.0, .sigma = 0.5, .theta = 0.2};
  const auto shares = answer_shares(options, 0.4, 0.0);
  const double spread = 0.5 * std::numbers::sqrt2;  // of D around u_a - u_b
  EXPECT_NEAR(shares[0], 1.0 - normal_share_below((0.2 - 0.4) / spread), four_deviations);
  EXPECT_NEAR(shares[1], normal_share_below((-0.2 - 0.4) / spread), four_deviations);
}

TEST(SimulatedAssessor, DrawsWithTheOddsOfBradleyTerryAndDavidson) {
  const AssessorOptions options{
      .model = AssessorModel::bradley_terry_davidson, .tau = 0.0, .nu = 0.7};
  const double p_a = std::exp(1.2);
  const double p_b = std::exp(0.3);
  const double tie = 0.7 * std::sqrt(p_a * p_b);
  const auto shares = answer_shares(options, 1.2, 0.3);
  EXPECT_NEAR(shares[0], p_a / (p_a + p_b + tie), four_deviations);
  EXPECT_NEAR(shares[1], p_b / (p_a + p_b + tie), four_deviations);
  EXPECT_NEAR(shares[2], tie / (p_a + p_b + tie), four_deviations);
}

TEST(SimulatedAssessor, AnswersAtRandomAsOftenAsToldTo) {
  const AssessorOptions options{.model = AssessorModel::random_error, .tau = 0.0, .epsilon = 0.3};
  EXPECT_NEAR(answer_shares(options, 1.0, 0.0)[1], 0.15, four_deviations);
}

TEST(SyntheticPreferences, AgreeAsOftenAsTheFormulaSays) {
  const AssessorOptions options{.queries = 400, .documents = 20, .assessors = 2, .pairs = 0};
  const SyntheticPreferences made = simulate_preferences(options, 1);
  ASSERT_THAT(made.preferences, SizeIs(400 * 190 * 2));
  double agreed = 0.0;
  for (std::size_t i = 0; i < made.preferences.size(); i += 2) {
    ASSERT_EQ(made.preferences[i].document_a, made.preferences[i + 1].document_a);
    if (made.preferences[i].winner == made.preferences[i + 1].winner) agreed += 1.0;
  }
  const double rho = 1.0 / (1.0 + 0.4 * 0.4 + 0.3 * 0.3);
  const double expected = 1.0 - std::acos(rho) / std::numbers::pi;  // .795
  // Pairs of a query hang together: its 190 say no more than about its 20 documents do.
  EXPECT_NEAR(agreed / (400.0 * 190.0), expected, 4.0 * std::sqrt(0.25 / (400.0 * 20.0)));
}

TEST(SyntheticPreferences, AskDifferentPairsInBothOrders) {
  for (const std::size_t pairs : {5U, 40U, 1000U}) {
    const AssessorOptions options{.queries = 3, .documents = 10, .assessors = 1, .pairs = pairs};
    const auto made = simulate_preferences(options, 2);
    std::set<std::pair<std::string, std::string>> seen;
    std::size_t swapped = 0;
    for (const Preference& preference : made.preferences) {
      const auto& a = preference.document_a;
      const auto& b = preference.document_b;
      EXPECT_NE(a, b);
      EXPECT_TRUE(seen.insert(std::minmax(a, b)).second);
      if (a < b) ++swapped;
    }
    EXPECT_THAT(seen, SizeIs(3 * std::min<std::size_t>(pairs, 45)));
    EXPECT_GT(swapped, 0U);
    EXPECT_LT(swapped, seen.size());
  }
}

TEST(SyntheticPreferences, NameTheTrueTopK) {
  SyntheticPreferences made;
  made.utility = {{0.1, 2.0, -1.0}};
  const auto records = made.top_k(2);
  EXPECT_THAT(records[0].top, ElementsAre("q1-d2", "q1-d1"));
  EXPECT_THAT(records[0].rest, ElementsAre("q1-d3"));
}

TEST(SyntheticPreferences, AreTheSameForAnyNumberOfThreads) {
  const AssessorOptions options{.queries = 30, .documents = 10, .pairs = 20, .theta = 0.1};
  const auto with = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    return simulate_preferences(options, 9).preferences;
  };
  EXPECT_EQ(with(1), with(4));
}

}  // namespace
}  // namespace podium
