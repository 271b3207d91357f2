#include "podium/research/papers/margins.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "podium/research/papers/made_up_findings_fixture.hpp"

namespace podium::research {
namespace {

TEST(Margins, AreConstantsWhereTheyWereWrittenDown) {
  const Findings findings({MadeUpStudy("letor3-letor3", {"map"}).add("OHSUMED", "ListNet", .9)});
  EXPECT_EQ(margin(findings, "letor3-letor3", "OHSUMED", "map", {}), .0108);
  EXPECT_EQ(margin(findings, "xia2009-table4", "OHSUMED", "ndcg@1", {}), .0256);
}

TEST(Margins, OfOtherDataAreTheLargerOfPublishedAndTopicVariation) {
  const std::vector<double> reference = {0.0, 1.0, 0.0, 1.0};
  const double half = .5 * std::sqrt(1.0 / 3.0) / 2.0;
  EXPECT_DOUBLE_EQ(half_standard_error(reference), half);
  const Findings nothing({});
  EXPECT_DOUBLE_EQ(margin(nothing, "letor3-letor4", "MQ2009", "map", reference), half);
  // MAP of the eight published systems of TD2003 varies by .022.
  const std::vector<double> constant = {.5, .5, .5};
  EXPECT_NEAR(margin(nothing, "letor3-letor3", "TD2003", "map", constant), .022, .0015);
  const Findings with_list_net(
      {MadeUpStudy("other", {"map"}).add("d", "ListNet", .5).add("d", "x", .5)});
  EXPECT_NEAR(margin(with_list_net, "other", "d", "map", reference), .5 * .0059 / std::sqrt(20.0),
              1e-4);
}

}  // namespace
}  // namespace podium::research
