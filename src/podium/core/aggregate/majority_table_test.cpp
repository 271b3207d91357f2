#include "podium/core/aggregate/majority_table.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/aggregate/election_fixture.hpp"
#include "podium/core/base/error.hpp"

namespace podium {
namespace {

using namespace fixture;

constexpr ItemIndex A = 0;
constexpr ItemIndex B = 1;
constexpr ItemIndex C = 2;
constexpr ItemIndex D = 3;
constexpr ItemIndex E = 4;

TEST(MajorityTable, RefusesMoreItemsThanMemoryHolds) {
  EXPECT_THROW(MajorityTable(Election(20'001, {})), UsageError);
}

// Numbers of the specification's worked example.
TEST(MajorityTable, HasTheEntriesOfTheWorkedExample) {
  const MajorityTable table(worked_example());
  const std::vector<std::vector<double>> expected = {{0.0, 0.7, 0.8, 1.0, 1.0},
                                                     {0.3, 0.0, 0.8, 1.0, 1.0},
                                                     {0.2, 0.2, 0.0, 0.7, 1.0},
                                                     {0.0, 0.0, 0.3, 0.0, 0.8},
                                                     {0.0, 0.0, 0.0, 0.2, 0.0}};
  for (ItemIndex x = A; x <= E; ++x) {
    for (ItemIndex y = A; y <= E; ++y) EXPECT_NEAR(table(x, y), expected[x][y], 1e-15) << x << y;
  }
  EXPECT_NEAR(table.margin(A, B), 0.4, 1e-15);
  EXPECT_NEAR(kemeny_cost(items("ABCDE"), table), 1.2, 1e-12);
}

// A and B are above C and D in every list, but below the first two ranks nobody says so.
TEST(MajorityTable, OfThePaperTakesItemsBelowTheDepthForEqual) {
  const Election election(4, {ballot("ABCD"), ballot("ABDC"), ballot("BACD")});
  const MajorityTable paper(election, {.depth = 2, .missing = MissingRule::paper});
  const MajorityTable beaten(election, {.depth = 2});
  EXPECT_EQ(paper(A, B), 2.0);
  EXPECT_EQ(paper(B, A), 1.0);
  EXPECT_EQ(paper(A, C), 0.0);
  EXPECT_EQ(paper(C, A), 0.0);
  EXPECT_EQ(beaten(A, B), 2.0);
  EXPECT_EQ(beaten(A, C), 3.0);
  EXPECT_EQ(beaten(C, D), 0.0);
}

TEST(MajorityTable, TakesATieAtTheDepthAsAWhole) {
  const MajorityTable table(Election(4, {ballot("A(BC)D")}), {.depth = 2});
  EXPECT_EQ(table(A, C), 1.0);
  EXPECT_EQ(table(B, C), 0.0);
  EXPECT_EQ(table(C, B), 0.0);
  EXPECT_EQ(table(C, D), 1.0);
}

TEST(MajorityTable, TakesWeightsThatDifferByRoundingForEqual) {
  ASSERT_NE(0.1 + 0.2, 0.3);
  const MajorityTable table(Election(2, {ballot("AB", 0.1), ballot("AB", 0.2), ballot("BA", 0.3)}));
  EXPECT_FALSE(table.prefers(A, B));
  EXPECT_EQ(table(A, B), table(B, A));
}

/// The definition, pair by pair; `rank_of` is none for an item below the depth.
double weight_above(const Election& election, const TableOptions& options, ItemIndex x,
                    ItemIndex y) {
  constexpr std::size_t none = 1'000'000;
  double weight = 0.0;
  for (const Ballot& voter : election.ballots()) {
    std::size_t group_of_x = none;
    std::size_t group_of_y = none;
    for (std::size_t rank = 0, begin = 0; rank < voter.size(); ++rank) {
      if (rank > 0 && voter.end_of_tie(rank - 1) == rank) begin = rank;
      if (options.depth > 0 && begin >= options.depth) break;
      if (voter.order[rank] == x) group_of_x = begin;
      if (voter.order[rank] == y) group_of_y = begin;
    }
    const bool says_something =
        options.missing == MissingRule::beaten || (group_of_x != none && group_of_y != none);
    if (says_something && group_of_x < group_of_y) weight += voter.weight;
  }
  return weight;
}

RC_GTEST_PROP(MajorityTable, IsItsDefinition, (std::uint64_t seed)) {
  RandomStream stream(seed, "", "table");
  const Election election = random_election(stream, 1 + stream.below(7), stream.below(6));
  const TableOptions options{.depth = stream.below(5),
                             .missing = static_cast<MissingRule>(stream.below(2))};
  const MajorityTable table(election, options);
  for (ItemIndex x = 0; x < table.size(); ++x) {
    for (ItemIndex y = 0; y < table.size(); ++y) {
      RC_ASSERT(table(x, y) == weight_above(election, options, x, y));
    }
  }
}

RC_GTEST_PROP(KemenyCost, AddsUpTheDisagreementsOfTheVoters, (std::uint64_t seed)) {
  RandomStream stream(seed, "", "cost");
  const Election election = random_election(stream, 1 + stream.below(7), stream.below(6));
  const std::vector<ItemIndex> order = random_order(stream, election.item_count());
  double disagreements = 0.0;
  for (std::size_t a = 0; a < order.size(); ++a) {
    for (std::size_t b = a + 1; b < order.size(); ++b) {
      disagreements += weight_above(election, {}, order[b], order[a]);
    }
  }
  RC_ASSERT(kemeny_cost(order, MajorityTable(election)) == disagreements);
}

TEST(KemenyCost, RefusesItemsThatTheTableDoesNotHave) {
  EXPECT_THROW(kemeny_cost(items("AC"), MajorityTable(Election(2, {}))), ContractError);
}

}  // namespace
}  // namespace podium
