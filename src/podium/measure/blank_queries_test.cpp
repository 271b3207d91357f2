#include "podium/measure/blank_queries.hpp"

#include <gtest/gtest.h>

#include "podium/measure/sample.hpp"

namespace podium {
namespace {

TEST(BlankQueries, AreLeftOutOfEveryMean) {
  const WeakOrder blank = weak_order(GradedTruth{{0, -1}});
  const WeakOrder good = weak_order(GradedTruth{{1, 0}});
  const std::vector<double> scores = {2, 1};
  const std::vector<ScoredQuery> queries = {{"a", good.view(), scores, {}, 0},
                                            {"b", blank.view(), scores, {}, 0},
                                            {"c", good.view(), scores, {}, 0}};
  const Profile& profile = find_profile("standard");
  const auto measures = parse_measures("map,p@1", profile);
  EXPECT_NEAR(evaluate(queries, measures, profile, TieRule::input).mean[1], 2.0 / 3.0, 1e-12);
  const Evaluation rest =
      evaluate(without_blank_queries(queries), measures, profile, TieRule::input);
  EXPECT_EQ(rest.query, (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(rest.mean, (std::vector<double>{1.0, 1.0}));
}

TEST(BlankQueries, AreNotThoseWhoseRelevantDocumentsWereNotRetrieved) {
  const WeakOrder truth = weak_order(GradedTruth{{0, 1}});
  const std::vector<double> scores = {2};
  EXPECT_FALSE(is_blank({"a", truth.view(), scores, {}, 0}));
}

}  // namespace
}  // namespace podium
