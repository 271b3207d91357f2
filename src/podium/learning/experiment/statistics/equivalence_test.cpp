#include "podium/learning/experiment/statistics/equivalence.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"

namespace podium {
namespace {

TEST(Equivalence, MatchesAnIndependentProgram) {
  // Golden values: scipy.stats.ttest_1samp of SciPy 1.17.1 at -.02 (greater) and .02 (less), and a
  // NumPy program with its own incomplete beta function for the interval.
  const std::array<double, 8> d = {.02, -.01, .00, .03, -.02, .01, .00, .01};
  const Equivalence found = equivalence_test(d, .02);
  EXPECT_NEAR(found.p, .016572750131886846, 1e-13);
  EXPECT_NEAR(found.p_not_worse, .0015601917171649173, 1e-14);
  EXPECT_NEAR(found.interval.low, -.005741251061, 1e-11);
  EXPECT_NEAR(found.interval.high, .015741251061, 1e-11);
  EXPECT_NEAR(found.error, .005669467095, 1e-11);
  EXPECT_NEAR(found.smallest_margin() / found.error, 2.9264, 1e-4);
  EXPECT_NEAR(found.smallest_margin(0.01) / found.error, 3.6079, 1e-4);
}

TEST(Equivalence, IsShownExactlyWhenTheIntervalIsInsideTheMargin) {
  RandomStream stream(4, "", "equivalence");
  int shown = 0;
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> d;
    for (int q = 0; q < 30; ++q) d.push_back(.1 * stream.normal() + .02);
    const Equivalence found = equivalence_test(d, .05);
    const bool inside = found.interval.low > -.05 && found.interval.high < .05;
    EXPECT_EQ(found.p <= .05, inside);
    shown += inside ? 1 : 0;
  }
  EXPECT_GT(shown, 20);
  EXPECT_LT(shown, 180);
}

TEST(Equivalence, IsShownForEqualValues) {
  const std::vector<double> zeros(10, 0.0);
  EXPECT_EQ(equivalence_test(zeros, .01).p, 0.0);
  EXPECT_EQ(equivalence_test(std::vector<double>(10, .02), .01).p, 1.0);
}

}  // namespace
}  // namespace podium
