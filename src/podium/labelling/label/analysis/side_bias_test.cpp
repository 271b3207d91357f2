#include "podium/labelling/label/analysis/side_bias.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "podium/labelling/label/analysis/judgements_fixture.hpp"

namespace podium::labelling {
namespace {

/// 2 P(X >= most) by adding up.
double slow_p(std::size_t most, std::size_t n) {
  double tail = 0.0;
  for (std::size_t x = most; x <= n; ++x) {
    tail += std::exp(
        std::lgamma(static_cast<double>(n) + 1.0) - std::lgamma(static_cast<double>(x) + 1.0) -
        std::lgamma(static_cast<double>(n - x) + 1.0) - static_cast<double>(n) * std::log(2.0));
  }
  return std::min(1.0, 2.0 * tail);
}

TEST(SideBias, IsTheExactBinomialTest) {
  for (const auto& [left, right] : {std::pair{9U, 1U}, std::pair{5U, 5U}, std::pair{40U, 60U}}) {
    EXPECT_NEAR(side_bias(left, right).p, slow_p(std::max(left, right), left + right), 1e-12);
    EXPECT_EQ(side_bias(left, right).p, side_bias(right, left).p);
  }
  EXPECT_NEAR(side_bias(9, 1).p, 22.0 / 1024.0, 1e-12);  // (1 + 10) * 2 / 2^10
}

TEST(SideBias, HasWilsonsInterval) {
  // z = 1.959964: centre (.9 + .19207) / 1.38415, by hand
  const Interval interval = side_bias(9, 1).interval;
  EXPECT_NEAR(interval.low, 0.59585, 1e-5);
  EXPECT_NEAR(interval.high, 0.98212, 1e-5);
  EXPECT_EQ(side_bias(0, 3).interval.low, 0.0);
}

TEST(SideBias, CountsVotesThatStandAndPrefer) {
  std::vector<PreferenceVote> votes = {
      vote_of(0, 0, 0, 1, Verdict::left),     vote_of(0, 0, 0, 2, Verdict::right),
      vote_of(0, 0, 0, 2, Verdict::right),    vote_of(0, 0, 1, 2, Verdict::tie),
      vote_of(0, 0, 1, 2, Verdict::left_bad), vote_of(0, 0, 1, 2, Verdict::left)};
  votes.back().stands = false;
  const SideBias bias = side_bias(votes);
  EXPECT_EQ(bias.left, 1U);
  EXPECT_EQ(bias.right, 2U);
  EXPECT_EQ(side_bias(std::vector<PreferenceVote>{}).p, 1.0);
}

}  // namespace
}  // namespace podium::labelling
