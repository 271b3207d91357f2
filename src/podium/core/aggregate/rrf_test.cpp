#include "podium/core/aggregate/rrf.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/aggregate/election_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

TEST(Rrf, AddsReciprocalRanks) {
  const Election election(4, {ballot("ABC"), ballot("CA", 2.0)});
  const std::vector<double> score = Rrf{}.aggregate(election).score;
  EXPECT_NEAR(score[0], 1.0 / 61 + 2.0 / 62, 1e-15);
  EXPECT_NEAR(score[1], 1.0 / 62, 1e-15);
  EXPECT_NEAR(score[2], 1.0 / 63 + 2.0 / 61, 1e-15);
  EXPECT_EQ(score[3], 0.0);
}

TEST(Rrf, GivesTiedItemsTheirMeanRank) {
  const std::vector<double> score = Rrf{.k = 0.0}.aggregate(Election(3, {ballot("A(BC)")})).score;
  EXPECT_EQ(score[0], 1.0);
  EXPECT_EQ(score[1], 1.0 / 2.5);
  EXPECT_EQ(score[2], 1.0 / 2.5);
}

TEST(Rrf, TiesItemsWithTheSameRanksInWhateverOrder) {
  const std::vector<std::string_view> rotations = {"ABCDEFG", "BCDEFGA", "CDEFGAB", "DEFGABC",
                                                   "EFGABCD", "FGABCDE", "GABCDEF"};
  std::vector<Ballot> ballots;
  for (const std::string_view rotation : rotations) ballots.push_back(ballot(rotation, 0.1));
  const Consensus found = Rrf{}.aggregate(Election(7, ballots, items("GFEDCBA")));
  EXPECT_EQ(text_of(found.ranking.order), "GFEDCBA");
}

}  // namespace
}  // namespace podium
