#include "podium/learning/experiment/statistics/studentised_range.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/golden_values_fixture.hpp"
#include "podium/core/base/special_functions.hpp"

namespace podium {
namespace {

TEST(StudentisedRange, TailMatchesScipy) {
  for (const auto& row : golden_significance("range_tail")) {
    const double found = studentised_range_upper_tail(row[0], row[1], row[2]);
    EXPECT_NEAR(found, row[3].get<double>(), 1e-8 * row[3].get<double>()) << row;
  }
}

TEST(StudentisedRange, OfTwoGroupsIsStudentsTToTheLastSmallTail) {
  for (const double df : {1.0, 7.0, 50.0, 1e5}) {
    for (const double q : {0.3, 2.0, 6.0, 15.0}) {
      const double both = 2.0 * student_t_upper_tail(q / std::numbers::sqrt2, df);
      EXPECT_NEAR(studentised_range_upper_tail(q, 2, df), both, 1e-10 * both) << q << " " << df;
    }
  }
}

/// The double integral of the header, literally, by the midpoint rule in s and z.
double slow_tail(double q, double groups, double df) {
  constexpr double step = 0.01;
  const double log_scale =
      std::numbers::ln2 + 0.5 * df * std::log(0.5 * df) - std::log(std::tgamma(0.5 * df));
  double tail = 0.0;
  for (double s = 0.5 * step; s < 5.0; s += step) {
    const double f = std::exp(log_scale + (df - 1.0) * std::log(s) - 0.5 * df * s * s);
    double range_tail = 0.0;
    for (double z = -8.0; z < 12.0; z += 10.0 * step) {
      const double phi = std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi);
      const double below = normal_upper_tail(-z);
      range_tail += phi * (std::pow(below, groups - 1.0) -
                           std::pow(below - normal_upper_tail(q * s - z), groups - 1.0));
    }
    tail += f * groups * range_tail * step * 10.0 * step;
  }
  return tail;
}

TEST(StudentisedRange, IsTheDoubleIntegralOfItsDefinition) {
  EXPECT_NEAR(studentised_range_upper_tail(3.4, 4, 12.0), slow_tail(3.4, 4.0, 12.0), 1e-8);
  EXPECT_NEAR(studentised_range_upper_tail(4.8, 15, 30.0), slow_tail(4.8, 15.0, 30.0), 1e-8);
}

TEST(StudentisedRange, FallsFromOneToZeroAndGrowsWithTheNumberOfGroups) {
  EXPECT_EQ(studentised_range_upper_tail(0.0, 3, 10.0), 1.0);
  EXPECT_EQ(studentised_range_upper_tail(std::numeric_limits<double>::infinity(), 3, 10.0), 0.0);
  double last = 1.0;
  for (const double q : {0.001, 1.0, 3.0, 10.0, 100.0, 1e4}) {
    const double tail = studentised_range_upper_tail(q, 3, 10.0);
    EXPECT_LT(tail, last);
    EXPECT_LT(tail, studentised_range_upper_tail(q, 4, 10.0));
    last = tail;
  }
  EXPECT_THROW(studentised_range_upper_tail(1.0, 1, 10.0), ContractError);
}

}  // namespace
}  // namespace podium
