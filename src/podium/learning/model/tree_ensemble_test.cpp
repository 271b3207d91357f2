#include "podium/learning/model/tree_ensemble.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/learning/model/random_model_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

const float missing = std::nanf("");

/// The value of a node, as the definition says it.
double plain_value(const RegressionTree& tree, std::int32_t at, std::span<const float> x) {
  if (at < 0) return tree.value[static_cast<std::size_t>(-1 - at)];
  const TreeSplit& split = tree.splits[static_cast<std::size_t>(at)];
  const double value = x[split.feature];
  if (std::isnan(value)) return plain_value(tree, split.missing_left ? split.left : split.right, x);
  return plain_value(tree, value <= split.threshold ? split.left : split.right, x);
}

double plain_score(const TreeEnsemble& model, std::span<const float> x) {
  double sum = 0.0;
  for (const RegressionTree& tree : model.trees) {
    sum += plain_value(tree, tree.splits.empty() ? -1 : 0, x);
  }
  return model.base + model.rate * sum;
}

std::vector<double> scores_of(const TreeEnsemble& model, const FeatureRows& rows) {
  Workspace workspace;
  std::vector<double> scores(rows.size(), 99.0);
  model.score(rows, scores, workspace);
  return scores;
}

TEST(TreeEnsemble, HasTheBitsOfTheDefinitionForAnyNumberOfDocuments) {
  RandomStream random(1, "", "test");
  constexpr std::size_t features = 5;
  for (const std::size_t documents : {0U, 1U, 63U, 64U, 65U, 200U}) {
    for (const std::size_t trees : {0U, 1U, 30U}) {
      const TreeEnsemble model = random_trees(features, trees, random);
      ASSERT_TRUE(model.is_whole());
      const std::vector<float> values = random_values(documents * features, random);
      const FeatureRows rows{values, features};
      const std::vector<double> scores = scores_of(model, rows);
      for (DocIndex doc = 0; doc < documents; ++doc) {
        EXPECT_EQ(scores[doc], plain_score(model, rows[doc].stored()));
        EXPECT_EQ(scores_of(model, {rows[doc].stored(), features}), std::vector{scores[doc]});
      }
    }
  }
}

TEST(TreeEnsemble, SendsEachValueToItsSide) {
  const float lower = std::nextafter(0.5F, 0.0F);
  const float upper = std::nextafter(0.5F, 1.0F);
  const float infinity = std::numeric_limits<float>::infinity();
  TreeEnsemble model{.features = 1,
                     .trees = {{.splits = {{.threshold = 0.5, .left = -1, .right = -2}},
                                .value = {1.0, 2.0},
                                .rows = {3, 2, 1},
                                .curvature = {1.0, 0.5, 0.5}}}};
  const std::vector<float> values = {lower, 0.5F, upper, -infinity, infinity, missing, -0.0F};
  EXPECT_THAT(scores_of(model, {values, 1}), ElementsAre(1, 1, 2, 1, 2, 2, 1));
  model.trees[0].splits[0].missing_left = true;
  EXPECT_THAT(scores_of(model, {values, 1}), ElementsAre(1, 1, 2, 1, 2, 1, 1));
  // present against missing
  model.trees[0].splits[0].threshold = double{std::numeric_limits<float>::max()};
  model.trees[0].splits[0].missing_left = false;
  const std::vector<float> some = {-3e38F, 0.0F, std::numeric_limits<float>::max(), missing};
  EXPECT_THAT(scores_of(model, {some, 1}), ElementsAre(1, 1, 1, 2));
}

TEST(TreeEnsemble, AddsTheScoreOfItsStart) {
  RandomStream random(3, "", "test");
  TreeEnsemble model = random_trees(3, 4, random);
  const LinearModel linear{{3, true}, {1.0, -2.0, 0.5, 7.0}};
  const std::vector<float> x = {0.5F, 1.0F, -2.0F};
  const double alone = scores_of(model, {x, 3})[0];
  model.start = std::make_shared<const NamedRanker>(NamedRanker{"linear", linear});
  EXPECT_EQ(scores_of(model, {x, 3})[0], alone + (0.5 - 2.0 - 1.0 + 7.0));
  EXPECT_TRUE(model.is_whole());
  EXPECT_FALSE(model.accepts_missing());

  TreeEnsemble other = model;
  EXPECT_EQ(other, model);
  other.start = std::make_shared<const NamedRanker>(NamedRanker{"linear", linear});
  EXPECT_EQ(other, model) << "the same start at another place";
  other.start = std::make_shared<const NamedRanker>(NamedRanker{"other", linear});
  EXPECT_FALSE(other == model);
  other.start = nullptr;
  EXPECT_FALSE(other == model);
  EXPECT_TRUE(other.accepts_missing());
}

TEST(TreeEnsemble, IsNotWholeWithAStartThatCannotBeOne) {
  RandomStream random(4, "", "test");
  TreeEnsemble model = random_trees(2, 1, random);
  const auto is_whole_with = [&](const ModelKind& kind) {
    model.start = std::make_shared<const NamedRanker>(NamedRanker{"start", kind});
    return model.is_whole();
  };
  const LinearModel linear{{2}, {1.0, 2.0}};
  EXPECT_TRUE(is_whole_with(linear));
  EXPECT_TRUE(is_whole_with(WeakRankerSum{2, {}}));
  EXPECT_FALSE(is_whole_with(LinearModel{{2}, {1.0}}));
  EXPECT_FALSE(is_whole_with(LinearModel{{3}, {1.0, 2.0, 3.0}}));
  EXPECT_FALSE(is_whole_with(random_trees(2, 1, random)));
  EXPECT_FALSE(is_whole_with(ReRanking{NamedRanker{"one", linear}}));
}

TEST(TreeEnsemble, KnowsWhetherItsChildrenFormOneTree) {
  RandomStream random(2, "", "test");
  for (int round = 0; round < 200; ++round) {
    RegressionTree tree = random_tree(3, 2 + random.below(8), random);
    ASSERT_TRUE(tree.is_whole(3));
    TreeSplit& split = tree.splits[random.below(tree.splits.size())];
    std::int32_t& child = random.below(2) == 0 ? split.left : split.right;
    const std::int32_t before = child;
    child = static_cast<std::int32_t>(random.below(2 * tree.splits.size() + 4)) -
            static_cast<std::int32_t>(tree.splits.size()) - 3;
    EXPECT_EQ(tree.is_whole(3), child == before) << child << " instead of " << before;
  }
  RegressionTree tree = random_tree(3, 4, random);
  tree.splits[1].feature = 3;
  EXPECT_FALSE(tree.is_whole(3));
  tree = random_tree(3, 4, random);
  tree.rows.pop_back();
  EXPECT_FALSE(tree.is_whole(3));
}

}  // namespace
}  // namespace podium
