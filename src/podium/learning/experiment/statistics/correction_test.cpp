#include "podium/learning/experiment/statistics/correction.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/golden_values_fixture.hpp"
#include "podium/core/base/random.hpp"

namespace podium {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

TEST(Correction, OfHolmIsTheHandExample) {
  // .01 * 3, then .02 * 2 = .04, then .03 * 1 lifted to the .04 before it
  EXPECT_THAT(adjusted(std::vector{.03, .01, .02}, Correction::holm),
              ElementsAre(DoubleEq(.04), DoubleEq(.03), DoubleEq(.04)));
}

TEST(Correction, OfBenjaminiAndHochbergIsTheHandExample) {
  // from above: .5, then .04 * 4/3, then .03 * 4/2 lowered to it, then .001 * 4
  EXPECT_THAT(
      adjusted(std::vector{.03, .5, .001, .04}, Correction::benjamini_hochberg),
      ElementsAre(DoubleEq(.04 * 4 / 3), DoubleEq(.5), DoubleEq(.004), DoubleEq(.04 * 4 / 3)));
}

TEST(Correction, MatchesStatsmodels) {
  const auto golden = golden_significance("correction");
  const std::vector<double> p = numbers(golden["p"]);
  const std::vector<double> holm = numbers(golden["holm"]);
  const std::vector<double> bh = numbers(golden["bh"]);
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_NEAR(adjusted(p, Correction::holm)[i], holm[i], 1e-15);
    EXPECT_NEAR(adjusted(p, Correction::benjamini_hochberg)[i], bh[i], 1e-15);
  }
}

TEST(Correction, KeepsTheOrderStaysBelowOneAndNeverLowersAP) {
  RandomStream stream(3, "", "p");
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> p(1 + stream.below(12));
    for (double& x : p) x = static_cast<double>(stream.below(21)) / 20.0;
    for (const Correction correction :
         {Correction::none, Correction::holm, Correction::benjamini_hochberg}) {
      const std::vector<double> q = adjusted(p, correction);
      for (std::size_t i = 0; i < p.size(); ++i) {
        EXPECT_GE(q[i], p[i]);
        EXPECT_LE(q[i], 1.0);
        EXPECT_TRUE(correction != Correction::none || q[i] == p[i]);
        for (std::size_t j = 0; j < p.size(); ++j) {
          EXPECT_TRUE(p[i] > p[j] || q[i] <= q[j]);
        }
      }
    }
  }
}

TEST(Correction, OfNoneOrOnePIsThatP) {
  EXPECT_TRUE(adjusted({}, Correction::holm).empty());
  EXPECT_THAT(adjusted(std::vector{.2}, Correction::holm), ElementsAre(.2));
  EXPECT_THROW(adjusted(std::vector{1.5}, Correction::holm), ContractError);
}

}  // namespace
}  // namespace podium
