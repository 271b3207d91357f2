#include "podium/learning/experiment/statistics/power_law.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"

namespace podium {
namespace {

std::vector<SizedMean> points_of(const PowerLaw& law, const std::vector<double>& sizes,
                                 double error = 0.0) {
  std::vector<SizedMean> points;
  for (const double size : sizes) points.push_back({size, law.at(size), error});
  return points;
}

double squares_of(const PowerLaw& law, const std::vector<SizedMean>& points) {
  double sum = 0.0;
  for (const SizedMean& point : points) {
    const double rest = (point.mean - law.at(point.size)) / point.error;
    sum += rest * rest;
  }
  return sum;
}

TEST(PowerLaw, IsItsFormulaAndItsInverse) {
  const PowerLaw law{.limit = 0.5, .scale = 0.4, .rate = 0.5};
  EXPECT_NEAR(law.at(16.0), 0.4, 1e-15);
  EXPECT_NEAR(law.size_reaching(0.4), 16.0, 1e-12);
  EXPECT_EQ(law.size_reaching(0.5), std::numeric_limits<double>::infinity());
  EXPECT_EQ(law.size_reaching(0.6), std::numeric_limits<double>::infinity());
  const PowerLaw falling{.limit = 0.5, .scale = -0.4, .rate = 0.5};
  EXPECT_NEAR(falling.at(16.0), 0.6, 1e-15);
  EXPECT_NEAR(falling.size_reaching(0.6), 16.0, 1e-12);
  EXPECT_EQ(falling.size_reaching(0.4), std::numeric_limits<double>::infinity());
}

TEST(FitPowerLaw, RecoversTheLawOfItsPoints) {
  for (const double rate : {0.15, 0.5, 1.0, 1.9}) {
    for (const bool falls : {false, true}) {
      const PowerLaw law{.limit = 0.5, .scale = falls ? -0.7 : 0.7, .rate = rate};
      const auto found = fit_power_law(points_of(law, {10, 20, 50, 100, 200}), falls);
      ASSERT_TRUE(found) << rate;
      EXPECT_NEAR(found->rate, rate, 1e-5);
      EXPECT_NEAR(found->limit, law.limit, 1e-5);
      EXPECT_NEAR(found->scale, law.scale, 1e-4);
      EXPECT_NEAR(found->at(800.0), law.at(800.0), 1e-6);
    }
  }
}

TEST(FitPowerLaw, KeepsTheRateWithinItsBounds) {
  const std::vector<double> sizes = {10, 20, 40, 80};
  std::vector<SizedMean> straight;  // over log n: as slow as can be
  for (const double size : sizes) straight.push_back({size, 0.1 * std::log(size), 0.01});
  EXPECT_NEAR(fit_power_law(straight)->rate, least_rate, 1e-6);
  const PowerLaw fast{.limit = 0.5, .scale = 100.0, .rate = 3.0};
  EXPECT_NEAR(fit_power_law(points_of(fast, sizes, 0.01))->rate, largest_rate, 1e-6);
}

TEST(FitPowerLaw, FindsNoRiseWhereThereIsNone) {
  const std::vector<double> sizes = {10, 20, 40, 80};
  EXPECT_FALSE(fit_power_law(points_of({.limit = 0.4, .scale = -0.3, .rate = 0.5}, sizes)));
  EXPECT_FALSE(fit_power_law(points_of({.limit = 0.4, .scale = 0.3, .rate = 0.5}, sizes), true));
  EXPECT_FALSE(fit_power_law(points_of({.limit = 0.4, .scale = 0.0, .rate = 0.5}, sizes)));
  EXPECT_THROW(fit_power_law(points_of({}, {10, 20})), ContractError);
}

TEST(FitPowerLaw, LeavesNoMoreThanAnyLawOfAFineGrid) {
  RandomStream random(5, "", "noisy curve");
  const PowerLaw law{.limit = 0.5, .scale = 0.5, .rate = 0.6};
  std::vector<SizedMean> points = points_of(law, {5, 10, 20, 50, 100});
  for (SizedMean& point : points) {
    point.error = 0.1 / std::sqrt(point.size);
    point.mean += 0.5 * point.error * random.normal();
  }
  const double found = squares_of(*fit_power_law(points), points);
  for (double limit = 0.3; limit < 0.9; limit += 0.01) {
    for (double scale = 0.1; scale < 2.0; scale += 0.02) {
      for (double rate = least_rate; rate <= largest_rate; rate += 0.02) {
        ASSERT_LE(found, squares_of({limit, scale, rate}, points) + 1e-12);
      }
    }
  }
}

TEST(FitPowerLaw, TrustsPointsWithSmallErrorsMore) {
  std::vector<SizedMean> points =
      points_of({.limit = 0.5, .scale = 0.5, .rate = 0.5}, {10, 20, 40, 80, 160}, 0.001);
  points[2].mean += 0.1;
  points[2].error = 10.0;
  EXPECT_NEAR(fit_power_law(points)->at(640.0), 0.5 - 0.5 / std::sqrt(640.0), 1e-5);
}

}  // namespace
}  // namespace podium
