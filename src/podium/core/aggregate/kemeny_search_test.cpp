#include "podium/core/aggregate/kemeny_search.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/aggregate/election_fixture.hpp"
#include "podium/core/aggregate/kemeny_excess.hpp"
#include "podium/core/aggregate/kemeny_subsets.hpp"
#include "podium/core/base/error.hpp"

namespace podium {
namespace {

using namespace fixture;

constexpr std::size_t enough = 100'000'000;

RC_GTEST_PROP(KemenySearch, FindsTheLeastCostOfAllOrders, (std::uint64_t seed)) {
  RandomStream stream(seed, "", "search");
  const Election election = random_election(stream, 1 + stream.below(6), stream.below(6));
  const MajorityTable table(election);
  const KemenySearchResult found =
      search_kemeny_order(election.initial(), table, {.nodes = enough});
  RC_ASSERT(found.is_complete);
  RC_ASSERT(kemeny_cost(found.order, table) == least_cost(table));
}

RC_GTEST_PROP(KemenySubsets, FindTheLeastCostOfAllOrders, (std::uint64_t seed)) {
  RandomStream stream(seed, "", "subsets");
  const Election election = random_election(stream, 1 + stream.below(6), stream.below(6));
  const MajorityTable table(election);
  RC_ASSERT(kemeny_cost(best_order_by_subsets(election.initial(), table), table) ==
            least_cost(table));
}

TEST(KemenySubsets, TakeTheFirstOfEquallyGoodOrders) {
  const Election circle(3, {ballot("ABC"), ballot("BCA"), ballot("CAB")});
  EXPECT_EQ(text_of(best_order_by_subsets(items("CBA"), MajorityTable(circle))), "CAB");
  EXPECT_EQ(text_of(best_order_by_subsets(items("BAC"), MajorityTable(circle))), "BCA");
}

TEST(KemenySubsets, RefuseMoreItemsThanTheyCanHold) {
  const Election election(subset_items_limit + 1, {});
  EXPECT_THROW(best_order_by_subsets(election.initial(), MajorityTable(election)), ContractError);
}

TEST(KemenySearch, AgreesWithTheSubsetsOnLargerCircles) {
  RandomStream stream(1, "", "larger");
  for (std::size_t count = 8; count <= 13; ++count) {
    const Election election = random_election(stream, count, 3, {false, false, false});
    const MajorityTable table(election);
    const KemenySearchResult found =
        search_kemeny_order(election.initial(), table, {.nodes = enough});
    const double least = excess_cost(best_order_by_subsets(election.initial(), table), table);
    EXPECT_TRUE(found.is_complete);
    EXPECT_NEAR(excess_cost(found.order, table), least, 1e-9);
    EXPECT_NEAR(found.lower_bound, least, 1e-9);
  }
}

RC_GTEST_PROP(KemenySearch, BracketsTheLeastCostWhenItStopsEarly, (std::uint64_t seed)) {
  RandomStream stream(seed, "", "bracket");
  const Election election = random_election(stream, 1 + stream.below(10), 3, {false, false, false});
  const MajorityTable table(election);
  const std::size_t limit = stream.below(20);
  const KemenySearchResult found = search_kemeny_order(election.initial(), table, {.nodes = limit});
  const double least = excess_cost(best_order_by_subsets(election.initial(), table), table);
  const double excess = excess_cost(found.order, table);
  RC_ASSERT(found.nodes <= limit);
  RC_ASSERT(found.lower_bound <= least + 1e-9);
  RC_ASSERT(excess >= least - 1e-9);
  RC_ASSERT(excess <= excess_cost(election.initial(), table));
  if (found.is_complete) RC_ASSERT(excess <= found.lower_bound + 1e-9);
}

TEST(KemenySearch, SolvesThirtyItemsInFewNodes) {
  RandomStream stream(3, "", "thirty");
  for (const std::size_t voters : {3U, 5U}) {
    const Election election = random_election(stream, 30, voters, {false, false, false});
    const KemenySearchResult found =
        search_kemeny_order(election.initial(), MajorityTable(election), {.nodes = 100'000});
    EXPECT_TRUE(found.is_complete) << voters;
  }
}

TEST(KemenySearch, SaysWhenItDidNotFinish) {
  RandomStream stream(2, "", "stopped");
  const Election election = random_election(stream, 12, 3, {false, false, false});
  const MajorityTable table(election);
  const KemenySearchResult stopped = search_kemeny_order(election.initial(), table, {.nodes = 5});
  EXPECT_FALSE(stopped.is_complete);
  EXPECT_EQ(stopped.nodes, 5U);
  EXPECT_LT(stopped.lower_bound, excess_cost(stopped.order, table));
}

TEST(KemenySearch, StopsAtItsDeadlineWithABound) {
  RandomStream stream(2, "", "late");
  const Election election = random_election(stream, 12, 3, {false, false, false});
  const MajorityTable table(election);
  const KemenySearchLimits past{.nodes = enough, .deadline = std::chrono::steady_clock::now()};
  const KemenySearchResult stopped = search_kemeny_order(election.initial(), table, past);
  EXPECT_FALSE(stopped.is_complete);
  EXPECT_EQ(stopped.nodes, 0U);
  EXPECT_TRUE(std::ranges::equal(stopped.order, election.initial()));
  const double least =
      search_kemeny_order(election.initial(), table, {.nodes = enough}).lower_bound;
  EXPECT_LE(stopped.lower_bound, least + 1e-12);
}

}  // namespace
}  // namespace podium
