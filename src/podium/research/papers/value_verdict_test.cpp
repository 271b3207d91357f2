#include "podium/research/papers/value_verdict.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"
#include "podium/research/papers/made_up_findings_fixture.hpp"

namespace podium::research {
namespace {

using enum ClaimVerdict;

TEST(ValueVerdict, FollowsTheDistanceTheMarginAndBothErrors) {
  EXPECT_EQ(value_verdict({.difference = 0.010, .margin = 0.010}), holds);
  EXPECT_EQ(value_verdict({.difference = -0.010, .margin = 0.010}), holds);
  EXPECT_EQ(value_verdict({.difference = 0.011, .margin = 0.010}), refuted);
  // 1.96 sqrt(.14) = .733: the distance beyond the margin must exceed .0073.
  EXPECT_EQ(value_verdict({.difference = 0.017, .margin = 0.010, .query_error = 0.01}), not_shown);
  EXPECT_EQ(value_verdict({.difference = -0.018, .margin = 0.010, .query_error = 0.01}), refuted);
  // Five seeds: t_.95 with 4 degrees of freedom is 2.132.
  const double v = 1e-6;
  EXPECT_EQ(value_verdict({0.0078, 0.010, 0.0, v, 5}), holds);
  EXPECT_EQ(value_verdict({0.0079, 0.010, 0.0, v, 5}), not_shown);
  EXPECT_EQ(value_verdict({0.0121, 0.010, 0.0, v, 5}), refuted);
}

TEST(ValueVerdict, SeldomDiffersWhenALearnerIsTrainedOnceMore) {
  // 106 queries of deviation .3, two runs of correlation .93, a margin of half a standard error.
  constexpr int runs = 1'000;
  constexpr double queries = 106.0;
  const double error = 0.3 / std::sqrt(queries);
  const double deviation = error * std::sqrt(2.0 * (1.0 - 0.93));
  RandomStream random(1, "", "value verdicts");
  int differ = 0;
  int found = 0;
  for (int run = 0; run < runs; ++run) {
    const double noise = deviation * random.normal();
    const ValueEvidence same{.difference = noise, .margin = error / 2.0, .query_error = error};
    if (value_verdict(same) == refuted) ++differ;
    ValueEvidence other = same;
    other.difference += 2.0 * error;
    if (value_verdict(other) == refuted) ++found;
  }
  EXPECT_LE(differ, 25);
  EXPECT_GE(found, 800);
}

TEST(ValueVerdict, IsOnlyForThePapersOwnValuesThatWeHave) {
  const Findings findings({MadeUpStudy("s", {"map"}).add("here", "a", 0.5)});
  const PublishedValue value{.paper = "p",
                             .table = "1",
                             .study = "s",
                             .data = "here",
                             .row = "a",
                             .measure = "map",
                             .value = 0.5};
  EXPECT_EQ(verdict_on(value, findings), holds);
  PublishedValue other = value;
  other.table = "other tools";
  EXPECT_FALSE(verdict_on(other, findings));
  other = value;
  other.is_ours = false;
  EXPECT_FALSE(verdict_on(other, findings));
  other = value;
  other.data = "away";
  EXPECT_FALSE(verdict_on(other, findings));
  EXPECT_EQ(word_of(std::nullopt), "-");
  EXPECT_EQ(word_of(not_shown), "not shown");
}

}  // namespace
}  // namespace podium::research
