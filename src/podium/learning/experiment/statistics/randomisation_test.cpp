#include "podium/learning/experiment/statistics/randomisation.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/golden_values_fixture.hpp"
#include "podium/core/base/random.hpp"

namespace podium {
namespace {

/// Every sign change, one after the other, of whole numbers: no rounding.
TestOutcome slow_randomisation(const std::vector<int>& difference) {
  const int seen = std::accumulate(difference.begin(), difference.end(), 0);
  const std::uint64_t all = std::uint64_t{1} << difference.size();
  TestOutcome outcome{.p_greater = 0.0, .p_less = 0.0, .p_two_sided = 0.0};
  for (std::uint64_t signs = 0; signs < all; ++signs) {
    int sum = 0;
    for (std::size_t i = 0; i < difference.size(); ++i) {
      sum += ((signs >> i) & 1U) != 0 ? difference[i] : -difference[i];
    }
    const double share = 1.0 / static_cast<double>(all);
    if (sum >= seen) outcome.p_greater += share;
    if (sum <= seen) outcome.p_less += share;
    if (std::abs(sum) >= std::abs(seen)) outcome.p_two_sided += share;
  }
  return outcome;
}

TEST(Randomisation, CountsWhatThePlainLoopCounts) {
  RandomStream stream(5, "", "randomisation twin");
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<int> whole(1 + stream.below(11));
    for (int& x : whole) x = static_cast<int>(stream.below(9)) - 4;  // ties and zeros are common
    std::vector<double> tenths;
    for (const int x : whole) tenths.push_back(x / 10.0);  // sums of these are rounded
    const TestOutcome found = randomisation_test(tenths, {}, 1);
    const TestOutcome expected = slow_randomisation(whole);
    EXPECT_EQ(found.p_greater, expected.p_greater);
    EXPECT_EQ(found.p_less, expected.p_less);
    EXPECT_EQ(found.p_two_sided, expected.p_two_sided);
  }
}

TEST(Randomisation, MatchesScipysPermutationTest) {
  for (const auto& golden : golden_significance("randomisation")) {
    const TestOutcome found = randomisation_test(numbers(golden["differences"]), {}, 1);
    for (const auto& source : {golden, golden["scipy"]}) {
      EXPECT_DOUBLE_EQ(found.p_greater, source["greater"].get<double>());
      EXPECT_DOUBLE_EQ(found.p_less, source["less"].get<double>());
      EXPECT_DOUBLE_EQ(found.p_two_sided, source["two_sided"].get<double>());
    }
  }
}

TEST(Randomisation, StaysExactBeyondWhatAPlainLoopCouldCount) {
  // All differences equal: one sign change of 2^30 reaches the sum, 31 come to all but one.
  std::vector<double> difference(30, 0.1);
  const TestOptions exact{.exact_randomisation = 40};
  const TestOutcome found = randomisation_test(difference, exact, 1);
  EXPECT_EQ(found.p_greater, std::ldexp(1.0, -30));
  EXPECT_EQ(found.p_two_sided, std::ldexp(1.0, -29));
  EXPECT_EQ(found.p_less, 1.0);
  difference[4] = -0.1;
  EXPECT_EQ(randomisation_test(difference, exact, 1).p_greater, std::ldexp(31.0, -30));
}

TEST(Randomisation, DrawsCloseToTheExactCount) {
  std::vector<double> difference;
  RandomStream stream(9, "", "draws");
  for (int i = 0; i < 18; ++i) difference.push_back(0.1 * stream.normal() + 0.04);
  const TestOutcome exact = randomisation_test(difference, {}, 1);
  const TestOptions draw{.iterations = 40'000, .exact_randomisation = 0};
  const TestOutcome drawn = randomisation_test(difference, draw, 1);
  const auto five_errors = [](double p) { return 5.0 * std::sqrt(p * (1.0 - p) / 40'000); };
  EXPECT_NEAR(drawn.p_greater, exact.p_greater, five_errors(exact.p_greater));
  EXPECT_NEAR(drawn.p_two_sided, exact.p_two_sided, five_errors(exact.p_two_sided));
  EXPECT_NE(drawn.p_greater, exact.p_greater);
}

TEST(Randomisation, CanShowNothingWithFiveQueries) {
  const TestOutcome five = randomisation_test(std::vector{0.5, 0.6, 0.7, 0.8, 0.9}, {}, 1);
  EXPECT_EQ(five.p_two_sided, std::ldexp(1.0, 1 - 5));
}

TEST(Randomisation, NeverDrawsAProbabilityOfZero) {
  const TestOptions draw{.iterations = 99, .exact_randomisation = 0};
  EXPECT_EQ(randomisation_test(std::vector(60, 0.1), draw, 1).p_two_sided, 0.01);
}

TEST(Randomisation, ShowsNothingWithoutADifference) {
  const TestOutcome found = randomisation_test(std::vector(30, 0.0), {}, 1);
  EXPECT_EQ(found.p_greater, 1.0);
  EXPECT_EQ(found.p_less, 1.0);
  EXPECT_EQ(found.p_two_sided, 1.0);
}

}  // namespace
}  // namespace podium
