#include "podium/core/measure/profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/measure.hpp"

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

TEST(Profile, RefusesMeasuresThatItsProgramDoesNotCompute) {
  EXPECT_EQ(refusal([] { parse_measure("err@10", find_profile("lightgbm")); }),
            "profile lightgbm does not have err@k, because the program that it is named after does "
            "not compute it; it has map, map@k, ndcg, ndcg@k. Profiles with err@k: standard, "
            "ranklib");
  EXPECT_THAT(refusal([] { parse_measure("map@5", find_profile("ranklib")); }),
              HasSubstr("Profiles with map@k: standard, trec, lightgbm, xgboost"));
  EXPECT_THAT(refusal([] { parse_measure("rr", find_profile("ranklib")); }),
              HasSubstr("does not have rr, "));
  EXPECT_EQ(refusal([] { parse_measure("rr@5", find_profile("ranklib")); }), "accepted");
  for (const Profile& profile : profiles()) {  // they use no conventions of a program
    EXPECT_NO_THROW(parse_measures("kappa-ndcg@3,rbo,judged@5", profile)) << profile.name;
  }
}

TEST(Profile, LeavesItsUnknownMeasuresOutOfTheUsualOnes) {
  for (const Profile& profile : profiles()) {
    for (const Measure& measure : parse_measures(usual_measures, profile)) {
      EXPECT_TRUE(has_measure(profile, measure.entry(), measure.cutoff() != no_cutoff));
    }
  }
  EXPECT_EQ(parse_measures(usual_measures, find_profile("standard")).size(), 8U);
  EXPECT_EQ(parse_measures(usual_measures, find_profile("lightgbm")).size(), 5U);
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
