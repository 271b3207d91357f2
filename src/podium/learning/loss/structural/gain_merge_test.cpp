#include "podium/learning/loss/structural/gain_merge.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/learning/loss/structural/top_oracle_fixture.hpp"
#include "podium/learning/loss/structural/top_slack.hpp"

namespace podium {
namespace {

using namespace fixture;

constexpr double infinite = std::numeric_limits<double>::infinity();

void expect_the_orders_of_the_query(const TopSettings& settings, const WeakOrder& truth,
                                    const std::vector<double>& s) {
  const PreparedQuery query = prepared(TopSlack(with_settings<TopSlackOptions>(settings)), truth);
  if (!query.contributes) return;
  Workspace workspace;
  const TopQuery known(settings, query.query(), s, workspace);
  const GainMerge merge(known, workspace);
  for (const double lambda : {0.0, 0.01, 0.3, 1.0, 7.0, 1e3, infinite}) {
    const TopOrder slow = known.best_order(lambda, workspace);
    const TopOrder fast = merge.best_order(lambda, workspace);
    EXPECT_THAT(fast.places, testing::ElementsAreArray(slow.places)) << lambda;
    EXPECT_EQ(fast.loss, slow.loss) << lambda;
    EXPECT_EQ(fast.score, slow.score) << lambda;
  }
}

TEST(GainMerge, HasTheOrdersThatSelectingFinds) {
  RandomStream stream(1, "gain-merge", "twin");
  for_all_top_queries(stream, 30, expect_the_orders_of_the_query);
}

TEST(GainMerge, HasTheOrdersThatSelectingFindsHoweverManyGainsThereAre) {
  RandomStream stream(2, "gain-merge", "gains");
  for (std::size_t levels = 2; levels <= 12; ++levels) {
    for (int round = 0; round < 20; ++round) {
      const std::vector<double> s =
          round % 4 == 0 ? tied_scores(stream, 40, 4, 0.5) : normal_scores(stream, 40);
      expect_the_orders_of_the_query({.cutoff = 1 + stream.below(41)},
                                     random_grades(stream, 40, levels), s);
    }
  }
}

}  // namespace
}  // namespace podium
