#include "podium/research/joint/detectable.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"
#include "podium/research/joint/joint_points.hpp"

namespace podium::research {
namespace {

DifferenceBlock normal_block(std::uint64_t seed, std::size_t points, double shift) {
  RandomStream stream(seed, "", "normal block");
  DifferenceBlock block;
  block.difference.resize(points);
  for (int q = 0; q < 100; ++q) {
    const double common = stream.normal();
    for (auto& values : block.difference) {
      values.push_back(.1 * (.7 * common + .7 * stream.normal()) + shift);
    }
  }
  return block;
}

TEST(Detectable, IsAboutTwoPointEightStandardErrors) {
  const DifferenceBlock block = normal_block(1, 1, .5);  // the mean itself has no influence
  const DetectableDifferences found(std::array{block}, 2'000, 1);
  const double error = flip_signs(std::array{block}, {.draws = 9}).error[0];
  EXPECT_NEAR(found.of_points()[0] / error, 2.8, .15);
}

TEST(Detectable, IsWhatTheRuleShowsWithAPowerOfEighty) {
  const DifferenceBlock block = normal_block(2, 3, 0.0);
  const FlippedPoints points = flip_signs(std::array{block}, {.draws = 999});
  const DetectableDifferences found(std::array{block}, 1'000, 1);
  const JointTest rule = count_test(points, 3);
  const double factor = found.joint_factor(3, rule.critical);
  int shown = 0;
  for (std::uint64_t trial = 0; trial < 200; ++trial) {
    DifferenceBlock study = normal_block(100 + trial, 3, 0.0);
    for (std::size_t p = 0; p < 3; ++p) {
      for (double& d : study.difference[p]) d += factor * found.of_points()[p];
    }
    if (count_test(flip_signs(std::array{study}, {.draws = 199}), 3).holds()) ++shown;
  }
  EXPECT_NEAR(shown / 200.0, .8, .09);
  // Every single point is harder to show than all of them together.
  EXPECT_GT(found.joint_factor(3, partial_conjunction(points, 3).critical), 1.0);
  EXPECT_LT(factor, found.joint_factor(3, partial_conjunction(points, 3).critical));
}

TEST(Detectable, IsInfiniteForATestThatCannotShowAnything) {
  const DifferenceBlock block = normal_block(3, 1, 0.0);
  EXPECT_TRUE(
      std::isinf(DetectableDifferences(std::array{block}, 50, 1).joint_factor(1, HUGE_VAL)));
}

}  // namespace
}  // namespace podium::research
