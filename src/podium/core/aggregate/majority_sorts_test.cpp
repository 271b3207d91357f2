#include "podium/core/aggregate/majority_sorts.hpp"

#include <map>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/aggregate/election_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

constexpr std::array sorts = {quick_sorted, merge_sorted, locally_sorted};

TEST(MajoritySorts, FindTheOrderOfTheWorkedExampleFromEveryStart) {
  const MajorityTable table(worked_example());
  std::vector<ItemIndex> start = items("ABCDE");
  do {
    for (const auto& sort : sorts) EXPECT_EQ(text_of(sort(start, table)), "ABCDE");
  } while (std::next_permutation(start.begin(), start.end()));
}

// The three results of the specification's worked example.
TEST(QuickSorted, DependsOnTheStartWhenTheMajorityGoesInACircle) {
  const MajorityTable circle(Election(3, {ballot("ABC"), ballot("BCA"), ballot("CAB")}));
  const std::map<std::string, std::string> expected = {{"ABC", "ABC"}, {"ACB", "BCA"},
                                                       {"BAC", "CAB"}, {"BCA", "BCA"},
                                                       {"CAB", "CAB"}, {"CBA", "ABC"}};
  for (const auto& [start, sorted] : expected) {
    EXPECT_EQ(text_of(quick_sorted(items(start), circle)), sorted) << start;
  }
}

TEST(MajoritySorts, LeaveItemsBelowTheDepthOnTopWithTheTableOfThePaper) {
  const Election election(4, {ballot("ABCD"), ballot("ABDC"), ballot("BACD")});
  const std::vector<ItemIndex> start = items("CDAB");
  for (const auto& sort : sorts) {
    const MajorityTable paper(election, {.depth = 2, .missing = MissingRule::paper});
    EXPECT_EQ(text_of(sort(start, paper)), "CDAB");
    EXPECT_EQ(text_of(sort(start, MajorityTable(election, {.depth = 2}))), "ABCD");
  }
}

TEST(MajoritySorts, KeepTheStartWhenNobodyVotes) {
  const MajorityTable table(Election(4, {ballot("ABCD", 0.0)}));
  for (const auto& sort : sorts) EXPECT_EQ(text_of(sort(items("CADB"), table)), "CADB");
}

RC_GTEST_PROP(MajoritySorts, KeepEveryItemAndSortWhatCanBeSorted, (std::uint64_t seed)) {
  RandomStream stream(seed, "", "sorts");
  const Election one = random_election(stream, stream.below(9), 1, {false, false, false});
  const Election many = random_election(stream, one.item_count(), stream.below(6));
  for (const auto& sort : sorts) {
    RC_ASSERT(sort(one.initial(), MajorityTable(one)) ==
              (one.item_count() == 0 ? std::vector<ItemIndex>{} : one.ballots()[0].order));
    const std::vector<ItemIndex> sorted = sort(many.initial(), MajorityTable(many));
    RC_ASSERT(std::is_permutation(sorted.begin(), sorted.end(), many.initial().begin(),
                                  many.initial().end()));
  }
}

RC_GTEST_PROP(LocallySorted, HasNoNeighboursAgainstTheMajorityAndIsNeverWorse,
              (std::uint64_t seed)) {
  RandomStream stream(seed, "", "local");
  const Election election = random_election(stream, 1 + stream.below(9), stream.below(6));
  const MajorityTable table(election);
  const std::vector<ItemIndex> sorted = locally_sorted(election.initial(), table);
  for (std::size_t rank = 1; rank < sorted.size(); ++rank) {
    RC_ASSERT(!table.prefers(sorted[rank], sorted[rank - 1]));
  }
  RC_ASSERT(kemeny_cost(sorted, table) <= kemeny_cost(election.initial(), table));
}

}  // namespace
}  // namespace podium
