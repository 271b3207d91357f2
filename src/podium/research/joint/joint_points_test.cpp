#include "podium/research/joint/joint_points.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"

namespace podium::research {
namespace {

// Golden values: an independent NumPy program that enumerates all sign changes (examples G1, G2).
const DifferenceBlock four_queries{
    .difference = {{.10, .05, -.02, .04}, {.02, -.04, .06, .01}, {.30, .10, .05, -.10}}};

TEST(FlipSigns, HasTheTStatisticOfEveryPoint) {
  const FlippedPoints points = flip_signs(std::array{four_queries});
  ASSERT_TRUE(points.is_exact);
  EXPECT_EQ(points.draws, 16U);
  EXPECT_NEAR(points.t[0], 1.726088480727, 1e-12);
  EXPECT_NEAR(points.t[1], 0.607830673855, 1e-12);
  EXPECT_NEAR(points.t[2], 1.059309871841, 1e-12);
}

TEST(FlipSigns, OfOnePointIsScipysPermutationTest) {
  // scipy.stats.permutation_test of SciPy 1.17.1, permutation_type="samples", greater, of
  // mean / (sd / sqrt(m)): statistic 1.7260884807271526, p .125.
  const DifferenceBlock first{.difference = {four_queries.difference[0]}};
  const FlippedPoints points = flip_signs(std::array{first});
  EXPECT_NEAR(points.t[0], 1.7260884807271526, 1e-13);
  EXPECT_EQ(count_test(points, 1).p_holds, .125);
  EXPECT_EQ(partial_conjunction(points, 1).p_holds, .125);
}

TEST(CountTest, CountsAllSignChanges) {
  const FlippedPoints points = flip_signs(std::array{four_queries});
  const JointTest three = count_test(points, 3);
  EXPECT_EQ(three.ahead, 3U);
  EXPECT_EQ(three.p_more, 4.0 / 16.0);
  EXPECT_EQ(three.p_fewer, 1.0);
  EXPECT_NEAR(three.statistic, 0.607830673855, 1e-12);
  EXPECT_EQ(three.p_holds, 1.0 / 16.0);
  EXPECT_EQ(three.p_refuted, 1.0);
  const JointTest two = count_test(points, 2);
  EXPECT_EQ(two.p_holds, 3.0 / 16.0);
  EXPECT_EQ(two.p_refuted, 15.0 / 16.0);
}

TEST(PartialConjunction, IsTheWorstOfAllSetsOfPoints) {
  const FlippedPoints points = flip_signs(std::array{four_queries});
  for (const std::size_t c : {3U, 2U}) {
    EXPECT_EQ(partial_conjunction(points, c).p_holds, 6.0 / 16.0) << c;
    EXPECT_EQ(partial_conjunction(points, c).p_refuted, 1.0) << c;
  }
}

TEST(MaxT, CorrectsOverAllPoints) {
  const DifferenceBlock six_queries{
      .difference = {{.10, .05, .12, .04, .08, .02}, {.02, -.04, .06, .01, -.03, .05}}};
  const FlippedPoints points = flip_signs(std::array{six_queries});
  EXPECT_NEAR(points.t[0], 4.385591135866, 1e-12);
  EXPECT_NEAR(points.t[1], 0.702109497499, 1e-12);
  const AdjustedP adjusted = max_t(points);
  EXPECT_EQ(adjusted.greater[0], 2.0 / 64.0);
  EXPECT_EQ(adjusted.greater[1], 27.0 / 64.0);
  EXPECT_EQ(adjusted.less[0], 1.0);
  EXPECT_EQ(adjusted.less[1], .921875);
}

/// Two blocks of made-up differences; the second has only zeros at its last point.
std::vector<DifferenceBlock> two_blocks() {
  RandomStream stream(3, "", "two blocks");
  std::vector<DifferenceBlock> blocks(2);
  for (DifferenceBlock& block : blocks) {
    block.difference.resize(3);
    for (auto& values : block.difference) {
      for (int q = 0; q < 40; ++q) values.push_back(stream.normal() + .3);
    }
  }
  std::ranges::fill(blocks[1].difference[2], 0.0);
  return blocks;
}

TEST(FlipSigns, GivesTheSameBitsForAnyNumberOfThreads) {
  const std::vector<DifferenceBlock> blocks = two_blocks();
  std::vector<std::vector<double>> null;
  for (const std::size_t threads : {1U, 3U}) {
    const ThreadLimit limit(threads);
    null.push_back(flip_signs(blocks, {.draws = 4'000}).null);
  }
  EXPECT_EQ(null[0], null[1]);
}

TEST(FlipSigns, ApproachesTheExactShares) {
  std::vector<DifferenceBlock> blocks = two_blocks();
  for (DifferenceBlock& block : blocks) {
    for (auto& values : block.difference) values.resize(6);  // 12 queries: 4096 sign changes
  }
  const JointTest exact = count_test(flip_signs(blocks, {.draws = 4'096}), 4);
  const JointTest drawn = count_test(flip_signs(blocks, {.draws = 4'095}), 4);
  EXPECT_NEAR(exact.p_holds, drawn.p_holds, .03);
  EXPECT_NEAR(exact.p_more, drawn.p_more, .03);
  EXPECT_NE(exact.p_holds, drawn.p_holds);
}

TEST(CountTest, CountsAnExactTieNeitherWay) {
  const FlippedPoints points = flip_signs(two_blocks(), {.draws = 999});
  EXPECT_EQ(points.t[5], 0.0);
  const JointTest all = count_test(points, 6);
  EXPECT_EQ(all.ahead, 5U);
  EXPECT_FALSE(all.holds());
  EXPECT_FALSE(all.is_refuted());
  const DifferenceBlock nothing{.difference = {std::vector<double>(30, 0.0)}};
  const JointTest tied = count_test(flip_signs(std::array{nothing}, {.draws = 999}), 1);
  EXPECT_FALSE(tied.holds() || tied.is_refuted());
}

TEST(FlipSigns, TakesVarianceOfSeedsIntoAccount) {
  std::vector<DifferenceBlock> blocks = two_blocks();
  const double before = flip_signs(blocks, {.draws = 9}).t[0];
  blocks[0].extra_variance = {.04, 0.0, 0.0};
  const FlippedPoints points = flip_signs(blocks, {.draws = 9});
  EXPECT_NEAR(points.t[0], points.mean[0] / points.error[0], 1e-12);
  EXPECT_LT(points.t[0], .8 * before);
}

TEST(JointTest, ReachesItsLevelAtTheCriticalValue) {
  const FlippedPoints points = flip_signs(two_blocks(), {.draws = 999});
  for (const JointTest& test : {count_test(points, 3), partial_conjunction(points, 3)}) {
    FlippedPoints at = points;
    std::ranges::fill(at.t, test.critical);
    FlippedPoints below = points;
    std::ranges::fill(below.t, test.critical - 1e-6);
    const bool is_count = test.p_holds == count_test(points, 3).p_holds;
    const auto p = [&](const FlippedPoints& of) {
      return is_count ? count_test(of, 3).p_holds : partial_conjunction(of, 3).p_holds;
    };
    EXPECT_LE(p(at), verdict_level);
    EXPECT_GT(p(below), verdict_level);
  }
}

TEST(SimultaneousWidth, IsWiderForMorePoints) {
  const std::vector<DifferenceBlock> blocks = two_blocks();
  const FlippedPoints all = flip_signs(std::array{centred(blocks[0])}, {.draws = 1'999});
  const DifferenceBlock first{.difference = {blocks[0].difference[0]}};
  const FlippedPoints one = flip_signs(std::array{centred(first)}, {.draws = 1'999});
  EXPECT_NEAR(simultaneous_width(one, .95), 2.02, .1);  // t(.975; 39) = 2.023
  EXPECT_GT(simultaneous_width(all, .95), simultaneous_width(one, .95) + .2);
  EXPECT_LT(simultaneous_width(one, .95, true), simultaneous_width(one, .95));
}

}  // namespace
}  // namespace podium::research
