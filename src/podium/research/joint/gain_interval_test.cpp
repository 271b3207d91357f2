#include "podium/research/joint/gain_interval.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"

namespace podium::research {
namespace {

TEST(GainInterval, IsThatOfTheDeltaMethodForManyQueries) {
  RandomStream stream(6, "", "gains");
  std::vector<double> a;
  std::vector<double> b;
  for (int q = 0; q < 400; ++q) {
    b.push_back(.5 + .1 * stream.normal());
    a.push_back(b.back() + .05 + .05 * stream.normal());
  }
  double mean_a = 0.0;
  double mean_b = 0.0;
  for (std::size_t q = 0; q < a.size(); ++q) {
    mean_a += a[q] / 400.0;
    mean_b += b[q] / 400.0;
  }
  double squares = 0.0;  // of a - ratio b, the linear part of the ratio's error
  for (std::size_t q = 0; q < a.size(); ++q) {
    const double residual = a[q] - mean_a / mean_b * b[q];
    squares += residual * residual;
  }
  const double error = 100.0 * std::sqrt(squares / 399.0 / 400.0) / mean_b;
  const Interval found = gain_interval(a, b, .95, 9'999, 1);
  const double gain = 100.0 * (mean_a / mean_b - 1.0);
  EXPECT_NEAR(found.low, gain - 1.96 * error, .05 * error);
  EXPECT_NEAR(found.high, gain + 1.96 * error, .08 * error);
  EXPECT_LT(gain_interval(a, b, .5, 999, 1).high, found.high);
}

}  // namespace
}  // namespace podium::research
