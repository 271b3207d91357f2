#include "podium/core/aggregate/majority_components.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/aggregate/election_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;
using testing::ElementsAre;

std::vector<std::string> texts(const std::vector<std::vector<ItemIndex>>& components) {
  std::vector<std::string> texts;
  for (const auto& component : components) texts.push_back(text_of(component));
  return texts;
}

TEST(MajorityComponents, AreCirclesInTheOrderInWhichTheyBeatEachOther) {
  const Election election(7, {ballot("GABCDEF"), ballot("GBCAEFD"), ballot("GCABFDE")},
                          items("FEDCBAG"));
  EXPECT_THAT(texts(majority_components(election.initial(), MajorityTable(election))),
              ElementsAre("G", "CBA", "FED"));
}

TEST(MajorityComponents, ThatDoNotBeatEachOtherKeepTheInitialOrder) {
  const Election election(4, {ballot("AB")}, items("DBCA"));
  const MajorityTable table(election, {.missing = MissingRule::paper});
  EXPECT_THAT(texts(majority_components(election.initial(), table)),
              ElementsAre("D", "C", "A", "B"));
}

TEST(MajorityComponents, OfNothingAreNone) {
  EXPECT_TRUE(majority_components({}, MajorityTable(Election(0, {}))).empty());
}

/// reach[a][b]: whether a beats b, or something that reaches b.
std::vector<std::vector<bool>> reachable(const MajorityTable& table) {
  std::vector reach(table.size(), std::vector<bool>(table.size(), false));
  for (ItemIndex a = 0; a < table.size(); ++a) {
    for (ItemIndex b = 0; b < table.size(); ++b) reach[a][b] = a == b || table.prefers(a, b);
  }
  for (std::size_t via = 0; via < table.size(); ++via) {
    for (std::size_t a = 0; a < table.size(); ++a) {
      for (std::size_t b = 0; b < table.size(); ++b) {
        if (reach[a][via] && reach[via][b]) reach[a][b] = true;
      }
    }
  }
  return reach;
}

RC_GTEST_PROP(MajorityComponents, AreTheItemsThatReachEachOther, (std::uint64_t seed)) {
  RandomStream stream(seed, "", "components");
  const Election election = random_election(stream, 1 + stream.below(10), stream.below(6));
  const MajorityTable table(election, {.missing = static_cast<MissingRule>(stream.below(2))});
  const auto components = majority_components(election.initial(), table);
  const auto reach = reachable(table);
  std::vector<std::size_t> component(table.size(), components.size());
  for (std::size_t c = 0; c < components.size(); ++c) {
    for (const ItemIndex item : components[c]) component[item] = c;
  }
  for (ItemIndex a = 0; a < table.size(); ++a) {
    RC_ASSERT(component[a] < components.size());
    for (ItemIndex b = 0; b < table.size(); ++b) {
      RC_ASSERT((component[a] == component[b]) == (reach[a][b] && reach[b][a]));
      RC_ASSERT(!table.prefers(a, b) || component[a] <= component[b]);
    }
  }
}

}  // namespace
}  // namespace podium
