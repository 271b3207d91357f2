#include "podium/optimise/steihaug.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/kernels/vectors.hpp"

namespace podium::detail {
namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

HessianProduct diagonal(const std::vector<double>& bend) {
  return [bend](std::span<const double> v, std::span<double> hv) {
    for (std::size_t i = 0; i < v.size(); ++i) hv[i] = bend[i] * v[i];
  };
}

double model(const std::vector<double>& bend, const std::vector<double>& g,
             const std::vector<double>& s) {
  double sum = 0.0;
  for (std::size_t i = 0; i < s.size(); ++i) sum += g[i] * s[i] + 0.5 * bend[i] * s[i] * s[i];
  return sum;
}

std::vector<double> some_numbers(int least, int most) {
  std::vector<double> numbers;
  for (const int i : *rc::gen::container<std::vector<int>>(4, rc::gen::inRange(least, most))) {
    numbers.push_back(0.1 * i);
  }
  return numbers;
}

RC_GTEST_PROP(Steihaug, StaysInsideAndFallsAtLeastAsFarAsTheBestStepDownTheGradient, ()) {
  const std::vector<double> bend = some_numbers(-20, 50);
  const std::vector<double> g = some_numbers(-30, 31);
  const double radius = 0.01 * *rc::gen::inRange(1, 500);
  const double gg = dot(g, g);
  RC_PRE(gg > 0.0);
  const ModelStep step = steihaug_step(
      diagonal(bend), g, {.radius = radius, .tolerance = 0.1, .rough = 0.1, .steps = 10});
  RC_ASSERT(std::sqrt(dot(step.s, step.s)) <= radius * (1.0 + 1e-12));
  RC_ASSERT(std::abs(step.predicted + model(bend, g, step.s)) <= 1e-11 * (1.0 + step.predicted));
  RC_ASSERT(std::abs(step.slope - dot(g, step.s)) <= 1e-12 * (1.0 + std::abs(step.slope)));

  double ghg = 0.0;
  for (std::size_t i = 0; i < g.size(); ++i) ghg += g[i] * g[i] * bend[i];
  const double edge = radius / std::sqrt(gg);
  const double t = ghg > 0.0 ? std::min(edge, gg / ghg) : edge;
  RC_ASSERT(step.predicted >= (t * gg - 0.5 * t * t * ghg) * (1.0 - 1e-10));
}

TEST(Steihaug, SolvesInAsManyStepsAsThereAreEigenvalues) {
  const std::vector<double> g = {1.0, -2.0, 3.0, 4.0};
  const ModelStep step =
      steihaug_step(diagonal({2.0, 2.0, 5.0, 5.0}), g,
                    {.radius = no_limit, .tolerance = 1e-12, .rough = 0.1, .steps = 10});
  EXPECT_EQ(step.products, 2U);
  EXPECT_FALSE(step.at_boundary);
  const std::vector<double> expected = {-0.5, 1.0, -0.6, -0.8};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(step.s[i], expected[i], 1e-14);
}

TEST(Steihaug, GoesToTheBoundaryAlongNegativeCurvature) {
  const std::vector<double> g = {0.0, 2.0};
  const ModelStep step = steihaug_step(
      diagonal({1.0, -1.0}), g, {.radius = 3.0, .tolerance = 0.1, .rough = 0.1, .steps = 10});
  EXPECT_TRUE(step.at_boundary);
  EXPECT_EQ(step.s[1], -3.0);
  EXPECT_EQ(step.predicted, 10.5);
}

TEST(Steihaug, TakesAUnitStepDownTheGradientWhenThereIsNeitherCurvatureNorLimit) {
  const std::vector<double> g = {3.0, 4.0};
  const ModelStep step = steihaug_step(
      diagonal({0.0, -1.0}), g, {.radius = no_limit, .tolerance = 0.1, .rough = 0.1, .steps = 10});
  EXPECT_NEAR(step.s[0], -0.6, 1e-15);
  EXPECT_NEAR(step.s[1], -0.8, 1e-15);
}

TEST(Steihaug, MakesNoMoreProductsThanAllowed) {
  const std::vector<double> g = {1.0, 1.0, 1.0, 1.0};
  const ModelStep step =
      steihaug_step(diagonal({1.0, 2.0, 3.0, 4.0}), g,
                    {.radius = no_limit, .tolerance = 0.0, .rough = 0.1, .steps = 2});
  EXPECT_EQ(step.products, 2U);
}

}  // namespace
}  // namespace podium::detail
