#include "podium/core/aggregate/borda.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/aggregate/election_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;
using testing::DoubleNear;
using testing::ElementsAre;

TEST(Borda, CountsItemsBelow) {
  const Consensus found = Borda{}.aggregate(worked_example());
  const auto near = [](double value) { return DoubleNear(value, 1e-12); };
  EXPECT_THAT(found.score, ElementsAre(near(3.5), near(3.1), near(2.1), near(1.1), near(0.2)));
}

TEST(Borda, SharesThePointsOfTiedAndOfUnlistedItems) {
  const Election election(6, {ballot("A(BC)", 2.0)}, items("FEDCBA"));
  const Consensus found = Borda{}.aggregate(election);
  EXPECT_THAT(found.score, ElementsAre(10.0, 7.0, 7.0, 2.0, 2.0, 2.0));
  EXPECT_EQ(text_of(found.ranking.order), "ACBFED");
  EXPECT_THAT(found.ranking.tie_end, ElementsAre(1, 3, 3, 6, 6, 6));
}

RC_GTEST_PROP(Borda, IsTheSumOfARowOfTheTableWithTiesForHalves, (std::uint64_t seed)) {
  RandomStream stream(seed, "", "borda");
  const Election election = random_election(stream, 1 + stream.below(7), stream.below(6));
  const MajorityTable table(election);
  double voters = 0.0;
  for (const Ballot& voter : election.ballots()) voters += voter.weight;
  const std::vector<double> score = Borda{}.aggregate(election).score;
  for (ItemIndex x = 0; x < table.size(); ++x) {
    double points = 0.0;
    for (ItemIndex y = 0; y < table.size(); ++y) {
      if (x != y) points += table(x, y) + 0.5 * (voters - table(x, y) - table(y, x));
    }
    RC_ASSERT(score[x] == points);
  }
}

}  // namespace
}  // namespace podium
