#include "podium/learning/experiment/statistics/wilcoxon.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/golden_values_fixture.hpp"
#include "podium/core/base/random.hpp"

namespace podium {
namespace {

void expect_golden(const std::string& part, const TestOptions& options, double tolerance) {
  for (const auto& golden : golden_significance(part)) {
    const TestOutcome found = wilcoxon_test(numbers(golden["differences"]), options);
    EXPECT_EQ(found.statistic, golden["statistic"].get<double>());
    EXPECT_NEAR(found.p_greater, golden["greater"].get<double>(), tolerance);
    EXPECT_NEAR(found.p_less, golden["less"].get<double>(), tolerance);
    EXPECT_NEAR(found.p_two_sided, golden["two_sided"].get<double>(), tolerance);
  }
}

TEST(Wilcoxon, ExactMatchesScipy) {
  expect_golden("wilcoxon_exact", {}, 1e-14);
}

TEST(Wilcoxon, NormalApproximationMatchesScipy) {
  expect_golden("wilcoxon_normal", {.exact_wilcoxon = 0}, 1e-12);
}

TEST(Wilcoxon, NormalApproximationWithContinuityMatchesScipy) {
  expect_golden("wilcoxon_normal_continuity", {.exact_wilcoxon = 0, .continuity = true}, 1e-12);
}

/// Mean ranks by comparing all pairs, every sign change by a plain loop.
TestOutcome slow_wilcoxon(std::vector<int> difference) {
  std::erase(difference, 0);
  std::vector<double> rank;
  double seen = 0.0;
  for (const int x : difference) {
    double mean_rank = 0.5;
    for (const int y : difference) {
      mean_rank += std::abs(y) < std::abs(x) ? 1.0 : std::abs(y) == std::abs(x) ? 0.5 : 0.0;
    }
    rank.push_back(mean_rank);
    if (x > 0) seen += mean_rank;
  }
  const std::uint64_t all = std::uint64_t{1} << difference.size();
  TestOutcome outcome{.statistic = seen, .p_greater = 0.0, .p_less = 0.0};
  for (std::uint64_t signs = 0; signs < all; ++signs) {
    double sum = 0.0;
    for (std::size_t i = 0; i < rank.size(); ++i) {
      if (((signs >> i) & 1U) != 0) sum += rank[i];
    }
    const double share = 1.0 / static_cast<double>(all);
    if (sum >= seen) outcome.p_greater += share;
    if (sum <= seen) outcome.p_less += share;
  }
  return outcome;
}

TEST(Wilcoxon, CountsWhatThePlainLoopCounts) {
  RandomStream stream(6, "", "wilcoxon twin");
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<int> whole(1 + stream.below(11));
    for (int& x : whole) x = static_cast<int>(stream.below(9)) - 4;
    std::vector<double> rounded;  // 0.1 k made in different ways, so that ties are off by rounding
    for (const int x : whole) rounded.push_back(x == 0 ? 0.0 : (0.7 + 0.1 * x) - 0.7);
    const TestOutcome found = wilcoxon_test(rounded, {});
    const TestOutcome expected = slow_wilcoxon(whole);
    EXPECT_EQ(found.statistic, expected.statistic);
    EXPECT_EQ(found.p_greater, expected.p_greater);
    EXPECT_EQ(found.p_less, expected.p_less);
  }
}

TEST(Wilcoxon, ExactAndNormalMeetAtFifty) {
  RandomStream stream(8, "", "fifty");
  std::vector<double> d;
  for (int i = 0; i < 50; ++i) d.push_back(stream.normal() + 0.3);
  const TestOutcome exact = wilcoxon_test(d, {});
  const TestOutcome normal = wilcoxon_test(d, {.exact_wilcoxon = 49, .continuity = true});
  EXPECT_NE(exact.p_two_sided, normal.p_two_sided);
  EXPECT_NEAR(exact.p_two_sided, normal.p_two_sided, 5e-3);
}

TEST(Wilcoxon, DropsZerosAndShowsNothingWhenNoneIsLeft) {
  const std::vector<double> some = {0.1, 0.0, -0.2, 0.0, 0.3};
  EXPECT_EQ(wilcoxon_test(some, {}).p_greater,
            wilcoxon_test(std::vector{0.1, -0.2, 0.3}, {}).p_greater);
  const TestOutcome nothing = wilcoxon_test(std::vector(5, 0.0), {});
  EXPECT_EQ(nothing.p_greater, 1.0);
  EXPECT_EQ(nothing.p_two_sided, 1.0);
}

}  // namespace
}  // namespace podium
