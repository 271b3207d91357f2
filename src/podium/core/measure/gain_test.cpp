#include "podium/core/measure/gain.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(ScaledGain, FollowsTheKind) {
  const ScaledGain exponential(Gain::exponential, 4);
  EXPECT_EQ(exponential(3), 7.0);
  EXPECT_NEAR(exponential(0.5), std::sqrt(2.0) - 1.0, 1e-15);
  EXPECT_EQ(exponential(-1), 0.0);
  EXPECT_EQ(ScaledGain(Gain::linear, 4)(2.5), 2.5);
  const ScaledGain letor(Gain::letor, 4);
  EXPECT_EQ(letor(2), 3.0);
  EXPECT_EQ(letor(3), 0.0);
  EXPECT_EQ(letor(0.5), 0.0);
  const ScaledGain mslr(Gain::mslr, 4);
  EXPECT_EQ(mslr(4), 15.0);
  EXPECT_EQ(mslr(5), 0.0);
}

TEST(HasGain, KnowsTheWholeLabelsOfATableAndAllOfAFormula) {
  for (const double label : {-1.0, 0.0, 1.0, 2.0}) EXPECT_TRUE(has_gain(Gain::letor, label));
  for (const double label : {0.5, 3.0, 31.0}) EXPECT_FALSE(has_gain(Gain::letor, label));
  EXPECT_TRUE(has_gain(Gain::mslr, 4));
  EXPECT_FALSE(has_gain(Gain::mslr, 5));
  EXPECT_FALSE(has_gain(Gain::mslr, 1.5));
  EXPECT_TRUE(has_gain(Gain::exponential, 0.5));
  EXPECT_TRUE(has_gain(Gain::linear, 1e6));
}

TEST(ScaledGain, KeepsTheRatioOfGainsWhenItScales) {
  const ScaledGain plain(Gain::exponential, 50);
  const ScaledGain scaled(Gain::exponential, 51);
  EXPECT_EQ(plain(1), 1.0);
  EXPECT_LT(scaled(1), 1e-12);
  EXPECT_NEAR(scaled(40) / scaled(45), plain(40) / plain(45), 1e-12);
  EXPECT_EQ(ScaledGain(Gain::exponential, 1330)(1330), 1.0);
}

TEST(Discount, CountsRanksFromZero) {
  EXPECT_EQ(discount(Discount::log2, 0), 1.0);
  EXPECT_NEAR(discount(Discount::log2, 2), 0.5, 1e-15);
  EXPECT_NEAR(discount(Discount::log2, 5000), 1.0 / std::log2(5002.0), 1e-15);
  EXPECT_EQ(discount(Discount::letor, 0), 1.0);
  EXPECT_EQ(discount(Discount::letor, 1), 1.0);
  EXPECT_NEAR(discount(Discount::letor, 2), 1.0 / std::log2(3.0), 1e-15);
  EXPECT_NEAR(discount(Discount::letor, 5000), 1.0 / std::log2(5001.0), 1e-15);
}

}  // namespace
}  // namespace podium
