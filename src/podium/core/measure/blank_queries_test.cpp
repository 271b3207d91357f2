#include "podium/core/measure/blank_queries.hpp"

#include <array>

#include <gtest/gtest.h>

#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/measure/sample_fixture.hpp"

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

/// Queries of two documents; the first has the given label, the other 0.
Dataset queries_of(std::span<const double> first_label) {
  DatasetBuilder builder(1);
  char id = 'a';
  for (const double label : first_label) {
    builder.add_query(std::string(1, id++), GradedTruth{{label, 0}}, std::vector<float>{1, 0});
  }
  return std::move(builder).build();
}

TEST(BlankQueries, OfADataSetAreToldByItsLabels) {
  const Dataset rest = without_blank_queries(queries_of(std::array{1.0, 0.0, -1.0, 2.0}));
  ASSERT_EQ(rest.query_count(), 2U);
  EXPECT_EQ(rest[0].id, "a");
  EXPECT_EQ(rest[1].id, "d");
}

TEST(BlankQueries, AreLeftOutOfMeasuresOfOrdersToo) {
  const std::vector<double> scores = {2, 1, 1, 2};
  const Profile& profile = find_profile("standard");
  const auto measures = parse_measures("p@1,rbo", profile);
  const MetricPlan plan{measures[0], &profile, TieRule::input, ListRule::whole, true};
  const Evaluation found = evaluate_scores(queries_of(std::array{1.0, 0.0}), scores, measures, plan,
                                           {TruthSetting::Kind::full}, 1);
  EXPECT_EQ(found.query, (std::vector<std::string>{"a"}));
  EXPECT_EQ(found.mean[0], 1.0);
  EXPECT_EQ(found.value[1].size(), 1U);
}

}  // namespace
}  // namespace podium
