#include "podium/learning/optimise/lbfgs.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "podium/learning/optimise/test_functions_fixture.hpp"

namespace podium {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the functions of this room's tests

class LbfgsOnRosenbrock : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Dimensions, LbfgsOnRosenbrock, testing::Values(2, 20));

TEST_P(LbfgsOnRosenbrock, FindsTheOptimum) {
  const Rosenbrock f{GetParam()};
  std::vector<double> w = f.start();
  const Outcome outcome = Lbfgs{.tolerance = 1e-10}.minimise(f, w);
  EXPECT_EQ(outcome.stop, Stop::converged);
  for (const double x : w) EXPECT_NEAR(x, 1.0, 1e-6);
  EXPECT_LT(outcome.iterations, 150U);
  EXPECT_LT(outcome.evaluations, 2 * outcome.iterations);
}

TEST(Lbfgs, FindsTheOptimumOfAnIllConditionedQuadratic) {
  std::vector<double> w(20, 0.0);
  const Outcome outcome =
      Lbfgs{.iterations = 5000, .tolerance = 1e-10}.minimise(quadratic(20, 1e6), w);
  EXPECT_EQ(outcome.stop, Stop::converged);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_NEAR(w[i], static_cast<double>(i + 1), 1e-3);
}

TEST(Lbfgs, IsExactOnAQuadraticWhenTheToleranceIs) {
  std::vector<double> w(5, 0.0);
  const Outcome outcome = Lbfgs{.tolerance = 1e-15}.minimise(quadratic(5, 100.0), w);
  EXPECT_EQ(outcome.stop, Stop::converged);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(w[i], static_cast<double>(i + 1), 1e-12);
}

TEST(Lbfgs, FallsWithEveryStep) {
  const Rosenbrock f{8};
  std::vector<double> w = f.start();
  double last = std::numeric_limits<double>::infinity();
  Lbfgs{}.minimise(f, w, [&](const Step& step) {
    EXPECT_LT(step.value, last);
    last = step.value;
    return true;
  });
}

TEST(Lbfgs, DoesNotDependOnTheScaleOfTheFunction) {
  for (const double l2 : {1.0, 1e-12}) {
    const RowSum<SquaredError> f(2, {}, l2);
    std::vector<double> w = {3.0, 4.0};
    const Outcome outcome = Lbfgs{}.minimise(f, w);
    EXPECT_EQ(outcome.stop, Stop::converged);
    EXPECT_NEAR(w[0], 0.0, 1e-5);
    EXPECT_NEAR(w[1], 0.0, 1e-5);
  }
}

TEST(Lbfgs, EndsAsConvergedWhenStartedAgainAtItsResult) {
  const auto f = logistic_regression();
  std::vector<double> w(3, 0.0);
  const Outcome first = Lbfgs{.tolerance = 1e-12}.minimise(f, w);
  const std::vector<double> found = w;
  const Outcome again = Lbfgs{.tolerance = 1e-12}.minimise(f, w);
  EXPECT_EQ(first.stop, Stop::converged);
  EXPECT_EQ(again.stop, Stop::converged);
  EXPECT_LT(again.iterations, 30U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(w[i], found[i], 1e-10);
}

TEST(Lbfgs, TurnsBackWhereTheFunctionIsNotFinite) {
  for (const double start : {1e-6, 0.5, 1e3}) {
    const RowSum<Barrier> f(1, {{{1.0}, 2.0}});
    std::vector<double> w = {start};
    const Outcome outcome = Lbfgs{.tolerance = 1e-14}.minimise(f, w);
    EXPECT_EQ(outcome.stop, Stop::converged) << start;
    EXPECT_NEAR(w[0], 0.5, 1e-7) << start;
  }
}

/// Finite at the start only.
struct Island : Objective {
  std::size_t dimension() const override { return 1; }
  double value_and_gradient(std::span<const double> w, std::span<double> g) const override {
    g[0] = 1.0;
    return w[0] == 3.0 ? 1.0 : std::numeric_limits<double>::infinity();
  }
};

TEST(Lbfgs, SaysThatNoStepIsFinite) {
  std::vector<double> w = {3.0};
  EXPECT_EQ(Lbfgs{}.minimise(Island{}, w).stop, Stop::not_finite);
  EXPECT_EQ(w[0], 3.0);
}

/// A gradient that points the wrong way.
struct Liar : Objective {
  std::size_t dimension() const override { return 1; }
  double value_and_gradient(std::span<const double> w, std::span<double> g) const override {
    g[0] = -2.0 * w[0];
    return 1.0 + w[0] * w[0];
  }
};

TEST(Lbfgs, SaysThatAGradientPromisesADescentThatIsNotThere) {
  std::vector<double> w = {3.0};
  const Outcome outcome = Lbfgs{}.minimise(Liar{}, w);
  EXPECT_EQ(outcome.stop, Stop::no_descent);
  EXPECT_EQ(outcome.value, 10.0);
  EXPECT_EQ(w[0], 3.0);
}

/// |w - 1|: no gradient at the optimum.
struct Kink : Objective {
  std::size_t dimension() const override { return 1; }
  double value_and_gradient(std::span<const double> w, std::span<double> g) const override {
    g[0] = w[0] < 1.0 ? -1.0 : 1.0;
    return std::abs(w[0] - 1.0);
  }
};

TEST(Lbfgs, ComesCloseToAKinkAndSaysThatItEndsThere) {
  std::vector<double> w = {-2.7};
  const Outcome outcome = Lbfgs{}.minimise(Kink{}, w);
  EXPECT_EQ(outcome.stop, Stop::no_descent);
  EXPECT_NEAR(w[0], 1.0, 1e-3);
}

TEST(Lbfgs, CountsEveryPass) {
  struct Counting : Rosenbrock {
    std::size_t* calls = nullptr;
    double value_and_gradient(std::span<const double> w, std::span<double> g) const override {
      ++*calls;
      return Rosenbrock::value_and_gradient(w, g);
    }
  };
  std::size_t calls = 0;
  Counting f;
  f.calls = &calls;
  std::vector<double> w = f.start();
  EXPECT_EQ(Lbfgs{}.minimise(f, w).evaluations, calls);
}

}  // namespace
}  // namespace podium
