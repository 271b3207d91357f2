#include "podium/core/aggregate/skr.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/aggregate/election_fixture.hpp"
#include "podium/core/aggregate/kemeny.hpp"

namespace podium {
namespace {

using namespace fixture;

constexpr std::array all_sorts = {SkrSort::best_local, SkrSort::quick, SkrSort::merge,
                                  SkrSort::local};

TEST(Skr, FindsTheOrderOfTheWorkedExampleWithEverySort) {
  for (const SkrSort sort : all_sorts) {
    const Election election = worked_example();
    const std::vector<ItemIndex> order = Skr{.sort = sort}.aggregate(election).ranking.order;
    EXPECT_EQ(text_of(order), "ABCDE");
    EXPECT_NEAR(kemeny_cost(order, MajorityTable(election)), 1.2, 1e-12);
  }
}

TEST(Skr, TakesTheBestBallotAndNotTheInitialOrderByDefault) {
  const Election circle(3, {ballot("ABC", 0.3), ballot("BCA", 0.4), ballot("CAB", 0.3)},
                        items("CBA"));
  EXPECT_EQ(text_of(Skr{}.aggregate(circle).ranking.order), "BCA");
}

TEST(Skr, KeepsTheInitialOrderWhenNobodyVotes) {
  for (const SkrSort sort : all_sorts) {
    const Skr skr{.sort = sort};
    EXPECT_EQ(text_of(skr.aggregate(Election(3, {}, items("CAB"))).ranking.order), "CAB");
    const Election weightless(3, {ballot("ABC", 0.0)}, items("CAB"));
    EXPECT_EQ(text_of(skr.aggregate(weightless).ranking.order), "CAB");
  }
}

TEST(Skr, PutsListedItemsFirstWhenTheDepthLeavesOthersOut) {
  const Election election(4, {ballot("ABCD"), ballot("ABDC"), ballot("BACD")}, items("CDAB"));
  for (const SkrSort sort : {SkrSort::quick, SkrSort::merge, SkrSort::local}) {
    const Skr paper{.sort = sort, .depth = 2, .missing = MissingRule::paper};
    const Skr beaten{.sort = sort, .depth = 2};
    EXPECT_EQ(text_of(paper.aggregate(election).ranking.order), "CDAB");
    EXPECT_EQ(text_of(beaten.aggregate(election).ranking.order), "ABCD");
  }
}

TEST(Skr, LooksAtNoRankBelowTheDepth) {
  const Election election(3, {ballot("ACB")}, items("ABC"));
  for (const SkrSort sort : all_sorts) {
    const Skr skr{.sort = sort, .depth = 1};
    EXPECT_EQ(text_of(skr.aggregate(election).ranking.order), "ABC");
  }
}

RC_GTEST_PROP(Skr, IsNeverWorseThanABallot, (std::uint64_t seed)) {
  RandomStream stream(seed, "", "skr");
  const Election election = random_election(stream, 1 + stream.below(9), 1 + stream.below(5));
  const MajorityTable table(election);
  const double cost = kemeny_cost(Skr{}.aggregate(election).ranking.order, table);
  for (const Ballot& voter : election.ballots()) {
    if (voter.weight > 0.0) RC_ASSERT(cost <= kemeny_cost(completed(voter, election), table));
  }
}

// The specification gives means of 1.006 (best+local) and 1.030 to 1.044 (the others) for such
// lists.
TEST(Skr, ComesCloseToTheLeastCostOfRandomLists) {
  std::array<double, 4> ratio{};
  constexpr int elections = 200;
  RandomStream stream(6, "", "quality");
  for (int i = 0; i < elections; ++i) {
    const Election election = random_election(stream, 7, 3, {false, false, false});
    const MajorityTable table(election);
    const double least = Kemeny{}.aggregate(election).bracket->cost;
    for (std::size_t s = 0; s < all_sorts.size(); ++s) {
      ratio[s] +=
          kemeny_cost(skr_order(all_sorts[s], election, table, 0), table) / least / elections;
    }
  }
  EXPECT_LT(ratio[0], 1.015);
  for (std::size_t s = 1; s < all_sorts.size(); ++s) {
    EXPECT_LT(ratio[0], ratio[s]);
    EXPECT_LT(ratio[s], 1.08);
  }
}

}  // namespace
}  // namespace podium
