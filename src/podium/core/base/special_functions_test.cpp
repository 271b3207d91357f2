#include "podium/core/base/special_functions.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/golden_values_fixture.hpp"

namespace podium {
namespace {

void expect_relative(double found, double expected, double tolerance, const nlohmann::json& row) {
  EXPECT_NEAR(found, expected, tolerance * std::abs(expected)) << row;
}

TEST(IncompleteBeta, MatchesMpmath) {
  for (const auto& row : golden_significance("incomplete_beta")) {
    expect_relative(incomplete_beta(row[0], row[1], row[2]), row[3], 1e-11, row);
  }
}

TEST(IncompleteBeta, IsTheIntegralOfItsDensity) {
  // I_x(a, b) restated with Simpson's rule
  constexpr double a = 3.5;
  constexpr double b = 2.0;
  const auto integral = [](double x) {
    constexpr int steps = 4000;
    double sum = 0.0;
    for (int i = 0; i <= steps; ++i) {
      const double t = x * i / steps;
      const double weight = i == 0 || i == steps ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
      sum += weight * std::pow(t, a - 1.0) * std::pow(1.0 - t, b - 1.0);
    }
    return sum * x / (3.0 * steps);
  };
  const double complete = std::tgamma(a) * std::tgamma(b) / std::tgamma(a + b);
  EXPECT_NEAR(incomplete_beta(a, b, 0.4), integral(0.4) / complete, 1e-10);
}

TEST(IncompleteBeta, GoesFromZeroToOneAndMirrors) {
  EXPECT_EQ(incomplete_beta(2.0, 3.0, 0.0), 0.0);
  EXPECT_EQ(incomplete_beta(2.0, 3.0, 1.0), 1.0);
  EXPECT_NEAR(incomplete_beta(2.0, 3.0, 0.2) + incomplete_beta(3.0, 2.0, 0.8), 1.0, 1e-14);
  EXPECT_THROW(incomplete_beta(0.0, 1.0, 0.5), ContractError);
  EXPECT_THROW(incomplete_beta(1.0, 1.0, 1.5), ContractError);
}

TEST(LogBeta, MatchesMpmath) {
  for (const auto& row : golden_significance("log_beta")) {
    expect_relative(log_beta(row[0], row[1]), row[2], 1e-13, row);
  }
}

TEST(StirlingRemainder, IsTheSameOnBothSidesOfItsSwitch) {
  EXPECT_NEAR(stirling_remainder(std::nextafter(10.0, 0.0)), stirling_remainder(10.0), 1e-14);
}

TEST(StudentT, TailMatchesMpmath) {
  for (const auto& row : golden_significance("t_tail")) {
    expect_relative(student_t_upper_tail(row[0], row[1]), row[2], 1e-11, row);
  }
}

TEST(StudentT, IsCauchyWithOneDegreeOfFreedom) {
  for (const double t : {0.1, 1.0, 30.0, 1e6}) {
    expect_relative(student_t_upper_tail(t, 1.0), std::atan(1.0 / t) / std::acos(-1.0), 1e-12, t);
  }
}

TEST(StudentT, ReachesTheEndsAtInfinity) {
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(student_t_upper_tail(infinite, 5.0), 0.0);
  EXPECT_EQ(student_t_upper_tail(-infinite, 5.0), 1.0);
}

TEST(StudentT, QuantileMatchesScipy) {
  for (const auto& row : golden_significance("t_quantile")) {
    expect_relative(student_t_upper_quantile(row[0], row[1]), row[2], 1e-10, row);
  }
}

/// P(T > t) restated: the mean of P(Z > t sqrt(v / df) - shift) over v = u^2, by Simpson's rule.
double noncentral_tail_by_integral(double t, double df, double shift) {
  constexpr int steps = 1000;
  const double last = std::sqrt(df) + 12.0;
  const double log_factor = (0.5 * df - 1.0) * std::log(2.0) + std::lgamma(0.5 * df);
  double sum = 0.0;
  for (int i = 1; i <= steps; ++i) {
    const double u = last * i / steps;
    const double log_density = (df - 1.0) * std::log(u) - 0.5 * u * u - log_factor;
    const double weight = i == steps ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
    sum += weight * std::exp(log_density) * normal_upper_tail(t * u / std::sqrt(df) - shift);
  }
  return sum * last / (3.0 * steps);
}

TEST(NoncentralT, IsTheIntegralOverItsDenominator) {
  for (const double df : {2.0, 5.0, 40.0, 500.0}) {
    for (const double t : {-1.0, 0.5, 2.0, 6.0}) {
      for (const double shift : {0.0, 0.7, 2.8, 12.0}) {
        EXPECT_NEAR(noncentral_t_upper_tail(t, df, shift),
                    noncentral_tail_by_integral(t, df, shift), 1e-8)
            << "t " << t << " df " << df << " shift " << shift;
      }
    }
  }
}

TEST(NoncentralT, HasNoJumpWhereTheShiftIsLarge) {
  for (const double t : {-1.0, 100.0, 1000.0, 3000.0}) {
    EXPECT_NEAR(noncentral_t_upper_tail(t, 3.0, 1000.0),
                noncentral_t_upper_tail(t, 3.0, std::nextafter(1000.0, 2000.0)), 1e-5);
  }
  EXPECT_EQ(noncentral_t_upper_tail(2.0, 10.0, 1e9), 1.0);
  EXPECT_THROW(noncentral_t_upper_tail(2.0, 10.0, -1.0), ContractError);
}

TEST(Normal, TailMatchesScipy) {
  for (const auto& row : golden_significance("normal_tail")) {
    expect_relative(normal_upper_tail(row[0]), row[1], 1e-11, row);
  }
}

TEST(Normal, QuantileMatchesScipy) {
  for (const auto& row : golden_significance("normal_quantile")) {
    expect_relative(normal_upper_quantile(row[0]), row[1], 1e-12, row);
  }
  EXPECT_EQ(normal_upper_quantile(0.5), 0.0);
  EXPECT_THROW(normal_upper_quantile(0.0), ContractError);
}

}  // namespace
}  // namespace podium
