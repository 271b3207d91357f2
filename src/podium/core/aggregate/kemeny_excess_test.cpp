#include "podium/core/aggregate/kemeny_excess.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/aggregate/election_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

RC_GTEST_PROP(ExcessCost, IsWhatAnOrderCostsAboveTheUnavoidable, (std::uint64_t seed)) {
  RandomStream stream(seed, "", "excess");
  const Election election = random_election(stream, 1 + stream.below(8), stream.below(6));
  const MajorityTable table(election);
  RC_ASSERT(unavoidable_cost(election.initial(), table) + excess_cost(election.initial(), table) ==
            kemeny_cost(election.initial(), table));
}

}  // namespace
}  // namespace podium
