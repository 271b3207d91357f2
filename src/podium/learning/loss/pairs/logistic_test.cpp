#include "podium/learning/loss/pairs/logistic.hpp"

#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/learning/loss/pairs/pair_oracle_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

/// |z| / 2 + log(1 + exp(-|z|)) over the tied pairs.
double tied_sum(const WeakOrder& truth, std::span<const double> s) {
  double sum = 0.0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double z = std::abs(s[i] - s[j]);
      if (truth.level[i] == truth.level[j]) sum += z / 2.0 + std::log(1.0 + std::exp(-z));
    }
  }
  return sum;
}

TEST(LogisticLoss, AddsTheCrossEntropyOfTiedPairsOnRequest) {
  RandomStream stream(1, "logistic", "ties");
  const LogisticLoss without;
  const LogisticLoss with({.ties = LogisticOptions::Ties::half});
  const LogisticLoss mean({.pairs = PairScale::mean, .ties = LogisticOptions::Ties::half});
  for (std::size_t n = 2; n < 20; ++n) {
    const WeakOrder truth = random_grades(stream, n, 3);
    const auto s = normal_scores(stream, n);
    const double expected = evaluated(without, truth, s).value + tied_sum(truth, s);
    EXPECT_NEAR(evaluated(with, truth, s).value, expected, 1e-12 * expected);
    const auto every_pair = static_cast<double>(n * (n - 1) / 2);
    EXPECT_NEAR(evaluated(mean, truth, s).value, expected / every_pair, 1e-12 * expected);
  }
}

TEST(LogisticLoss, MovesTiedDocumentsTogetherOnRequest) {
  const LogisticLoss loss({.ties = LogisticOptions::Ties::half});
  const WeakOrder tied = weak_order(GradedTruth{{1, 1}});
  const Evaluated equal = evaluated(loss, tied, std::vector<double>{0.5, 0.5});
  EXPECT_NEAR(equal.value, std::numbers::ln2, 1e-15);
  EXPECT_THAT(equal.gradient, testing::Each(testing::DoubleNear(0.0, 1e-15)));
  const Evaluated apart = evaluated(loss, tied, std::vector<double>{1.5, 0.5});
  EXPECT_NEAR(apart.gradient[0], 0.5 * std::tanh(0.5), 1e-15);
  EXPECT_NEAR(apart.gradient[1], -0.5 * std::tanh(0.5), 1e-15);
}

}  // namespace
}  // namespace podium
