#include "podium/learning/experiment/statistics/power.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/learning/experiment/statistics/paired_t.hpp"

namespace podium {
namespace {

TEST(PairedTPower, IsThatOfR) {
  // power.t.test(n = 12, delta = 0.3, sd = 0.28, type = "paired") and two more
  EXPECT_NEAR(paired_t_power(0.3 / 0.28, 12, 0.05), 0.9210877, 5e-8);
  EXPECT_NEAR(paired_t_power(0.5 / 0.3088401, 10, 0.05), 0.9947832, 5e-8);
  EXPECT_NEAR(paired_t_power(-0.5 / 0.3088401, 10, 0.05), 0.9947832, 5e-8) << "of either sign";
}

TEST(PairedTPower, HasNoneWithoutADifference) {
  EXPECT_NEAR(paired_t_power(0.0, 30, 0.05), 0.025, 1e-12) << "chance, on one side";
  EXPECT_EQ(paired_t_power(std::numeric_limits<double>::infinity(), 2, 0.05), 1.0);
  EXPECT_THROW(paired_t_power(0.5, 1, 0.05), ContractError);
}

TEST(PairedTPower, IsHowOftenTheTestFindsADifference) {
  constexpr double effect = 0.6;
  constexpr std::size_t queries = 15;
  constexpr int repetitions = 4000;
  RandomStream random(1, "", "power");
  int found = 0;
  for (int i = 0; i < repetitions; ++i) {
    std::vector<double> differences(queries);
    for (double& difference : differences) difference = effect + random.normal();
    const TestOutcome outcome = paired_t_test(differences, 0.05);
    if (outcome.p_two_sided <= 0.05 && outcome.statistic > 0.0) ++found;
  }
  // Four standard errors of a share of 4000.
  EXPECT_NEAR(static_cast<double>(found) / repetitions, paired_t_power(effect, queries, 0.05),
              0.032);
}

TEST(QueriesForPower, IsThatOfTextbooks) {
  // power.t.test, type = "paired": n = 33.36713, 198.1508 and, for delta = 10, sd = 10 sqrt(2) and
  // a power of 0.85 [Dalgaard08, section 8.3], 19.96892
  EXPECT_EQ(queries_for_power(0.5, 0.05, 0.8), 34U);
  EXPECT_EQ(queries_for_power(0.2, 0.05, 0.8), 199U);
  EXPECT_EQ(queries_for_power(1.0 / std::sqrt(2.0), 0.05, 0.85), 20U);
}

TEST(QueriesForPower, IsTheSmallestNumberWithThatPower) {
  for (const double effect : {0.05, 0.31, 2.0, 50.0, 1e5}) {
    for (const double alpha : {0.05, 1e-4}) {
      const auto needed = queries_for_power(effect, alpha, 0.9);
      ASSERT_TRUE(needed) << effect;
      EXPECT_GE(paired_t_power(effect, *needed, alpha), 0.9) << effect;
      if (*needed > 2) {
        EXPECT_LT(paired_t_power(effect, *needed - 1, alpha), 0.9) << effect;
      }
    }
  }
  EXPECT_EQ(queries_for_power(1e-4, 0.05, 0.8), std::nullopt);
}

/// `count` differences with this mean that go up and down by 0.1.
std::vector<double> waves(double mean, std::size_t count) {
  std::vector<double> differences(count);
  for (std::size_t i = 0; i < count; ++i) differences[i] = mean + (i % 2 == 0 ? 0.1 : -0.1);
  return differences;
}

TEST(QueriesToSettle, SaysHowManyMoreAreNeeded) {
  // The effect is 0.015 / sd, sd^2 = 0.01 * 80 / 79.
  const PowerForecast forecast = queries_to_settle(waves(0.015, 80), 0.05, 0.8);
  const auto needed = queries_for_power(0.15 * std::sqrt(79.0 / 80.0), 0.05, 0.8);
  EXPECT_FALSE(forecast.is_shown);
  EXPECT_EQ(forecast.needed, needed);
  EXPECT_EQ(forecast.more(), *needed - 80);
  EXPECT_NEAR(forecast.power_now, 0.26, 0.01);
  EXPECT_EQ(forecast.words(),
            "about 280 more labelled queries would show this difference at the 5 % level, with a "
            "power of 80 %");
}

TEST(QueriesToSettle, DoesNotDependOnTheDirection) {
  EXPECT_EQ(queries_to_settle(waves(-0.015, 80)).needed,
            queries_to_settle(waves(0.015, 80)).needed);
}

TEST(QueriesToSettle, KnowsWhatIsShown) {
  const PowerForecast forecast = queries_to_settle(waves(0.05, 80));
  EXPECT_TRUE(forecast.is_shown);
  EXPECT_EQ(forecast.more(), 0U);
  EXPECT_EQ(forecast.words(), "the 80 queries show this difference at the 5 % level");
  EXPECT_TRUE(queries_to_settle(std::vector(5, 0.25)).is_shown) << "the same in every query";
  EXPECT_EQ(queries_to_settle(std::vector(5, 0.25)).power_now, 1.0);
}

TEST(QueriesToSettle, SaysWhereNoNumberHelps) {
  const std::string none = "no number of queries helps: the difference is 0";
  EXPECT_EQ(queries_to_settle(std::vector(5, 0.0)).words(), none);
  EXPECT_EQ(queries_to_settle(waves(0.0, 6)).words(), none);
  EXPECT_EQ(queries_to_settle(std::vector{0.1, 0.2, -0.3}).words(), none) << "rounding is left";
  EXPECT_EQ(queries_to_settle(waves(0.0, 6)).more(), std::nullopt);
  EXPECT_EQ(queries_to_settle(waves(1e-5, 80)).words(),
            "even 1000000 labelled queries would not show this difference at the 5 % level, with a "
            "power of 80 %");
}

TEST(QueriesToSettle, AsksForOneMoreWhereATestHadTheWantedPowerAndMissed) {
  // p is a little above 0.05, so the power of such a test is about one half.
  const PowerForecast forecast = queries_to_settle(waves(0.02, 98), 0.05, 0.3);
  ASSERT_FALSE(forecast.is_shown);
  ASSERT_LT(*forecast.needed, 98U);
  EXPECT_EQ(forecast.more(), 1U);
  EXPECT_EQ(forecast.words(),
            "about 1 more labelled query would show this difference at the 5 % level, with a power "
            "of 30 %");
}

TEST(QueriesToSettle, NamesTheLevel) {
  EXPECT_NE(queries_to_settle(waves(0.015, 80), 0.05 / 3.0).words().find("at the 1.7 % level"),
            std::string::npos);
  EXPECT_THROW(queries_to_settle(std::vector{0.1}), ContractError);
}

}  // namespace
}  // namespace podium
