#include "podium/core/aggregate/mc4.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/aggregate/election_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

// Two items, A beats B: p(B) = a/2 + (1-a)/2 p(B), so p(B) = a / (1 + a).
TEST(Mc4, HasTheVisitsOfTwoItemsInClosedForm) {
  for (const double teleport : {0.001, 0.05, 0.3, 1.0}) {
    const Consensus found = Mc4{.teleport = teleport}.aggregate(Election(2, {ballot("AB")}));
    EXPECT_NEAR(found.score[0], 1.0 / (1.0 + teleport), 2e-12);
    EXPECT_NEAR(found.score[1], teleport / (1.0 + teleport), 2e-12);
  }
}

TEST(Mc4, TiesACircleExactly) {
  const Election circle(3, {ballot("ABC"), ballot("BCA"), ballot("CAB")}, items("BAC"));
  const Consensus found = Mc4{}.aggregate(circle);
  EXPECT_EQ(found.score[0], found.score[1]);
  EXPECT_EQ(found.score[0], found.score[2]);
  EXPECT_EQ(text_of(found.ranking.order), "BAC");
}

/// Two copies of one election that never meet; the items of the second copy are numbered anew.
Election twins(RandomStream& stream, std::size_t half, std::span<const ItemIndex> renamed) {
  const Election one = random_election(stream, half, 5);
  std::vector<Ballot> ballots(one.ballots().begin(), one.ballots().end());
  for (const Ballot& voter : one.ballots()) {
    ballots.push_back(voter);
    for (ItemIndex& item : ballots.back().order) {
      item = static_cast<ItemIndex>(half) + renamed[item];
    }
  }
  return {2 * half, std::move(ballots)};
}

TEST(Mc4, TiesItemsInTheSamePositionExactlyWhateverTheirNumbers) {
  RandomStream stream(1, "", "twins");
  for (int i = 0; i < 50; ++i) {
    const std::size_t half = 9;
    const std::vector<ItemIndex> renamed = random_order(stream, half);
    const Mc4 mc4{.missing = MissingRule::paper};
    const std::vector<double> score = mc4.aggregate(twins(stream, half, renamed)).score;
    for (std::size_t item = 0; item < half; ++item) {
      EXPECT_EQ(score[item], score[half + renamed[item]]);
    }
  }
}

RC_GTEST_PROP(Mc4, StaysWhereItIsAfterOneMoreStep, (std::uint64_t seed)) {
  RandomStream stream(seed, "", "mc4");
  const Election election = random_election(stream, 1 + stream.below(8), stream.below(6));
  const Mc4 mc4{.teleport = 0.01 + 0.9 * stream.uniform()};
  const MajorityTable table(election);
  const std::vector<double> p = mc4.aggregate(election).score;
  const std::size_t count = p.size();
  // The walk itself, probability by probability.
  std::vector<double> after(count, mc4.teleport / static_cast<double>(count));
  for (ItemIndex from = 0; from < count; ++from) {
    for (ItemIndex drawn = 0; drawn < count; ++drawn) {
      const ItemIndex to = table.prefers(drawn, from) ? drawn : from;
      after[to] += (1.0 - mc4.teleport) * p[from] / static_cast<double>(count);
    }
  }
  RC_ASSERT(std::abs(std::accumulate(p.begin(), p.end(), 0.0) - 1.0) < 1e-10);
  for (std::size_t x = 0; x < count; ++x) RC_ASSERT(std::abs(p[x] - after[x]) < 1e-11);
}

}  // namespace
}  // namespace podium
