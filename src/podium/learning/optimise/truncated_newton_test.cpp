#include "podium/learning/optimise/truncated_newton.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"
#include "podium/learning/optimise/test_functions_fixture.hpp"

namespace podium {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the functions of this room's tests

class TruncatedNewtonOnRosenbrock : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Dimensions, TruncatedNewtonOnRosenbrock, testing::Values(2, 20));

TEST_P(TruncatedNewtonOnRosenbrock, FindsTheOptimum) {
  const Rosenbrock f{GetParam()};
  std::vector<double> w = f.start();
  const Outcome outcome = TruncatedNewton{.tolerance = 1e-12}.minimise(f, w);
  EXPECT_EQ(outcome.stop, Stop::converged);
  for (const double x : w) EXPECT_NEAR(x, 1.0, 1e-8);
  EXPECT_LT(outcome.iterations, 80U);
}

TEST(TruncatedNewton, IsExactOnQuadraticsWhenTheToleranceIs) {
  for (const double condition : {1.0, 100.0, 1e6}) {
    std::vector<double> w(10, 0.0);
    const Outcome outcome =
        TruncatedNewton{.tolerance = 1e-16}.minimise(quadratic(10, condition), w);
    EXPECT_EQ(outcome.stop, Stop::converged) << condition;
    for (std::size_t i = 0; i < 10; ++i) {
      const auto expected = static_cast<double>(i + 1);
      EXPECT_NEAR(w[i], expected, 1e-12 * std::max(1.0, condition / 100.0)) << condition;
    }
    EXPECT_LE(outcome.iterations, 20U) << condition;
  }
}

TEST(TruncatedNewton, FindsTheShortestOfManySolutions) {
  // Two equal columns and a third that is their sum: x . w = y holds on a line of solutions. The
  // normal equations of the shortest one w = X'a give a by hand.
  const RowSum<SquaredError> f(3, {{{1.0, 1.0, 2.0}, 6.0}, {{1.0, 1.0, 2.0}, 6.0}});
  std::vector<double> w(3, 0.0);
  const Outcome outcome = TruncatedNewton{.tolerance = 1e-14}.minimise(f, w);
  EXPECT_EQ(outcome.stop, Stop::converged);
  EXPECT_NEAR(w[0], 1.0, 1e-12);
  EXPECT_NEAR(w[1], 1.0, 1e-12);
  EXPECT_NEAR(w[2], 2.0, 1e-12);
}

TEST(TruncatedNewton, FindsTheShortestOfManySolutionsThatDoNotFit) {
  // Columns 1 and 3 are equal; the rest is least squares without an exact fit, so that the value
  // at the optimum is not 0 and the end is reached within rounding.
  const RowSum<SquaredError> f(3, {{{1.0, 0.5, 1.0}, 1.0},
                                   {{2.0, -1.0, 2.0}, 0.0},
                                   {{0.3, 0.7, 0.3}, 5.0},
                                   {{-1.0, 2.0, -1.0}, -2.0}});
  std::vector<double> w(3, 0.0);
  const Outcome outcome = TruncatedNewton{.tolerance = 0.0}.minimise(f, w);
  EXPECT_EQ(outcome.stop, Stop::converged);
  EXPECT_NEAR(w[0], w[2], 1e-13);
  EXPECT_LT(outcome.gradient_norm, 1e-13);
}

TEST(TruncatedNewton, ConvergesFasterThanLinearly) {
  const auto f = logistic_regression();
  std::vector<double> w(3, 0.0);
  std::vector<double> norms;
  const Outcome outcome = TruncatedNewton{.tolerance = 1e-13}.minimise(f, w, [&](const Step& step) {
    norms.push_back(step.gradient_norm);
    return true;
  });
  EXPECT_EQ(outcome.stop, Stop::converged);
  ASSERT_GE(norms.size(), 3U);
  EXPECT_LT(norms.back() / norms[norms.size() - 2], 1e-3);
}

TEST(TruncatedNewton, CrossesTheKinksOfSquaredHinges) {
  // Fewer rows than columns and a small penalty: hinges switch on and off with every step.
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    RandomStream random(seed, "", "rows");
    std::vector<RowSum<SquaredHinge>::Row> rows(18);
    for (auto& row : rows) {
      for (int i = 0; i < 30; ++i) row.x.push_back(random.normal());
      row.y = 10.0;
    }
    const RowSum<SquaredHinge> f(30, rows, 1e-4);
    std::vector<double> w(30, 0.0);
    const Outcome outcome = TruncatedNewton{.tolerance = 1e-9}.minimise(f, w);
    EXPECT_EQ(outcome.stop, Stop::converged) << seed;
    EXPECT_LT(outcome.iterations, 50U) << seed;
  }
}

TEST(TruncatedNewton, TurnsBackWhereTheFunctionIsNotFinite) {
  for (const double start : {1e-6, 0.4, 1e3}) {
    const RowSum<Barrier> f(1, {{{1.0}, 2.0}});
    std::vector<double> w = {start};
    const Outcome outcome = TruncatedNewton{.tolerance = 1e-14}.minimise(f, w);
    EXPECT_EQ(outcome.stop, Stop::converged) << start;
    EXPECT_NEAR(w[0], 0.5, 1e-7) << start;
  }
}

TEST(TruncatedNewton, LeavesASaddle) {
  // w0^2 - w1^2 + w1^4: at (1, 0.01) the curvature along w1 is negative; minima at w1 = 1/sqrt(2).
  struct Saddle : Objective {
    std::size_t dimension() const override { return 2; }
    double value_and_gradient(std::span<const double> w, std::span<double> g) const override {
      g[0] = 2.0 * w[0];
      g[1] = -2.0 * w[1] + 4.0 * w[1] * w[1] * w[1];
      return w[0] * w[0] - w[1] * w[1] + w[1] * w[1] * w[1] * w[1];
    }
    HessianProduct hessian_at(std::span<const double> w) const override {
      return
          [hessian = -2.0 + 12.0 * w[1] * w[1]](std::span<const double> v, std::span<double> hv) {
            hv[0] = 2.0 * v[0];
            hv[1] = hessian * v[1];
          };
    }
  };
  for (const double start : {0.0, 1.0}) {
    std::vector<double> w = {start, 0.01};
    const Outcome outcome = TruncatedNewton{.tolerance = 1e-12}.minimise(Saddle{}, w);
    EXPECT_NEAR(outcome.value, -0.25, 1e-12);
  }
}

TEST(TruncatedNewton, SaysThatAGradientPromisesADescentThatIsNotThere) {
  struct Liar : Objective {
    std::size_t dimension() const override { return 1; }
    double value_and_gradient(std::span<const double> w, std::span<double> g) const override {
      g[0] = -2.0 * w[0];
      return 1.0 + w[0] * w[0];
    }
    HessianProduct hessian_at(std::span<const double> /*w*/) const override {
      return [](std::span<const double> v, std::span<double> hv) { hv[0] = 2.0 * v[0]; };
    }
  };
  std::vector<double> w = {3.0};
  const Outcome outcome = TruncatedNewton{}.minimise(Liar{}, w);
  EXPECT_EQ(outcome.stop, Stop::no_descent);
  EXPECT_EQ(w[0], 3.0);
}

TEST(TruncatedNewton, CountsValuesAndHessianProducts) {
  struct Counting : Rosenbrock {
    std::size_t* calls = nullptr;
    double value_and_gradient(std::span<const double> w, std::span<double> g) const override {
      ++*calls;
      return Rosenbrock::value_and_gradient(w, g);
    }
    HessianProduct hessian_at(std::span<const double> w) const override {
      return [own = Rosenbrock::hessian_at(w), calls = calls](std::span<const double> v,
                                                              std::span<double> hv) {
        ++*calls;
        own(v, hv);
      };
    }
  };
  std::size_t calls = 0;
  Counting f;
  f.calls = &calls;
  std::vector<double> w = f.start();
  EXPECT_EQ(TruncatedNewton{}.minimise(f, w).evaluations, calls);
}

}  // namespace
}  // namespace podium
