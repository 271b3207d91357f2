#include "podium/core/aggregate/copeland.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/aggregate/election_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;
using testing::ElementsAre;

TEST(Copeland, CountsWonComparisons) {
  EXPECT_THAT(Copeland{}.aggregate(worked_example()).score, ElementsAre(4.0, 3.0, 2.0, 1.0, 0.0));
}

TEST(Copeland, CountsTiedComparisonsHalf) {
  const Election election(4, {ballot("ABC"), ballot("BAC")}, items("DCBA"));
  const Consensus found = Copeland{}.aggregate(election);
  EXPECT_THAT(found.score, ElementsAre(2.5, 2.5, 1.0, 0.0));
  EXPECT_EQ(text_of(found.ranking.order), "BACD");
}

TEST(Copeland, LooksAtItsDepthAndItsRuleForMissingItems) {
  const Election election(4, {ballot("ABCD")});
  EXPECT_THAT((Copeland{.depth = 2}.aggregate(election).score), ElementsAre(3.0, 2.0, 0.5, 0.5));
  EXPECT_THAT((Copeland{.depth = 2, .missing = MissingRule::paper}.aggregate(election).score),
              ElementsAre(2.0, 1.0, 1.5, 1.5));
}

TEST(Copeland, TiesACircle) {
  const Election circle(3, {ballot("ABC"), ballot("BCA"), ballot("CAB")}, items("CAB"));
  const Consensus found = Copeland{}.aggregate(circle);
  EXPECT_THAT(found.score, ElementsAre(1.0, 1.0, 1.0));
  EXPECT_EQ(text_of(found.ranking.order), "CAB");
}

}  // namespace
}  // namespace podium
