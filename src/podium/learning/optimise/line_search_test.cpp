#include "podium/learning/optimise/line_search.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace podium::detail {
namespace {

struct LineResult {
  LineEnd end = LineEnd::none;
  LinePoint point;  ///< that was evaluated last
};

template <class Phi>
LineResult search(const Phi& phi, double first_step) {
  LineSearch search({}, phi(0.0), first_step);
  LinePoint last;
  while (const auto step = search.next()) {
    last = phi(*step);
    search.add(last);
  }
  return {search.end(), last};
}

/// A number in [least, most], a multiple of a thousandth of the way.
double draw(double least, double most) {
  return least + (most - least) * 0.001 * static_cast<double>(*rc::gen::inRange(0, 1001));
}

RC_GTEST_PROP(LineSearch, FindsTheStrongWolfeConditions, ()) {
  // A quartic bowl with waves: bounded below, with any number of local minima.
  const double a = draw(0.0, 2.0);
  const double b = draw(0.01, 1.0);
  const double c = draw(-3.0, 3.0);
  const double height = draw(0.0, 2.0);
  const double speed = draw(0.0, 6.0);
  const double phase = draw(0.0, 6.0);
  const auto value = [&](double t) {
    return a * t + b * std::pow(t - c, 4) + height * std::sin(speed * t + phase);
  };
  const auto slope = [&](double t) {
    return a + 4.0 * b * std::pow(t - c, 3) + height * speed * std::cos(speed * t + phase);
  };
  RC_PRE(std::abs(slope(0.0)) > 1e-3);
  const double sign = slope(0.0) < 0.0 ? 1.0 : -1.0;
  const double first_step = std::pow(10.0, draw(-6.0, 6.0));
  const LineResult found = search(
      [&](double t) {
        return LinePoint{t, value(sign * t), sign * slope(sign * t)};
      },
      first_step);
  RC_ASSERT(found.end == LineEnd::wolfe);
  const double t = found.point.step;
  RC_ASSERT(t > 0.0);
  RC_ASSERT(value(sign * t) <=
            value(0.0) - 1e-4 * t * std::abs(slope(0.0)) + 1e-13 * std::abs(value(0.0)));
  RC_ASSERT(std::abs(slope(sign * t)) <= 0.9 * std::abs(slope(0.0)));
}

RC_GTEST_PROP(LineSearch, ComesBackFromWhereNothingIsFinite, ()) {
  // -log(1 - t) - c t: falls from 0 to t = 1 - 1/c, then rises to the wall at 1.
  const double c = draw(1.1, 50.0);
  const double outside = *rc::gen::element(std::numeric_limits<double>::quiet_NaN(),
                                           std::numeric_limits<double>::infinity(),
                                           -std::numeric_limits<double>::infinity());
  const auto phi = [&](double t) {
    if (t >= 1.0) return LinePoint{t, outside, 0.0};
    return LinePoint{t, -std::log(1.0 - t) - c * t, 1.0 / (1.0 - t) - c};
  };
  const LineResult found = search(phi, std::pow(10.0, draw(-6.0, 6.0)));
  RC_ASSERT(found.end == LineEnd::wolfe);
  RC_ASSERT(found.point.value <= 1e-4 * found.point.step * (1.0 - c));
  RC_ASSERT(std::abs(found.point.slope) <= 0.9 * (c - 1.0));
}

TEST(LineSearch, TakesTheFirstStepWhenItIsGood) {
  const LineResult found = search(
      [](double t) {
        return LinePoint{t, (t - 1.0) * (t - 1.0), 2.0 * (t - 1.0)};
      },
      1.0);
  EXPECT_EQ(found.end, LineEnd::wolfe);
  EXPECT_EQ(found.point.step, 1.0);
}

TEST(LineSearch, FollowsALineThatFallsForEver) {
  const LineResult found = search([](double t) { return LinePoint{t, -t, -1.0}; }, 1.0);
  EXPECT_EQ(found.end, LineEnd::descent);
  EXPECT_GT(found.point.step, 1e6);
  EXPECT_TRUE(std::isfinite(found.point.value));
}

TEST(LineSearch, TakesTheLowestPlaceNextToAKink) {
  const LineResult found = search(
      [](double t) {
        return LinePoint{t, std::abs(t - 0.3), t < 0.3 ? -1.0 : 1.0};
      },
      1.0);
  EXPECT_EQ(found.end, LineEnd::descent);
  EXPECT_NEAR(found.point.step, 0.3, 1e-3);
}

TEST(LineSearch, TellsAWrongSlopeFromAFlatPlace) {
  const auto wrong = [](double t) { return LinePoint{t, 1.0 + t, -1.0}; };
  EXPECT_EQ(search(wrong, 1.0).end, LineEnd::none);
  // at the bottom up to rounding: steps change slopes, but values only upwards
  const auto flat = [](double t) {
    const double x = t - 1e-20;
    return LinePoint{t, 1.0 + 0.5 * x * x + (t > 0.0 ? 1e-12 : 0.0), x};
  };
  EXPECT_EQ(search(flat, 1.0).end, LineEnd::flat);
}

TEST(LineSearch, LetsSlopesDecideWhereValuesCannot) {
  // 1e6 + (t - 1e-6)^2: no value differs from the first before t is long past the minimum
  const auto phi = [](double t) {
    const double x = t - 1e-6;
    return LinePoint{t, 1e6 + x * x, 2.0 * x};
  };
  const LineResult found = search(phi, 1.0);
  EXPECT_EQ(found.end, LineEnd::wolfe);
  EXPECT_LE(std::abs(found.point.slope), 0.9 * 2e-6);
}

TEST(LineSearch, SaysThatNothingIsFinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(search(
                [&](double t) {
                  return LinePoint{t, t == 0.0 ? 1.0 : nan, -1.0};
                },
                1.0)
                .end,
            LineEnd::not_finite);
}

}  // namespace
}  // namespace podium::detail
