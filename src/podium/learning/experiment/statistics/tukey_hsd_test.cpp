#include "podium/learning/experiment/statistics/tukey_hsd.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/golden_values_fixture.hpp"
#include "podium/core/base/random.hpp"
#include "podium/learning/experiment/statistics/paired_t.hpp"

namespace podium {
namespace {

TEST(TukeyHsd, MatchesTheTwoWayLayoutByHandWithScipysTail) {
  const auto golden = golden_significance("tukey");
  const auto value = golden["values"].get<std::vector<std::vector<double>>>();
  std::vector<RankerPair> pairs;
  for (const auto& pair : golden["pairs"]) pairs.push_back({pair[0], pair[1]});
  const std::vector<TestOutcome> found = tukey_hsd(value, pairs);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_EQ(found[i].degrees_of_freedom, golden["df"].get<double>());
    EXPECT_NEAR(found[i].statistic, golden["pairs"][i][2].get<double>(), 1e-10);
    EXPECT_NEAR(found[i].p_two_sided, golden["pairs"][i][3].get<double>(), 1e-9);
    EXPECT_TRUE(std::isnan(found[i].p_greater));
  }
}

TEST(TukeyHsd, OfTwoRankersIsThePairedTTest) {
  const std::vector<std::vector<double>> value = {{.31, .44, .52, .28, .61, .39, .47, .55},
                                                  {.29, .40, .55, .20, .58, .41, .40, .50}};
  std::vector<double> difference;
  for (std::size_t i = 0; i < 8; ++i) difference.push_back(value[0][i] - value[1][i]);
  const RankerPair pair{0, 1};
  const TestOutcome found = tukey_hsd(value, {&pair, 1})[0];
  EXPECT_NEAR(found.p_two_sided, paired_t_test(difference, 0.05).p_two_sided, 1e-10);
}

TEST(TukeyHsd, WithoutErrorKnowsOnlyEqualAndDifferent) {
  const std::vector<std::vector<double>> value = {{.1, .5, .9}, {.1, .5, .9}, {.2, .6, 1.0}};
  const std::vector<RankerPair> pairs = {{0, 1}, {0, 2}};
  const std::vector<TestOutcome> found = tukey_hsd(value, pairs);
  EXPECT_EQ(found[0].p_two_sided, 1.0);
  EXPECT_EQ(found[1].p_two_sided, 0.0);
}

TEST(TukeyHsd, NeedsTwoRankersAndTwoQueries) {
  const RankerPair pair{0, 0};
  const std::vector<std::vector<double>> one_ranker = {{.1, .2}};
  const std::vector<std::vector<double>> one_query = {{.1}, {.2}};
  EXPECT_THROW(tukey_hsd(one_ranker, {&pair, 1}), ContractError);
  EXPECT_THROW(tukey_hsd(one_query, {&pair, 1}), ContractError);
}

/// Every deal of three values in each of four queries: 6^4 of them.
double slow_p(const std::vector<std::vector<double>>& value, double gap) {
  int reached = 0;
  int all = 0;
  for (int deal = 0; deal < 6 * 6 * 6 * 6; ++deal, ++all) {
    std::array<double, 3> sum{};
    int rest = deal;
    for (std::size_t query = 0; query < 4; ++query, rest /= 6) {
      std::array<std::size_t, 3> order = {0, 1, 2};
      for (int step = 0; step < rest % 6; ++step) std::ranges::next_permutation(order);
      for (std::size_t i = 0; i < 3; ++i) sum[i] += value[order[i]][query];
    }
    const auto [least, most] = std::ranges::minmax(sum);
    if ((most - least) / 4.0 >= gap - 1e-12) ++reached;
  }
  return static_cast<double>(reached) / all;
}

TEST(RandomisedTukeyHsd, DrawsCloseToTheCountOfAllDeals) {
  const std::vector<std::vector<double>> value = {
      {.1, .5, .3, .2}, {.4, .6, .3, .5}, {.3, .9, .8, .6}};
  const std::vector<RankerPair> pairs = {{0, 1}, {0, 2}, {1, 2}};
  const auto found = randomised_tukey_hsd(value, pairs, {.iterations = 20'000}, 1);
  const std::array<double, 3> gap = {0.175, 0.375, 0.2};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(found[i].statistic, -gap[i], 1e-12);
    const double p = slow_p(value, gap[i]);
    EXPECT_NEAR(found[i].p_two_sided, p, 5.0 * std::sqrt(p * (1.0 - p) / 20'000) + 1e-4);
  }
}

TEST(RandomisedTukeyHsd, AgreesWithTukeyHsdOnNormalErrors) {
  RandomStream stream(2, "", "layout");
  std::vector<std::vector<double>> value(4, std::vector<double>(60));
  for (std::size_t i = 0; i < 4; ++i) {
    for (double& v : value[i]) v = stream.normal() + 0.15 * static_cast<double>(i);
  }
  const std::vector<RankerPair> pairs = {{0, 1}, {0, 2}, {0, 3}};
  const auto drawn = randomised_tukey_hsd(value, pairs, {.iterations = 10'000}, 1);
  const auto normal = tukey_hsd(value, pairs);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(drawn[i].p_two_sided, normal[i].p_two_sided, 0.03);
  }
}

}  // namespace
}  // namespace podium
