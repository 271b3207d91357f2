#include "podium/core/aggregate/cycle_packing.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/aggregate/election_fixture.hpp"
#include "podium/core/aggregate/kemeny_excess.hpp"

namespace podium {
namespace {

using namespace fixture;

std::vector<double> margins_of(const MajorityTable& table) {
  std::vector<double> margins;
  for (ItemIndex a = 0; a < table.size(); ++a) {
    for (ItemIndex b = 0; b < table.size(); ++b) {
      margins.push_back(std::max(0.0, table.margin(a, b)));
    }
  }
  return margins;
}

TEST(PackedCycles, OfOneCircleAreItsSmallestMargin) {
  // A over B by 5 - 2, B over C by 5 - 2, C over A by 4 - 3.
  const MajorityTable table(Election(3, {ballot("ABC", 3), ballot("BCA", 2), ballot("CAB", 2)}));
  const std::vector<PackedCycle> cycles = packed_cycles(margins_of(table), 3);
  ASSERT_EQ(cycles.size(), 1U);
  EXPECT_EQ(cycles[0].value, 1.0);
}

RC_GTEST_PROP(PackedCycles, NeverUseAMarginTwiceAndBoundTheExcessFromBelow, (std::uint64_t seed)) {
  RandomStream stream(seed, "", "cycles");
  const Election election = random_election(stream, 1 + stream.below(6), stream.below(6));
  const MajorityTable table(election);
  std::vector<double> margins = margins_of(table);
  double total = 0.0;
  for (const PackedCycle& cycle : packed_cycles(margins, table.size())) {
    RC_ASSERT(cycle.value > 0.0);
    total += cycle.value;
    for (std::size_t side = 0; side < 3; ++side) {
      double& margin = margins[cycle.items[side] * table.size() + cycle.items[(side + 1) % 3]];
      margin -= cycle.value;
      RC_ASSERT(margin >= 0.0);
    }
  }
  RC_ASSERT(total <= least_cost(table) - unavoidable_cost(election.initial(), table));
}

}  // namespace
}  // namespace podium
