#include "podium/learning/experiment/statistics/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/experiment/statistics/paired_t.hpp"

namespace podium {
namespace {

TEST(Bootstrap, CountsAllResamplesOfTwoQueries) {
  // d = (0, 1): b* is 0, 1/2, 1 with probability 1/4, 1/2, 1/4; shifted -1/2, 0, 1/2; seen 1/2.
  const TestOptions options{.iterations = 200'000};
  const TestOutcome found = bootstrap_test(std::vector{0.0, 1.0}, options, 3);
  EXPECT_EQ(found.statistic, 0.5);
  EXPECT_NEAR(found.p_greater, 0.25, 5e-3);
  EXPECT_EQ(found.p_less, 1.0);
  EXPECT_NEAR(found.p_two_sided, 0.5, 6e-3);
  EXPECT_EQ(found.interval.low, 0.0);
  EXPECT_EQ(found.interval.high, 1.0);
}

TEST(Bootstrap, IsTheShiftMethod) {
  const std::vector<double> d = {0.2, -0.1, 0.4, 0.3, -0.2, 0.1, 0.25};
  constexpr std::size_t draws = 1000;  // one block, so one stream
  RandomStream stream(11, to_text(0), "bootstrap");
  double mean = 0.0;
  for (const double x : d) mean += x / static_cast<double>(d.size());
  int greater = 0;
  int outside = 0;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    double b = 0.0;
    for (std::size_t i = 0; i < d.size(); ++i) {
      b += d[stream.below(d.size())] / static_cast<double>(d.size());
    }
    if (b - mean >= mean - 1e-12) ++greater;
    if (std::abs(b - mean) >= std::abs(mean) - 1e-12) ++outside;
  }
  const TestOutcome found = bootstrap_test(d, {.iterations = draws}, 11);
  EXPECT_DOUBLE_EQ(found.p_greater, (greater + 1.0) / (draws + 1.0));
  EXPECT_DOUBLE_EQ(found.p_two_sided, (outside + 1.0) / (draws + 1.0));
}

TEST(Bootstrap, AgreesWithTheTTestOnManyNormalDifferences) {
  RandomStream stream(4, "", "normal differences");
  std::vector<double> d;
  for (int i = 0; i < 300; ++i) d.push_back(0.1 * stream.normal() + 0.01);
  const TestOutcome drawn = bootstrap_test(d, {.iterations = 20'000}, 1);
  const TestOutcome t = paired_t_test(d, 0.05);
  EXPECT_NEAR(drawn.p_two_sided, t.p_two_sided, 0.02);
  EXPECT_NEAR(drawn.interval.low, t.interval.low, 1e-3);
  EXPECT_NEAR(drawn.interval.high, t.interval.high, 1e-3);
}

TEST(Bootstrap, ShowsNothingWithoutADifference) {
  const TestOutcome found = bootstrap_test(std::vector(30, 0.0), {.iterations = 100}, 1);
  EXPECT_EQ(found.p_greater, 1.0);
  EXPECT_EQ(found.p_two_sided, 1.0);
}

}  // namespace
}  // namespace podium
