#include "podium/aggregate/skr.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/aggregate/kemeny.hpp"
#include "podium/aggregate/profile_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

constexpr std::array all_sorts = {SkrSort::best_local, SkrSort::quick, SkrSort::merge,
                                  SkrSort::local};

TEST(Skr, FindsTheOrderOfTheWorkedExampleWithEverySort) {
  for (const SkrSort sort : all_sorts) {
    const Profile profile = worked_example();
    const std::vector<ItemIndex> order = Skr{.sort = sort}.aggregate(profile).ranking.order;
    EXPECT_EQ(text_of(order), "ABCDE");
    EXPECT_NEAR(kemeny_cost(order, MajorityTable(profile)), 1.2, 1e-12);
  }
}

TEST(Skr, TakesTheBestBallotAndNotTheInitialOrderByDefault) {
  const Profile circle(3, {ballot("ABC", 0.3), ballot("BCA", 0.4), ballot("CAB", 0.3)},
                       items("CBA"));
  EXPECT_EQ(text_of(Skr{}.aggregate(circle).ranking.order), "BCA");
}

TEST(Skr, KeepsTheInitialOrderWhenNobodyVotes) {
  for (const SkrSort sort : all_sorts) {
    const Skr skr{.sort = sort};
    EXPECT_EQ(text_of(skr.aggregate(Profile(3, {}, items("CAB"))).ranking.order), "CAB");
    const Profile weightless(3, {ballot("ABC", 0.0)}, items("CAB"));
    EXPECT_EQ(text_of(skr.aggregate(weightless).ranking.order), "CAB");
  }
}

TEST(Skr, PutsListedItemsFirstWhenTheDepthLeavesOthersOut) {
  const Profile profile(4, {ballot("ABCD"), ballot("ABDC"), ballot("BACD")}, items("CDAB"));
  for (const SkrSort sort : {SkrSort::quick, SkrSort::merge, SkrSort::local}) {
    const Skr paper{.sort = sort, .depth = 2, .missing = MissingRule::paper};
    const Skr beaten{.sort = sort, .depth = 2};
    EXPECT_EQ(text_of(paper.aggregate(profile).ranking.order), "CDAB");
    EXPECT_EQ(text_of(beaten.aggregate(profile).ranking.order), "ABCD");
  }
}

RC_GTEST_PROP(Skr, IsNeverWorseThanABallot, (std::uint64_t seed)) {
  RandomStream stream(seed, "", "skr");
  const Profile profile = random_profile(stream, 1 + stream.below(9), 1 + stream.below(5));
  const MajorityTable table(profile);
  const double cost = kemeny_cost(Skr{}.aggregate(profile).ranking.order, table);
  for (const Ballot& voter : profile.ballots()) {
    if (voter.weight > 0.0) RC_ASSERT(cost <= kemeny_cost(completed(voter, profile), table));
  }
}

// The specification gives means of 1.006 (best+local) and 1.030 to 1.044 (the others) for such
// lists.
TEST(Skr, ComesCloseToTheLeastCostOfRandomLists) {
  std::array<double, 4> ratio{};
  constexpr int profiles = 200;
  RandomStream stream(6, "", "quality");
  for (int i = 0; i < profiles; ++i) {
    const Profile profile = random_profile(stream, 7, 3, {false, false, false});
    const MajorityTable table(profile);
    const double least = Kemeny{}.aggregate(profile).bracket->cost;
    for (std::size_t s = 0; s < all_sorts.size(); ++s) {
      ratio[s] += kemeny_cost(skr_order(all_sorts[s], profile, table), table) / least / profiles;
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
