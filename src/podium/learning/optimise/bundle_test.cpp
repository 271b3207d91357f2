#include "podium/learning/optimise/bundle.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/learning/optimise/lbfgs.hpp"
#include "podium/learning/optimise/lower_model_fixture.hpp"
#include "podium/learning/optimise/test_functions_fixture.hpp"

namespace podium {
namespace {

using test::LowerModel;

constexpr Slacks both[] = {Slacks::one, Slacks::each};

/// Hinges of random rows, with C.
test::RowSum<test::Hinge> random_hinges(std::size_t rows, std::size_t dimension, double c) {
  RandomStream random(11, "", "hinges");
  std::vector<test::RowSum<test::Hinge>::Row> all(rows);
  for (auto& row : all) {
    row.y = c;
    for (std::size_t i = 0; i < dimension; ++i) row.x.push_back(random.normal() + 0.2);
  }
  return {dimension, std::move(all), 1.0};
}

// The golden numbers of the specification's worked example.
TEST(Bundle, FindsTheGoldenOptimaOfHinges) {
  struct Golden {
    double c, w, value;
  };
  for (const Golden& golden :
       {Golden{0.1, 0.44, 1.1032}, {1.0, 2.0, 6.4}, {10.0, 3.333333333333, 35.555555555556}}) {
    for (const Slacks slacks : both) {
      std::vector<double> w(1, 0.0);
      const Outcome outcome = Bundle{.slacks = slacks, .tolerance = 1e-12}.minimise(
          test::worked_example<test::Hinge>(golden.c), w);
      EXPECT_EQ(outcome.stop, Stop::converged);
      EXPECT_NEAR(w[0], golden.w, 1e-8) << golden.c;
      EXPECT_NEAR(outcome.value, golden.value, 1e-9) << golden.c;
    }
  }
}

TEST(Bundle, FindsTheMinimumThatThirdsFindHoweverItHasItsSlacks) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const LowerModel model =
        test::random_model(seed, std::pow(10.0, static_cast<double>(seed % 4) - 1.0));
    const double expected = test::smallest(model);
    for (const Slacks slacks : both) {
      std::vector<double> w = {1.0, -2.0};
      const Outcome outcome = Bundle{.slacks = slacks, .tolerance = 1e-9}.minimise(model, w);
      EXPECT_EQ(outcome.stop, Stop::converged) << seed;
      EXPECT_NEAR(outcome.value, expected, 2e-9 * (1.0 + std::abs(expected))) << seed;
      EXPECT_EQ(outcome.value, model.value(w[0], w[1])) << seed;
    }
  }
}

TEST(Bundle, TellsHowFarTheMinimumIs) {
  const auto f = random_hinges(100, 10, 1.0);
  for (const Slacks slacks : both) {
    std::vector<double> w(10, 0.0);
    const double least = Bundle{.slacks = slacks, .tolerance = 1e-10}.minimise(f, w).value;
    w.assign(10, 0.0);
    double last = std::numeric_limits<double>::infinity();
    const Outcome outcome = Bundle{.slacks = slacks}.minimise(f, w, [&](const Step& step) {
      EXPECT_GE(*step.gap, -1e-12 * step.value);
      EXPECT_GE(*step.gap, step.value - least - 1e-8);
      EXPECT_LE(*step.gap, last + 1e-9);
      last = *step.gap;
      return true;
    });
    EXPECT_EQ(outcome.stop, Stop::converged);
    EXPECT_LE(*outcome.gap, 1e-3 * outcome.value);
    EXPECT_EQ(*outcome.gap, last);
  }
}

/// 40 random rows of two features, with C. The minimum of the first plane is the further away the
/// larger C is, and the values of planes from there are C times as large again.
test::RowSum<test::SquaredHinge> far_planes(double c) {
  RandomStream random(3, "", "hinges");
  std::vector<test::RowSum<test::SquaredHinge>::Row> rows(40);
  for (auto& row : rows) {
    row.y = c;
    for (std::size_t i = 0; i < 2; ++i) row.x.push_back(random.normal() + 0.2);
  }
  return {2, std::move(rows), 1.0};
}

TEST(Bundle, ClosesTheGapBesidePlanesFromFarAway) {
  for (const double c : {1e2, 1e6, 1e8, 1e10}) {
    const auto f = far_planes(c);
    std::vector<double> exact(2, 0.0);
    const double least = Lbfgs{.tolerance = 1e-12}.minimise(f, exact).value;
    std::vector<double> w(2, 0.0);
    const Outcome outcome = Bundle{}.minimise(f, w);
    EXPECT_EQ(outcome.stop, Stop::converged) << c;
    EXPECT_LE(*outcome.gap, 1e-3 * outcome.value) << c;
    EXPECT_LE(outcome.value, 1.001 * least) << c;
  }
}

TEST(Bundle, SaysWhenItCannotCloseTheGap) {
  for (const double c : {1e16, 1e18}) {
    std::vector<double> w(2, 0.0);
    const Outcome outcome = Bundle{}.minimise(far_planes(c), w);
    EXPECT_EQ(outcome.stop, Stop::no_descent) << c;
    EXPECT_GT(*outcome.gap, outcome.value) << c;
  }
}

TEST(Bundle, DoesNotCareForTheScaleOfTheFunction) {
  const LowerModel model = test::random_model(7, 1.0);
  LowerModel small = model;
  small.penalty *= 0x1p-40;
  for (auto& term : small.terms) {
    for (auto& plane : term) {
      plane.offset *= 0x1p-40;
      for (double& slope : plane.slope) slope *= 0x1p-40;
    }
  }
  std::vector<double> w(2, 1.0);
  std::vector<double> w_of_small(2, 1.0);
  const Outcome outcome = Bundle{}.minimise(model, w);
  EXPECT_EQ(Bundle{}.minimise(small, w_of_small).iterations, outcome.iterations);
  EXPECT_EQ(w_of_small, w);
}

TEST(Bundle, IsFasterFromAPointNearby) {
  std::vector<double> w(10, 0.0);
  Bundle{}.minimise(random_hinges(400, 10, 0.3), w);
  const auto f = random_hinges(400, 10, 1.0);
  const std::size_t warm = Bundle{}.minimise(f, w).evaluations;
  w.assign(10, 0.0);
  EXPECT_LT(warm, Bundle{}.minimise(f, w).evaluations);
}

TEST(Bundle, HasTheSameBitsForAnyNumberOfThreads) {
  const auto f = random_hinges(60, 5, 1.0);
  std::vector<double> one(5, 0.0);
  std::vector<double> many(5, 0.0);
  const Bundle bundle{.slacks = Slacks::each};
  {
    const ThreadLimit limit(1);
    bundle.minimise(f, one);
  }
  bundle.minimise(f, many);
  EXPECT_EQ(many, one);
}

TEST(Bundle, ShortensStepsToWhereTheFunctionIsNotFinite) {
  const test::RowSum<test::Barrier> f(1, {{{1.0}, 1.0}}, 1.0);
  std::vector<double> w = {5.0};  // whose plane leads to w < 0
  const Outcome outcome = Bundle{.tolerance = 1e-12}.minimise(f, w);
  EXPECT_EQ(outcome.stop, Stop::converged);
  EXPECT_NEAR(w[0], 0.5 * (std::sqrt(5.0) - 1.0), 1e-5);
}

TEST(Bundle, SaysWhenAFunctionIsNotConvex) {
  struct Cap {  // -y m^2
    static test::Derivatives at(double m, double y) { return {-y * m * m, -2.0 * y * m, -2.0 * y}; }
  };
  const test::RowSum<Cap> f(1, {{{1.0}, 0.4}}, 1.0);
  std::vector<double> w = {1.0};
  EXPECT_EQ(Bundle{}.minimise(f, w).stop, Stop::no_descent);
}

TEST(Bundle, RefusesAFunctionWithoutPenalty) {
  std::vector<double> w(5, 0.0);
  EXPECT_THROW(Bundle{}.minimise(test::quadratic(5, 2.0), w), UsageError);
}

}  // namespace
}  // namespace podium
