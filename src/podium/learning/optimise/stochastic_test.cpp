#include "podium/learning/optimise/stochastic.hpp"

#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"
#include "podium/learning/optimise/test_functions_fixture.hpp"

namespace podium {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the functions of this room's tests

/// The updates of `epochs` epochs, each given the literal gradient of its batch.
template <class F, class Rule>
std::vector<std::vector<double>> slow_epochs(const F& f, std::vector<double> w, std::size_t epochs,
                                             std::size_t batch, std::uint64_t seed, Rule rule) {
  std::vector<std::vector<double>> iterates;
  for (std::size_t epoch = 1; epoch <= epochs; ++epoch) {
    std::vector<std::size_t> order(f.term_count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    RandomStream(seed, "", "epoch " + std::to_string(epoch)).shuffle(std::span(order));
    for (std::size_t i = 0; i < order.size(); i += batch) {
      const std::size_t size = std::min(batch, order.size() - i);
      std::vector<double> sum(w.size());
      std::vector<double> penalty(w.size());
      for (std::size_t b = i; b < i + size; ++b) f.add_terms({&order[b], 1}, w, sum);
      f.add_penalty(w, penalty);
      const double scale = static_cast<double>(order.size()) / static_cast<double>(size);
      for (std::size_t j = 0; j < w.size(); ++j) sum[j] = scale * sum[j] + penalty[j];
      rule(w, sum);
      iterates.push_back(w);
    }
  }
  return iterates;
}

void expect_near(std::span<const double> found, std::span<const double> expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12);
}

TEST(Sgd, IsTheFormulaWrittenOut) {
  const auto f = logistic_regression();
  std::vector<double> w = {0.1, 0.2, 0.3};
  std::vector<double> v(3);
  const auto slow = slow_epochs(f, w, 3, 5, 7, [&](std::vector<double>& x, std::span<double> g) {
    for (std::size_t i = 0; i < 3; ++i) {
      v[i] = 0.8 * v[i] + g[i];
      x[i] -= 0.02 * v[i];
    }
  });
  Sgd{.run = {.epochs = 3, .step = 0.02, .batch = 5, .seed = 7}, .momentum = 0.8}.minimise(f, w);
  expect_near(w, slow.back());
}

TEST(Adam, IsTheFormulaWrittenOut) {
  const auto f = logistic_regression();
  std::vector<double> w = {0.1, 0.2, 0.3};
  std::vector<double> m(3);
  std::vector<double> v(3);
  int t = 0;
  const auto slow = slow_epochs(f, w, 3, 5, 7, [&](std::vector<double>& x, std::span<double> g) {
    ++t;
    for (std::size_t i = 0; i < 3; ++i) {
      m[i] = 0.7 * m[i] + 0.3 * g[i];
      v[i] = 0.95 * v[i] + 0.05 * g[i] * g[i];
      x[i] -= 0.02 * (m[i] / (1.0 - std::pow(0.7, t))) /
              (std::sqrt(v[i] / (1.0 - std::pow(0.95, t))) + 1e-4);
    }
  });
  Adam{.run = {.epochs = 3, .step = 0.02, .batch = 5, .seed = 7},
       .beta1 = 0.7,
       .beta2 = 0.95,
       .epsilon = 1e-4}
      .minimise(f, w);
  expect_near(w, slow.back());
}

TEST(Stochastic, AveragesTheSecondHalfOfTheEpochs) {
  const auto f = logistic_regression();
  std::vector<double> w(3, 0.0);
  const auto slow = slow_epochs(f, w, 5, 4, 1, [&](std::vector<double>& x, std::span<double> g) {
    for (std::size_t i = 0; i < 3; ++i) x[i] -= 0.01 * g[i];
  });
  std::vector<double> mean(3);
  for (std::size_t u = 2 * 3; u < 5 * 3; ++u) {  // three updates an epoch, epochs 3 to 5
    for (std::size_t i = 0; i < 3; ++i) mean[i] += slow[u][i] / 9.0;
  }
  Sgd{.run = {.epochs = 5, .batch = 4, .average = true}}.minimise(f, w);
  expect_near(w, mean);
}

TEST(Stochastic, ShowsTheSumsOfAnEpoch) {
  // With a step of 0 the parameters stay, and the sums are those of a whole pass.
  const auto f = logistic_regression();
  std::vector<double> w = {0.5, -1.0, 0.25};
  std::vector<double> g(3);
  const double value = f.value_and_gradient(w, g);
  const double length = std::sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  std::size_t epochs = 0;
  const Outcome outcome =
      Sgd{.run = {.epochs = 2, .step = 0.0, .batch = 5}}.minimise(f, w, [&](const Step& step) {
        EXPECT_NEAR(step.value, value, 1e-12);
        EXPECT_NEAR(step.gradient_norm, length, 1e-12);
        ++epochs;
        return true;
      });
  EXPECT_EQ(epochs, 2U);
  EXPECT_EQ(outcome.value, value);
  EXPECT_EQ(outcome.iterations, 2U);
  EXPECT_EQ(outcome.evaluations, 3U);
  EXPECT_EQ(outcome.stop, Stop::iteration_limit);
}

TEST(Stochastic, KeepsTheLastFiniteEpoch) {
  // Steps that are too long: |w| grows until it is infinite.
  const auto f = quadratic(3, 10.0);
  std::vector<double> w(3, 0.0);
  std::vector<double> last;
  const Outcome outcome =
      Sgd{.run = {.epochs = 1000, .step = 10.0, .batch = 3}}.minimise(f, w, [&](const Step& step) {
        last.assign(step.w.begin(), step.w.end());
        return true;
      });
  EXPECT_EQ(outcome.stop, Stop::not_finite);
  EXPECT_LT(outcome.iterations, 1000U);
  EXPECT_EQ(outcome.evaluations, outcome.iterations + 2);
  EXPECT_EQ(w, last);
  for (const double x : w) EXPECT_TRUE(std::isfinite(x));
}

TEST(Stochastic, DependsOnTheSeedAndNothingElse) {
  const auto f = logistic_regression();
  const auto result = [&](std::uint64_t seed) {
    std::vector<double> w(3, 0.0);
    Sgd{.run = {.epochs = 3, .seed = seed}}.minimise(f, w);
    return w;
  };
  EXPECT_EQ(result(1), result(1));
  EXPECT_NE(result(1), result(2));
}

TEST(Schedule, IsTheFormulaWrittenOut) {
  EXPECT_EQ(step_in_epoch(Schedule::constant, 0.5, 9, 10), 0.5);
  EXPECT_EQ(step_in_epoch(Schedule::inverse_sqrt, 0.5, 4, 10), 0.25);
  EXPECT_EQ(step_in_epoch(Schedule::inverse, 0.5, 5, 10), 0.1);
  EXPECT_EQ(step_in_epoch(Schedule::cosine, 0.5, 1, 10), 0.5);
  EXPECT_NEAR(step_in_epoch(Schedule::cosine, 0.5, 6, 10), 0.25, 1e-15);
}

}  // namespace
}  // namespace podium
