#include "podium/base/suggest.hpp"

#include <array>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::array<std::string_view, 7> known = {"lambda-rank",   "list-net", "list-mle", "hinge",
                                                   "squared-hinge", "ndcg",     "map"};

TEST(ClosestNames, FindsLettersThatAreMissingTooManyWrongOrSwapped) {
  EXPECT_THAT(closest_names("lambdarnk", known), ElementsAre("lambda-rank"));
  EXPECT_THAT(closest_names("hing", known), ElementsAre("hinge"));
  EXPECT_THAT(closest_names("hingge", known), ElementsAre("hinge"));
  EXPECT_THAT(closest_names("hinze", known), ElementsAre("hinge"));
  EXPECT_THAT(closest_names("ihnge", known), ElementsAre("hinge"));
  EXPECT_THAT(closest_names("ndgc", known), ElementsAre("ndcg"));
}

TEST(ClosestNames, TakesUpperAndLowerCaseForTheSame) {
  EXPECT_THAT(closest_names("LambdaRank", known), ElementsAre("lambda-rank"));
  EXPECT_THAT(closest_names("MAP", known), ElementsAre("map"));
}

TEST(ClosestNames, GivesAllThatAreEquallyClose) {
  constexpr std::array<std::string_view, 5> names = {"test1", "test2", "other", "test3", "test4"};
  EXPECT_THAT(closest_names("test", names), ElementsAre("test1", "test2", "test3"));
  EXPECT_THAT(closest_names("test2", names), ElementsAre("test2"));
}

TEST(ClosestNames, AreNoneWhenNothingIsClose) {
  EXPECT_THAT(closest_names("magic", known), IsEmpty());
  EXPECT_THAT(closest_names("", known), IsEmpty());
  EXPECT_THAT(closest_names("x", known), IsEmpty());
  EXPECT_THAT(closest_names("err", known), IsEmpty());
  EXPECT_THAT(closest_names("hinge", {}), IsEmpty());
  EXPECT_THAT(closest_names(std::string(1'000'000, 'h'), known), IsEmpty());
}

}  // namespace
}  // namespace podium
