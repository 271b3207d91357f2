#include <algorithm>
#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/learning/optimise/bundle.hpp"
#include "podium/learning/optimise/lbfgs.hpp"
#include "podium/learning/optimise/stochastic.hpp"
#include "podium/learning/optimise/test_functions_fixture.hpp"
#include "podium/learning/optimise/truncated_newton.hpp"

// What every optimiser owes: each test runs for all of them, or for all that need no penalty.

namespace podium {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the functions of this room's tests

/// An optimiser with the options that these small problems need, and what it then reaches.
template <class Optimiser>
struct Tuned;
template <>
struct Tuned<Lbfgs> {
  static Lbfgs optimiser() { return {.iterations = 2000, .tolerance = 1e-10}; }
  static constexpr double accuracy = 1e-8;
};
template <>
struct Tuned<TruncatedNewton> {
  static TruncatedNewton optimiser() { return {.tolerance = 1e-10}; }
  static constexpr double accuracy = 1e-8;
};
template <>
struct Tuned<Sgd> {
  static Sgd optimiser() {
    return {.run = {.epochs = 2000, .step = 0.01, .schedule = Schedule::cosine, .batch = 4},
            .momentum = 0.5};
  }
  static constexpr double accuracy = 1e-3;
};
template <>
struct Tuned<Adam> {
  static Adam optimiser() {
    return {.run = {.epochs = 2000, .step = 0.02, .schedule = Schedule::cosine, .batch = 4}};
  }
  static constexpr double accuracy = 1e-3;
};

template <>
struct Tuned<Bundle> {
  static Bundle optimiser() { return {.tolerance = 1e-10}; }
  static constexpr double accuracy = 1e-4;  // a gap of 1e-10 is a gradient of 1e-5
};

template <class Optimiser>
class OptimiserContract : public testing::Test {
 protected:
  const Optimiser optimiser = Tuned<Optimiser>::optimiser();
  static constexpr double accuracy = Tuned<Optimiser>::accuracy;
};

using Optimisers = testing::Types<Lbfgs, TruncatedNewton, Sgd, Adam, Bundle>;
TYPED_TEST_SUITE(OptimiserContract, Optimisers);

template <class Optimiser>
class UnpenalisedContract : public OptimiserContract<Optimiser> {};

using Unpenalised = testing::Types<Lbfgs, TruncatedNewton, Sgd, Adam>;
TYPED_TEST_SUITE(UnpenalisedContract, Unpenalised);

TYPED_TEST(UnpenalisedContract, FindsTheOptimumOfAQuadratic) {
  const auto f = quadratic(5, 10.0);
  std::vector<double> w(5, 0.0);
  const Outcome outcome = this->optimiser.minimise(f, w);
  for (std::size_t i = 0; i < w.size(); ++i) {
    EXPECT_NEAR(w[i], static_cast<double>(i + 1), 10.0 * this->accuracy);
  }
  EXPECT_NEAR(outcome.value, 0.0, this->accuracy);
}

TYPED_TEST(OptimiserContract, FindsTheOptimumOfLogisticRegression) {
  const auto f = logistic_regression();
  std::vector<double> w(3, 0.0);
  const Outcome outcome = this->optimiser.minimise(f, w);
  EXPECT_LT(outcome.gradient_norm, 5.0 * this->accuracy);
  std::vector<double> g(3);
  EXPECT_EQ(f.value_and_gradient(w, g), outcome.value);  // the outcome speaks of w
}

// The golden numbers of the specification's worked example.
TYPED_TEST(OptimiserContract, FindsTheGoldenOptimaOfSquaredHinges) {
  struct Golden {
    double c, w, value;
  };
  for (const Golden golden : {Golden{0.1, 0.596205962, 0.937669377},
                              {1.0, 1.657142857, 5.194285714},
                              {10.0, 2.857142857, 32.857142857}}) {
    TypeParam gentle = this->optimiser;
    // the curvature grows with C, and plain gradient steps must not be longer than its inverse
    if constexpr (requires { gentle.momentum; }) gentle.run.step /= 1.0 + golden.c;
    std::vector<double> w(1, 0.0);
    const Outcome outcome = gentle.minimise(worked_example(golden.c), w);
    EXPECT_NEAR(w[0], golden.w, std::max(5e-10, this->accuracy)) << golden.c;
    EXPECT_NEAR(outcome.value, golden.value, std::max(5e-10, this->accuracy)) << golden.c;
  }
}

TYPED_TEST(UnpenalisedContract, StaysAtAnOptimum) {
  const auto f = quadratic(2, 1.0);
  std::vector<double> w = {1.0, 2.0};
  const Outcome outcome = this->optimiser.minimise(f, w);
  EXPECT_THAT(
      w, testing::ElementsAre(testing::DoubleNear(1.0, 1e-14), testing::DoubleNear(2.0, 1e-14)));
  EXPECT_NEAR(outcome.value, 0.0, 1e-20);
}

TYPED_TEST(UnpenalisedContract, EndsOnAFunctionThatFallsForEver) {
  const RowSum<Straight> f(2, {{{1.0, 0.0}, -1.0}, {{0.0, 1.0}, 2.0}});
  std::vector<double> w(2, 0.0);
  const Outcome outcome = this->optimiser.minimise(f, w);
  EXPECT_TRUE(std::isfinite(w[0]) && std::isfinite(w[1]));
  EXPECT_LT(outcome.value, -1.0);
  EXPECT_THAT(outcome.stop, testing::AnyOf(Stop::iteration_limit, Stop::not_finite));
}

TYPED_TEST(OptimiserContract, AcceptsAFunctionOfNothing) {
  const RowSum<SquaredError> f(0, {{{}, 2.0}}, 1.0);
  const Outcome outcome = this->optimiser.minimise(f, {});
  EXPECT_EQ(outcome.value, 2.0);
  EXPECT_EQ(outcome.gradient_norm, 0.0);
}

TYPED_TEST(OptimiserContract, AcceptsAPenaltyWithoutTerms) {
  const RowSum<SquaredError> f(1, {}, 2.0);
  std::vector<double> w = {3.0};
  this->optimiser.minimise(f, w);
  EXPECT_NEAR(w[0], 0.0, this->accuracy);
}

TYPED_TEST(OptimiserContract, StopsWhereItIsAskedTo) {
  const auto f = logistic_regression();
  std::vector<double> w(3, 0.0);
  std::vector<std::size_t> seen;
  std::vector<double> last;
  const Outcome outcome = this->optimiser.minimise(f, w, [&](const Step& step) {
    seen.push_back(step.iteration);
    last.assign(step.w.begin(), step.w.end());
    return step.iteration < 3;
  });
  EXPECT_EQ(outcome.stop, Stop::asked);
  EXPECT_EQ(outcome.iterations, 3U);
  EXPECT_THAT(seen, testing::ElementsAre(1, 2, 3));
  EXPECT_EQ(w, last);
}

TYPED_TEST(OptimiserContract, SaysWhenTheStartIsNotFinite) {
  const RowSum<Barrier> f(1, {{{1.0}, 1.0}}, 1.0);
  std::vector<double> w = {-1.0};
  const Outcome outcome = this->optimiser.minimise(f, w);
  EXPECT_EQ(outcome.stop, Stop::not_finite);
  EXPECT_EQ(outcome.iterations, 0U);
  EXPECT_EQ(w[0], -1.0);
}

TYPED_TEST(OptimiserContract, RefusesParametersOfAnotherSize) {
  std::vector<double> w(2, 0.0);
  EXPECT_THROW(this->optimiser.minimise(logistic_regression(), w), ContractError);
}

TYPED_TEST(OptimiserContract, LeavesTheParametersAloneWhenTheFunctionThrows) {
  struct Throwing : RowSum<Logistic> {
    using RowSum::RowSum;
    double value_and_gradient(std::span<const double> /*w*/,
                              std::span<double> /*g*/) const override {
      throw NumericError("broken");
    }
    double sum_terms(std::span<const double> w, std::span<double> g) const override {
      return value_and_gradient(w, g);
    }
  };
  const Throwing f(1, {{{1.0}, 1.0}}, 1.0);
  std::vector<double> w = {5.0};
  EXPECT_THROW(this->optimiser.minimise(f, w), NumericError);
  EXPECT_EQ(w[0], 5.0);
}

}  // namespace
}  // namespace podium
