#include "podium/learning/loss/pairs/exponential.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/learning/loss/pairs/pair_oracle_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

const ExponentialLoss loss;

TEST(ExponentialLoss, IsExactForScoresFarApart) {
  // Three clusters 900 apart, in the right order: only pairs inside a cluster count, although no
  // common shift brings all exponentials into range.
  RandomStream stream(1, "exponential", "wide");
  for (int round = 0; round < 20; ++round) {
    GradedTruth truth;
    std::vector<double> s;
    for (int doc = 0; doc < 30; ++doc) {
      const auto cluster = static_cast<double>(doc % 3);
      truth.label.push_back(4.0 * cluster + static_cast<double>(stream.below(4)));
      s.push_back(900.0 * cluster + stream.normal());
    }
    const WeakOrder order = weak_order(truth);
    const Evaluated slow = pair_sum(order, s, [](double m) {
      return Margin{std::exp(-m), -std::exp(-m)};
    });
    const Evaluated fast = evaluated(loss, order, s);
    EXPECT_NEAR(fast.value, slow.value, 1e-11 * slow.value);
    EXPECT_THAT(fast.gradient,
                testing::Pointwise(testing::DoubleNear(1e-11 * slow.value), slow.gradient));
  }
}

TEST(ExponentialLoss, IsTheSameOnBothSidesOfTheNarrowRange) {
  const WeakOrder truth = weak_order(GradedTruth{{2, 1, 1, 0}});
  const Evaluated narrow = evaluated(loss, truth, std::vector<double>{1199.5, 1.0, 0.5, 0.0});
  const Evaluated wide = evaluated(loss, truth, std::vector<double>{1200.5, 1.0, 0.5, 0.0});
  EXPECT_NEAR(narrow.value, std::exp(-1.0) + std::exp(-0.5), 1e-15);
  EXPECT_NEAR(wide.value, narrow.value, 1e-15);
  EXPECT_THAT(wide.gradient, testing::Pointwise(testing::DoubleNear(1e-15), narrow.gradient));
}

TEST(ExponentialLoss, IsInfiniteBeyondTheExponentAndLeavesTheGradientAlone) {
  const WeakOrder truth = weak_order(GradedTruth{{1, 0}});
  for (const double gap : {750.0, 1300.0, 1e6}) {
    const Evaluated found = evaluated(loss, truth, std::vector<double>{0.0, gap});
    EXPECT_EQ(found.value, std::numeric_limits<double>::infinity()) << gap;
    EXPECT_THAT(found.gradient, testing::Each(0.0)) << gap;
  }
  const Evaluated largest = evaluated(loss, truth, std::vector<double>{0.0, 700.0});
  EXPECT_NEAR(largest.value / std::exp(700.0), 1.0, 1e-12);
}

}  // namespace
}  // namespace podium
