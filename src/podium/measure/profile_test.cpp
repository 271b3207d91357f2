#include "podium/measure/profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/base/error.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

std::string refusal(void (*call)()) {
  try {
    call();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Profile, IsFoundByItsName) {
  for (const Profile& profile : profiles()) EXPECT_EQ(&find_profile(profile.name), &profile);
  EXPECT_EQ(profiles().front().name, "standard");
  EXPECT_THAT(refusal([] { find_profile("perl"); }),
              HasSubstr("unknown profile 'perl'; known are: standard, letor3"));
}

TEST(TieRule, IsItsName) {
  for (const char* name : {"input", "docid", "worst", "best", "expected"}) {
    EXPECT_EQ(name_of(parse_tie_rule(name)), name);
  }
  EXPECT_THAT(refusal([] { parse_tie_rule("random"); }),
              HasSubstr("found 'random', expected one of: input, docid"));
}

}  // namespace
}  // namespace podium
