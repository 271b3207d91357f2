#include "podium/core/synth/assessor.hpp"

#include <cmath>
#include <numbers>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

static_assert(has_all_fields<AssessorOptions>());

TEST(SyntheticPreferences, AgreeAsOftenAsTheFormulaSays) {
  const AssessorOptions options{.queries = 400, .documents = 20, .assessors = 2, .pairs = 0};
  const SyntheticPreferences made = simulate_preferences(options, 1);
  ASSERT_THAT(made.preferences, SizeIs(400 * 190 * 2));
  double agreed = 0.0;
  for (std::size_t i = 0; i < made.preferences.size(); i += 2) {
    ASSERT_EQ(made.preferences[i].document_a, made.preferences[i + 1].document_a);
    if (made.preferences[i].winner == made.preferences[i + 1].winner) agreed += 1.0;
  }
  const double rho = 1.0 / (1.0 + 0.4 * 0.4 + 0.3 * 0.3);
  const double expected = 1.0 - std::acos(rho) / std::numbers::pi;  // .795
  // Pairs of a query hang together: its 190 say no more than about its 20 documents do.
  EXPECT_NEAR(agreed / (400.0 * 190.0), expected, 4.0 * std::sqrt(0.25 / (400.0 * 20.0)));
}

TEST(SyntheticPreferences, AskDifferentPairsInBothOrders) {
  for (const std::size_t pairs : {5U, 40U, 1000U}) {
    const AssessorOptions options{.queries = 3, .documents = 10, .assessors = 1, .pairs = pairs};
    const auto made = simulate_preferences(options, 2);
    std::set<std::pair<std::string, std::string>> seen;
    std::size_t swapped = 0;
    for (const Preference& preference : made.preferences) {
      const auto& a = preference.document_a;
      const auto& b = preference.document_b;
      EXPECT_NE(a, b);
      EXPECT_TRUE(seen.insert(std::minmax(a, b)).second);
      if (a < b) ++swapped;
    }
    EXPECT_THAT(seen, SizeIs(3 * std::min<std::size_t>(pairs, 45)));
    EXPECT_GT(swapped, 0U);
    EXPECT_LT(swapped, seen.size());
  }
}

TEST(SyntheticPreferences, NameTheTrueTopK) {
  SyntheticPreferences made;
  made.utility = {{0.1, 2.0, -1.0}};
  const auto records = made.top_k(2);
  EXPECT_THAT(records[0].top, ElementsAre("q1-d2", "q1-d1"));
  EXPECT_THAT(records[0].rest, ElementsAre("q1-d3"));
}

TEST(SyntheticPreferences, AreTheSameForAnyNumberOfThreads) {
  const AssessorOptions options{.queries = 30, .documents = 10, .pairs = 20, .theta = 0.1};
  const auto with = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    return simulate_preferences(options, 9).preferences;
  };
  EXPECT_EQ(with(1), with(4));
}

}  // namespace
}  // namespace podium
