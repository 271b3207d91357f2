#include "podium/learning/experiment/statistics/paired_t.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/golden_values_fixture.hpp"

namespace podium {
namespace {

std::vector<double> minus(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> difference;
  for (std::size_t i = 0; i < a.size(); ++i) difference.push_back(a[i] - b[i]);
  return difference;
}

TEST(PairedT, MatchesScipy) {
  for (const auto& golden : golden_significance("t_test")) {
    const TestOutcome found =
        paired_t_test(minus(numbers(golden["a"]), numbers(golden["b"])), 0.05);
    EXPECT_NEAR(found.statistic, golden["statistic"].get<double>(), 1e-10);
    EXPECT_EQ(found.degrees_of_freedom, golden["df"].get<double>());
    EXPECT_NEAR(found.p_greater, golden["greater"].get<double>(), 1e-11);
    EXPECT_NEAR(found.p_less, golden["less"].get<double>(), 1e-11);
    EXPECT_NEAR(found.p_two_sided, golden["two_sided"].get<double>(), 1e-11);
    EXPECT_NEAR(found.interval.low, golden["low"].get<double>(), 1e-11);
    EXPECT_NEAR(found.interval.high, golden["high"].get<double>(), 1e-11);
  }
}

TEST(PairedT, PrintsWhatLetorsToolPrints) {
  // t, and the upper tail for A - B, by the formulas of Eval-ttest.
  const TestOutcome found = paired_t_test(
      minus({.31, .44, .52, .28, .61, .39, .47, .55}, {.29, .40, .55, .20, .58, .41, .40, .50}),
      0.05);
  EXPECT_NEAR(found.statistic, 2.160246899, 1e-9);
  EXPECT_EQ(found.degrees_of_freedom, 7.0);
  EXPECT_NEAR(found.p_greater, .033791647, 1e-9);
  EXPECT_NEAR(found.p_two_sided, .067583294, 1e-9);
}

TEST(PairedT, IsTheFormula) {
  const std::vector<double> d = {0.3, -0.1, 0.25, 0.0, 0.4};
  double mean = 0.0;
  for (const double x : d) mean += x / 5.0;
  double variance = 0.0;
  for (const double x : d) variance += (x - mean) * (x - mean) / 4.0;
  EXPECT_NEAR(paired_t_test(d, 0.05).statistic, mean / (std::sqrt(variance) / std::sqrt(5.0)),
              1e-14);
}

TEST(PairedT, HasItsOwnRulesWithoutSpread) {
  const double infinite = std::numeric_limits<double>::infinity();
  const TestOutcome none = paired_t_test(std::vector(4, 0.0), 0.05);
  EXPECT_EQ(none.statistic, 0.0);
  EXPECT_EQ(none.p_greater, 0.5);
  EXPECT_EQ(none.p_two_sided, 1.0);
  const TestOutcome up = paired_t_test(minus({.31, .41, .52}, {.21, .31, .42}), 0.05);
  EXPECT_EQ(up.statistic, infinite) << "rounding is no spread";
  EXPECT_EQ(up.p_greater, 0.0);
  EXPECT_EQ(up.p_less, 1.0);
  EXPECT_EQ(up.p_two_sided, 0.0);
  const TestOutcome down = paired_t_test(std::vector(4, -0.1), 0.05);
  EXPECT_EQ(down.statistic, -infinite);
  EXPECT_EQ(down.p_greater, 1.0);
  EXPECT_EQ(down.p_two_sided, 0.0);
}

TEST(PairedT, NeedsTwoQueries) {
  EXPECT_THROW(paired_t_test(std::vector{0.1}, 0.05), ContractError);
}

}  // namespace
}  // namespace podium
