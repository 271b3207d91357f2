#include "podium/core/base/suggest.hpp"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::array<std::string_view, 6> names = {"train", "evaluate", "explain",
                                                   "score", "list",     "ndcg"};

TEST(Suggest, FindsNamesWithSwappedMissingExtraAndWrongLetters) {
  EXPECT_THAT(closest_names("tarin", names), ElementsAre("train"));
  EXPECT_THAT(closest_names("evalate", names), ElementsAre("evaluate"));
  EXPECT_THAT(closest_names("scorre", names), ElementsAre("score"));
  EXPECT_THAT(closest_names("lisp", names), ElementsAre("list"));
  EXPECT_THAT(closest_names("TRAIN", names), ElementsAre("train"));
}

TEST(Suggest, TakesTheBeginningOfANameForTheName) {
  EXPECT_THAT(closest_names("eval", names), ElementsAre("evaluate"));
  EXPECT_THAT(closest_names("ev", names), IsEmpty());
}

TEST(Suggest, KeepsSilentWhenNothingIsClose) {
  EXPECT_THAT(closest_names("frobnicate", names), IsEmpty());
  EXPECT_THAT(closest_names("", names), IsEmpty());
  EXPECT_THAT(closest_names("x", std::array<std::string_view, 1>{"y"}), IsEmpty());
  EXPECT_THAT(closest_names(std::string(100, 't'), names), IsEmpty());
}

TEST(Suggest, NamesTheNearestFirstAndAtMostThree) {
  constexpr std::array<std::string_view, 5> similar = {"grid-aa", "grid-a", "grid-b", "grid-c",
                                                       "grid-d"};
  EXPECT_THAT(closest_names("grid-ab", similar), ElementsAre("grid-aa", "grid-a", "grid-b"));
}

TEST(Suggest, WritesMessages) {
  EXPECT_EQ(did_you_mean("tarin", names), "; did you mean 'train'?");
  EXPECT_EQ(did_you_mean("abc", names), "");
  EXPECT_EQ(did_you_mean("ndcg", names), "") << "it was not accepted here";
  EXPECT_EQ(unknown_name("command", "tarin", names),
            "unknown command 'tarin'; did you mean 'train'? Known are: train, evaluate, explain, "
            "score, list, ndcg");
  EXPECT_EQ(unknown_name("command", "abc", std::array<std::string_view, 2>{"x", "y"}),
            "unknown command 'abc'; known are: x, y");
}

}  // namespace
}  // namespace podium
