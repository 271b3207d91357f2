#include "podium/aggregate/kemeny_excess.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/aggregate/profile_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

RC_GTEST_PROP(ExcessCost, IsWhatAnOrderCostsAboveTheUnavoidable, (std::uint64_t seed)) {
  RandomStream stream(seed, "", "excess");
  const Profile profile = random_profile(stream, 1 + stream.below(8), stream.below(6));
  const MajorityTable table(profile);
  RC_ASSERT(unavoidable_cost(profile.initial(), table) + excess_cost(profile.initial(), table) ==
            kemeny_cost(profile.initial(), table));
}

}  // namespace
}  // namespace podium
