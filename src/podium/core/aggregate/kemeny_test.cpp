#include "podium/core/aggregate/kemeny.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/aggregate/election_fixture.hpp"
#include "podium/core/aggregate/skr.hpp"

namespace podium {
namespace {

using namespace fixture;

TEST(Kemeny, FindsTheOrderOfTheWorkedExample) {
  for (const std::size_t subset_items : {0U, 18U}) {
    const Consensus found = Kemeny{.subset_items = subset_items}.aggregate(worked_example());
    EXPECT_EQ(text_of(found.ranking.order), "ABCDE");
    EXPECT_TRUE(found.bracket->is_optimal);
    EXPECT_NEAR(found.bracket->cost, 1.2, 1e-12);
    EXPECT_EQ(found.bracket->lower_bound, found.bracket->cost);
  }
}

RC_GTEST_PROP(Kemeny, CostsTheLeastOfAllOrders, (std::uint64_t seed)) {
  RandomStream stream(seed, "", "kemeny");
  const RandomShape shape{.is_partial = stream.below(2) == 0, .has_ties = stream.below(2) == 0};
  const Election election = random_election(stream, 1 + stream.below(8), stream.below(6), shape);
  const Kemeny kemeny{.depth = stream.below(4),
                      .missing = static_cast<MissingRule>(stream.below(2))};
  const MajorityTable table(election, {kemeny.depth, kemeny.missing});
  const Consensus found = kemeny.aggregate(election);
  RC_ASSERT(found.bracket->is_optimal);
  RC_ASSERT(kemeny_cost(found.ranking.order, table) == least_cost(table));
}

RC_GTEST_PROP(Kemeny, IsTheSameByBranchAndBoundAndNeverAboveASort, (std::uint64_t seed)) {
  RandomStream stream(seed, "", "both");
  const Election election = random_election(stream, 1 + stream.below(10), stream.below(6));
  const MajorityTable table(election);
  const double cost = Kemeny{}.aggregate(election).bracket->cost;
  const KemenyBracket searched = *Kemeny{.subset_items = 0}.aggregate(election).bracket;
  RC_ASSERT(searched.is_optimal);
  RC_ASSERT(searched.cost == cost);
  const KemenyBracket stopped = *Kemeny{.subset_items = 0, .nodes = 3}.aggregate(election).bracket;
  RC_ASSERT(stopped.lower_bound <= cost);
  RC_ASSERT(cost <= stopped.cost);
  for (const SkrSort sort : {SkrSort::best_local, SkrSort::quick, SkrSort::merge, SkrSort::local}) {
    const double sorted = kemeny_cost(skr_order(sort, election, table, 0), table);
    RC_ASSERT(cost <= sorted);
    RC_ASSERT(stopped.cost <= sorted);
  }
}

TEST(Kemeny, BracketsTheCostOfListsThatAreTooLongToSolve) {
  RandomStream stream(4, "", "long");
  const Election election = random_election(stream, 60, 3, {false, false, false});
  const Consensus found = Kemeny{.nodes = 200}.aggregate(election);
  const KemenyBracket bracket = *found.bracket;
  EXPECT_FALSE(bracket.is_optimal);
  EXPECT_LT(bracket.lower_bound, bracket.cost);
  EXPECT_GT(bracket.lower_bound, 0.8 * bracket.cost);
  EXPECT_NEAR(bracket.cost, kemeny_cost(found.ranking.order, MajorityTable(election)), 1e-9);
}

TEST(Kemeny, BracketsTheCostWhenItsTimeIsUp) {
  RandomStream stream(4, "", "long");
  const Election election = random_election(stream, 60, 3, {false, false, false});
  const KemenyBracket stopped = *Kemeny{.seconds = 1e-9}.aggregate(election).bracket;
  EXPECT_FALSE(stopped.is_optimal);
  EXPECT_LT(stopped.lower_bound, stopped.cost);
  const KemenyBracket longer = *Kemeny{.nodes = 200}.aggregate(election).bracket;
  EXPECT_LE(stopped.lower_bound, longer.cost);
  EXPECT_LE(longer.cost, stopped.cost);
}

TEST(Kemeny, SolvesLongListsWhoseCirclesAreShort) {
  // Twenty circles of three, one below the other: far more items than one table of subsets holds.
  Ballot first;
  Ballot second;
  Ballot third;
  for (ItemIndex item = 0; item < 60; item += 3) {
    first.order.insert(first.order.end(), {item, item + 1, item + 2});
    second.order.insert(second.order.end(), {item + 1, item + 2, item});
    third.order.insert(third.order.end(), {item + 2, item, item + 1});
  }
  const Consensus found = Kemeny{}.aggregate(Election(60, {first, second, third}));
  EXPECT_TRUE(found.bracket->is_optimal);
  EXPECT_EQ(found.bracket->cost, 20.0 * 4.0);
  EXPECT_EQ(found.ranking.order, first.order);
}

}  // namespace
}  // namespace podium
