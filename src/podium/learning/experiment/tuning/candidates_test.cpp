#include "podium/learning/experiment/tuning/candidates.hpp"

#include <algorithm>
#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/learning/learn/algorithms.hpp"

namespace podium {
namespace {

using testing::Contains;
using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing::Key;
using testing::Not;
using testing::Pair;
using testing::ThrowsMessage;

std::vector<GridCell> drawn(std::string_view name, const OptionText& options = {},
                            const std::vector<GridAxis>& grid = {}, std::size_t limit = 100'000,
                            std::uint64_t seed = 1) {
  return draw_candidates(candidate_space(name, options, grid), seed, limit);
}

TEST(DrawCandidates, BeginsWithTheDefaultsOfEveryAlgorithm) {
  const std::vector<GridCell> candidates = drawn(every_algorithm, {}, {}, 60);
  ASSERT_EQ(candidates.size(), 60U);
  std::size_t next = 0;
  for (const AlgorithmEntry& entry : algorithms()) {
    if (entry.is_composed) continue;
    const GridCell& candidate = candidates[next++];
    EXPECT_EQ(candidate.algorithm, entry.name);
    for (const TunedOption& tuned : entry.tuned) {
      EXPECT_EQ(candidate.options.at(std::string(tuned.name)), tuned.fallback);
    }
    EXPECT_EQ(candidate.options.size(), entry.tuned.size()) << entry.name;
  }
}

TEST(DrawCandidates, HasEveryCombinationOnce) {
  for (const AlgorithmEntry& entry : algorithms()) {
    std::size_t count = 1;
    for (const SearchAxis& axis : entry.search) count *= axis.size();
    const std::vector<GridCell> candidates = drawn(entry.name);
    EXPECT_EQ(candidates.size(), count) << entry.name;
    for (const GridCell& candidate : candidates) {
      EXPECT_NO_THROW(entry.check(candidate.options)) << entry.name;
    }
    if (count > 400) continue;  // slow
    for (const GridCell& candidate : candidates) {
      EXPECT_EQ(std::ranges::count(candidates, candidate), 1) << entry.name;
    }
  }
}

TEST(DrawCandidates, DependsOnTheSeedAloneAndNotOnTheLimit) {
  const std::vector<GridCell> all = drawn("listnet");
  EXPECT_EQ(drawn("listnet"), all);
  const std::vector<GridCell> few = drawn("listnet", {}, {}, 10);
  EXPECT_TRUE(std::ranges::equal(few, std::span(all).first(10)));
  const std::vector<GridCell> other = drawn("listnet", {}, {}, 10, 2);
  EXPECT_EQ(other.front(), few.front());
  EXPECT_NE(other, few);
}

TEST(DrawCandidates, KeepsWhatTheUserSets) {
  const std::vector<GridCell> fixed = drawn("listnet", {{"l2", "1"}});
  EXPECT_THAT(fixed, Each(Field(&GridCell::options, Contains(Pair("l2", "1")))));
  EXPECT_THAT(fixed, Each(Field(&GridCell::options, Not(Contains(Key("strength"))))));
  const std::vector<GridCell> networks = drawn("listnet", {{"model", "network"}});
  EXPECT_THAT(networks, Each(Field(&GridCell::options, Not(Contains(Key("hidden"))))));
}

TEST(DrawCandidates, TakesAxesOfTheUser) {
  const std::vector<GridCell> candidates = drawn(
      "regression", {{"model", "linear"}}, {{"l2", {"3", "5", "3"}}, {"iterations", {"7", "9"}}});
  ASSERT_EQ(candidates.size(), 4U);
  EXPECT_EQ(candidates[0].options,
            (OptionText{{"iterations", "7"}, {"l2", "3"}, {"model", "linear"}}));
}

TEST(DrawCandidates, RefusesWhatIsNotLegal) {
  EXPECT_THAT(
      [] {
        drawn("listnet", {}, {{"l2", {"1"}}, {"l2", {"2"}}});
      },
      ThrowsMessage<UsageError>(HasSubstr("twice")));
  EXPECT_THROW(drawn("listnet", {}, {{"hidden", {"0"}}}), UsageError);
  EXPECT_THROW(drawn("magic"), UsageError);
  EXPECT_THAT(
      [] {
        drawn(every_algorithm, {{"l2", "1"}});
      },
      ThrowsMessage<UsageError>(HasSubstr("options need the name of an algorithm")));
}

}  // namespace
}  // namespace podium
