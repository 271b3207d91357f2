#include "podium/learning/experiment/tuning/blend.hpp"

#include <gtest/gtest.h>

#include "podium/learning/experiment/tuning/planted_data_fixture.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium {
namespace {

TEST(BestShare, IsOfEqualValuesTheNearestToTheBetterEnd) {
  const MeasureEntry& ndcg = find_measure("ndcg");
  const auto best = [&](const std::vector<double>& values) { return best_share(values, ndcg); };
  EXPECT_EQ(best({0.5, 0.6, 0.7, 0.6}), 2U);
  EXPECT_EQ(best({0.6, 0.7, 0.7, 0.5}), 1U) << "the first end is better";
  EXPECT_EQ(best({0.5, 0.7, 0.7, 0.6}), 2U) << "the last end is better";
  EXPECT_EQ(best({0.6, 0.6, 0.6}), 0U);
  EXPECT_EQ(best({0.5, 0.6, 0.6}), 2U);
}

TEST(BlendedModel, AddsUpTheScores) {
  const Dataset data = planted(20, 1);
  const PreparedTraining prepared({}, data);
  const ModelKind linear = train("listnet", {{"strength", "-1"}}, prepared).model.kind;
  const ModelKind trees = train("lambdamart", {{"rounds", "5"}}, prepared).model.kind;
  const Blend blend{
      .linear = "listnet", .trees = "lambdamart", .linear_factor = 0.25, .tree_factor = 3.0};
  const TreeEnsemble both = blended_model(blend, linear, std::get<TreeEnsemble>(trees));
  EXPECT_TRUE(both.is_whole());
  EXPECT_EQ(both.start->name, "listnet");
  const std::vector<double> of_linear = score(linear, data);
  const std::vector<double> of_trees = score(trees, data);
  const std::vector<double> of_both = score(ModelKind(both), data);
  for (std::size_t row = 0; row < of_both.size(); ++row) {
    EXPECT_NEAR(of_both[row], 0.25 * of_linear[row] + 3.0 * of_trees[row], 1e-12);
  }
}

}  // namespace
}  // namespace podium
