#include "podium/learning/optimise/simplex_dual.hpp"

#include <cmath>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/learning/optimise/lower_model_fixture.hpp"

namespace podium {
namespace {

using detail::Plane;
using detail::SimplexDual;
using test::LowerModel;

SimplexDual dual_of(const LowerModel& model) {
  SimplexDual dual(2, model.terms.size(), model.penalty);
  for (std::size_t g = 0; g < model.terms.size(); ++g) {
    for (const Plane& plane : model.terms[g]) dual.add(g, plane);
  }
  return dual;
}

double value_at_w(const LowerModel& model, const SimplexDual& dual) {
  return model.value(dual.w()[0], dual.w()[1]);
}

/// The constraints w . psi >= d - xi of the specification's worked example, one slack xi for each
/// query: C xi is the highest of C (d - w . psi) and the plane that is zero everywhere.
LowerModel worked_example(double c) {
  const std::vector<std::vector<Plane>> constraints = {
      {{{1.0, 0.0}, 1.0}, {{0.0, 2.0}, 0.5}, {{1.0, 1.0}, 0.8}}, {{{-0.5, 1.0}, 0.7}}};
  LowerModel model;
  for (const auto& query : constraints) {
    auto& term = model.terms.emplace_back();
    term.push_back({{0.0, 0.0}, 0.0});
    for (const Plane& p : query) {
      term.push_back({{-c * p.slope[0], -c * p.slope[1]}, c * p.offset});
    }
  }
  return model;
}

TEST(SimplexDual, SolvesTheGoldenProblemOfOneSlackForEachQuery) {
  struct Golden {
    double c, w0, w1, xi0, xi1, objective;
  };
  for (const Golden& golden : {Golden{0.1, 0.05, 0.1, 0.95, 0.625, 0.16375},
                               {1.0, 0.52, 0.96, 0.48, 0.0, 1.076},
                               {10.0, 1.0, 1.2, 0.0, 0.0, 1.22}}) {
    const LowerModel model = worked_example(golden.c);
    SimplexDual dual = dual_of(model);
    dual.solve(1e-12);
    EXPECT_NEAR(dual.w()[0], golden.w0, 1e-8);
    EXPECT_NEAR(dual.w()[1], golden.w1, 1e-8);
    EXPECT_NEAR(dual.height(0, dual.w()) / golden.c, golden.xi0, 1e-8);
    EXPECT_NEAR(dual.height(1, dual.w()) / golden.c, golden.xi1, 1e-8);
    EXPECT_NEAR(dual.value(), golden.objective, 1e-8);
    EXPECT_NEAR(value_at_w(model, dual), golden.objective, 1e-8);
  }
}

TEST(SimplexDual, FindsTheMinimumThatThirdsFind) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const double scale = std::pow(10.0, static_cast<double>(seed % 5) - 2.0);
    const LowerModel model = test::random_model(seed, scale);
    SimplexDual dual = dual_of(model);
    const double expected = test::smallest(model);
    const double size = 1.0 + std::abs(expected);
    dual.solve(1e-10 * size);
    EXPECT_NEAR(dual.value(), expected, 1e-8 * size) << seed;
    EXPECT_LE(value_at_w(model, dual) - dual.value(), 1.1e-10 * size) << seed;
  }
}

TEST(SimplexDual, IsALowerBoundHoweverLittleItIsSolved) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const LowerModel model = test::random_model(seed, 3.0);
    SimplexDual dual = dual_of(model);
    const double smallest = test::smallest(model);
    double last = -1e300;
    for (const double tolerance : {100.0, 1.0, 0.1, 1e-3}) {
      dual.solve(tolerance);
      EXPECT_LE(dual.value(), smallest + 1e-12 * (1.0 + std::abs(smallest)));
      EXPECT_GE(dual.value(), last - 1e-13 * std::abs(last));
      last = dual.value();
    }
  }
}

TEST(SimplexDual, TakesEqualAndFlatPlanes) {
  LowerModel model;
  model.terms = {{{{1.0, 2.0}, 0.5}, {{1.0, 2.0}, 0.5}, {{1.0, 2.0}, 0.25}, {{0.0, 0.0}, 0.0}},
                 {{{0.0, 0.0}, 3.0}, {{0.0, 0.0}, 4.0}}};
  SimplexDual dual = dual_of(model);
  dual.solve(1e-12);
  EXPECT_NEAR(dual.value(), test::smallest(model), 1e-9);
  EXPECT_NEAR(dual.height(1, dual.w()), 4.0, 0.0);
}

TEST(SimplexDual, WorksForTinyAndHugeC) {
  for (const double c : {1e-8, 1e-3, 1e3, 1e8}) {
    const LowerModel model = worked_example(c);
    SimplexDual dual = dual_of(model);
    dual.solve(1e-10);
    // Beyond C = 10 there is no slack left at the optimum: only w counts.
    if (c > 10.0) {
      EXPECT_NEAR(dual.value(), 1.22, 1e-8) << c;
    }
    EXPECT_NEAR(dual.value(), value_at_w(model, dual), 1e-8 + 1e-15 * c) << c;
  }
}

// Most planes must lose the weight that they are given on the way, one climb after another.
TEST(SimplexDual, ClosesTheGapAmongManyPlanes) {
  constexpr std::size_t dimension = 30;
  constexpr double l2 = 1e-4;
  for (const std::size_t groups : {1U, 10U}) {
    RandomStream random(groups, "", "many planes");
    SimplexDual dual(dimension, groups, l2);
    for (std::size_t i = 0; i < 200; ++i) {
      Plane tangent;  // of half a squared length
      for (std::size_t k = 0; k < dimension; ++k) tangent.slope.push_back(random.normal());
      for (const double x : tangent.slope) tangent.offset -= 0.5 * x * x;
      dual.add(i % groups, std::move(tangent));
    }
    dual.solve(1e-8);
    double value = 0.0;
    for (const double x : dual.w()) value += 0.5 * l2 * x * x;
    for (std::size_t g = 0; g < groups; ++g) value += dual.height(g, dual.w());
    EXPECT_GE(value - dual.value(), -1e-10);
    EXPECT_LE(value - dual.value(), 1.1e-8);
  }
}

TEST(SimplexDual, DropsPlanesThatHadNoWeightForLong) {
  const LowerModel model = worked_example(1.0);
  SimplexDual dual = dual_of(model);
  dual.solve(1e-12);
  const double value = dual.value();
  const std::size_t planes = dual.plane_count();
  dual.drop_idle(2);
  EXPECT_EQ(dual.plane_count(), planes);
  dual.drop_idle(2);
  EXPECT_LT(dual.plane_count(), planes);
  dual.solve(1e-12);
  EXPECT_NEAR(dual.value(), value, 1e-12);
}

TEST(SimplexDual, MakesRoomWithoutLosingItsBound) {
  SimplexDual dual(2, 1, 1.0);
  for (int i = 0; i < 40; ++i) {  // the tangents of a parabola touch it all along
    const double x = 0.05 * i - 1.0;
    dual.add(0, {{x, 1.0 - x}, -x * x});
  }
  dual.solve(1e-3);
  const double value = dual.value();
  const std::vector<double> w(dual.w().begin(), dual.w().end());
  dual.make_room(39);
  EXPECT_LE(dual.plane_count(0), 20U);
  EXPECT_NEAR(dual.value(), value, 1e-14);
  EXPECT_THAT(dual.w(), testing::Pointwise(testing::DoubleNear(1e-14), w));
}

TEST(SimplexDual, ComesBackFromItsNumbersToTheSameBits) {
  const LowerModel model = test::random_model(3, 2.0);
  SimplexDual dual = dual_of(model);
  dual.solve(0.1);
  dual.drop_idle(50);
  std::vector<double> numbers;
  dual.save(numbers);
  SimplexDual copy(2, model.terms.size(), model.penalty);
  copy.restore(numbers);
  for (SimplexDual* one : {&dual, &copy}) one->solve(1e-9);
  EXPECT_EQ(copy.value(), dual.value());
  EXPECT_THAT(copy.w(), testing::ElementsAreArray(dual.w()));
  numbers.pop_back();
  EXPECT_THROW(copy.restore(numbers), UsageError);
}

}  // namespace
}  // namespace podium
