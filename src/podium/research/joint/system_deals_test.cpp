#include "podium/research/joint/system_deals.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"

namespace podium::research {
namespace {

// Golden values: an independent NumPy program that enumerates all 216 deals (examples G4, G5).
const SystemBlock three_systems{.value = {{{.5, .6, .7}, {.4, .5, .3}},
                                          {{.3, .4, .2}, {.2, .6, .1}},
                                          {{.1, .5, .4}, {.3, .1, .2}}}};

TEST(BestSystem, CountsAllDeals) {
  const DealTest both = best_system_test(std::array{three_systems}, {.group = {0}, .wanted = 2});
  EXPECT_EQ(both.count, 2U);
  EXPECT_NEAR(both.statistic, 0.707106781187, 1e-11);
  EXPECT_NEAR(both.p_holds, 10.0 / 216.0, 1e-12);
  EXPECT_NEAR(both.p_refuted, 208.0 / 216.0, 1e-12);
  const DealTest one = best_system_test(std::array{three_systems}, {.group = {0}, .wanted = 1});
  EXPECT_NEAR(one.statistic, 2.573070083611, 1e-11);
  EXPECT_NEAR(one.p_holds, 6.0 / 216.0, 1e-12);
  EXPECT_NEAR(one.p_refuted, .990740740741, 1e-11);
}

TEST(WinningNumberTest, CountsAllDeals) {
  WinsQuestion question{.group = {0}, .rest = {1, 2}, .wanted = 2, .is_smoothed = false};
  const DealTest plain = winning_number_test(std::array{three_systems}, question);
  EXPECT_EQ(plain.count, 2U);
  EXPECT_NEAR(plain.statistic, 1.0, 1e-12);
  EXPECT_NEAR(plain.p_holds, 24.0 / 216.0, 1e-12);
  EXPECT_NEAR(plain.p_refuted, 1.0, 1e-12);
  question.is_smoothed = true;
  const DealTest smoothed = winning_number_test(std::array{three_systems}, question);
  EXPECT_NEAR(smoothed.statistic, .681600335381, 1e-11);
  EXPECT_NEAR(smoothed.p_holds, 8.0 / 216.0, 1e-12);
  EXPECT_NEAR(smoothed.p_refuted, .972222222222, 1e-11);
}

SystemBlock planted_systems(double lead, std::uint64_t seed) {
  RandomStream stream(seed, "", "planted systems");
  SystemBlock block;
  for (int s = 0; s < 4; ++s) {
    auto& system = block.value.emplace_back(3);
    for (auto& values : system) {
      for (int q = 0; q < 60; ++q) values.push_back(stream.normal() + (s == 1 ? lead : 0.0));
    }
  }
  return block;
}

TEST(BestSystem, FindsAPlantedOneAndItsSecondPlace) {
  const std::array<SystemBlock, 2> blocks = {planted_systems(1.5, 1), planted_systems(1.5, 2)};
  const DealOptions options{.draws = 499};
  EXPECT_TRUE(best_system_test(blocks, {.group = {1}, .wanted = 6}, options).holds());
  EXPECT_TRUE(best_system_test(blocks, {.group = {1, 3}, .wanted = 6}, options).holds());
  EXPECT_TRUE(best_system_test(blocks, {.group = {0}, .wanted = 6}, options).is_refuted());
  EXPECT_TRUE(best_system_test(blocks, {.group = {1}, .wanted = 6, .place = 2}, options).holds());
}

TEST(WinningNumberTest, FindsThePlantedBestAndWorst) {
  const std::array<SystemBlock, 2> best = {planted_systems(1.5, 1), planted_systems(1.5, 2)};
  const std::array<SystemBlock, 2> worst = {planted_systems(-1.5, 1), planted_systems(-1.5, 2)};
  const DealOptions options{.draws = 499};
  const WinsQuestion largest{.group = {1}, .rest = {0, 2, 3}, .wanted = 3};
  WinsQuestion smallest = largest;
  smallest.is_smallest = true;
  EXPECT_TRUE(winning_number_test(best, largest, options).holds());
  EXPECT_EQ(winning_number_test(best, largest, options).count, 3U);
  EXPECT_TRUE(winning_number_test(worst, largest, options).is_refuted());
  EXPECT_TRUE(winning_number_test(worst, smallest, options).holds());
  EXPECT_EQ(winning_number_test(worst, largest, options).count, 0U);
}

TEST(BestSystem, GivesTheSameBitsForAnyNumberOfThreads) {
  const std::array<SystemBlock, 1> blocks = {planted_systems(.2, 3)};
  std::vector<double> p;
  for (const std::size_t threads : {1U, 3U}) {
    const ThreadLimit limit(threads);
    p.push_back(best_system_test(blocks, {.group = {1}, .wanted = 2}, {.draws = 2'500}).p_holds);
  }
  EXPECT_EQ(p[0], p[1]);
}

TEST(DifferenceError, IsThatOfThePairedDifferenceForTwoSystems) {
  SystemBlock two = planted_systems(.1, 5);
  two.value.resize(2);
  double mean = 0.0;
  double squares = 0.0;
  for (std::size_t q = 0; q < 60; ++q) {
    const double d = two.value[0][0][q] - two.value[1][0][q];
    mean += d / 60.0;
    squares += d * d;
  }
  const double variance = (squares - 60.0 * mean * mean) / 59.0;
  EXPECT_NEAR(difference_error(two, 0), std::sqrt(variance / 60.0), 1e-12);
}

}  // namespace
}  // namespace podium::research
