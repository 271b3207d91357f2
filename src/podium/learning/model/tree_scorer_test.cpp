#include "podium/learning/model/tree_scorer.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/learning/model/model.hpp"
#include "podium/learning/model/random_model_fixture.hpp"

namespace podium {
namespace {

/// Values on, just below and just above thresholds, and all that is not ordinary.
std::vector<float> hard_values(const TreeEnsemble& model, std::size_t documents,
                               RandomStream& random) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> odd = {0.0F,
                                  -0.0F,
                                  infinity,
                                  -infinity,
                                  std::nanf(""),
                                  std::numeric_limits<float>::max(),
                                  -std::numeric_limits<float>::max(),
                                  1e-45F};
  std::vector<float> thresholds = odd;
  for (const RegressionTree& tree : model.trees) {
    for (const TreeSplit& split : tree.splits) {
      const auto near = static_cast<float>(split.threshold);
      thresholds.insert(thresholds.end(),
                        {near, std::nextafter(near, infinity), std::nextafter(near, -infinity)});
    }
  }
  std::vector<float> values(documents * model.features);
  for (float& value : values) value = thresholds[random.below(thresholds.size())];
  return values;
}

std::vector<double> walked(const TreeEnsemble& model, const FeatureRows& rows) {
  Workspace workspace;
  std::vector<double> scores(rows.size());
  model.score(rows, scores, workspace);
  return scores;
}

std::vector<double> scored(const TreeEnsemble& model, const FeatureRows& rows) {
  Workspace workspace;
  std::vector<double> scores(rows.size());
  TreeScorer(model).score(rows, scores, workspace);
  return scores;
}

/// A tree whose splits have a leaf on one side each: the deepest with so many leaves.
RegressionTree chain(std::int32_t leaves, bool to_the_left, RandomStream& random) {
  RegressionTree tree = random_tree(3, static_cast<std::size_t>(leaves), random);
  for (std::int32_t s = 0; s + 1 < leaves; ++s) {
    TreeSplit& split = tree.splits[static_cast<std::size_t>(s)];
    const std::int32_t next = s + 2 < leaves ? s + 1 : -leaves;
    (to_the_left ? split.left : split.right) = next;
    (to_the_left ? split.right : split.left) = -1 - s;
  }
  return tree;
}

TEST(TreeScorer, HasTheBitsOfAWalk) {
  RandomStream random(1, "", "scorer");
  for (const std::size_t leaves : {1U, 2U, 7U, 31U, 32U, 33U, 63U, 64U}) {
    for (const std::size_t documents : {0U, 1U, 5U, 64U, 130U}) {
      TreeEnsemble model{.features = 6, .base = 0.5, .rate = 0.1, .trees = {}};
      for (int t = 0; t < 20; ++t) model.trees.push_back(random_tree(6, leaves, random));
      // Thresholds of training lie halfway between floats; others may be anything finite.
      if (leaves > 1) {
        model.trees[0].splits[0].threshold = double{std::numeric_limits<float>::max()};
        model.trees[1].splits[0].threshold = 1e300;
        model.trees[2].splits[0].threshold = -1e300;
        model.trees[3].splits[0].threshold = 0.0;
      }
      const std::vector<float> values = hard_values(model, documents, random);
      const FeatureRows rows{values, 6, documents};
      EXPECT_EQ(scored(model, rows), walked(model, rows)) << leaves << ", " << documents;
      model.start = std::make_shared<const NamedRanker>(
          NamedRanker{"stumps", random_weak_rankers(6, 5, random, true)});
      EXPECT_EQ(scored(model, rows), walked(model, rows)) << leaves << ", " << documents;
    }
  }
}

TEST(TreeScorer, TakesChains) {
  RandomStream random(2, "", "scorer");
  for (const std::int32_t leaves : {32, 64}) {
    for (const bool to_the_left : {false, true}) {
      const TreeEnsemble model{.features = 3, .trees = {chain(leaves, to_the_left, random)}};
      ASSERT_TRUE(model.is_whole());
      const std::vector<float> values = hard_values(model, 200, random);
      EXPECT_EQ(scored(model, {values, 3}), walked(model, {values, 3}));
    }
  }
}

TEST(TreeScorer, HasTheSameBitsForSingleRows) {
  RandomStream random(6, "", "scorer");
  TreeEnsemble model{.features = 5, .base = -0.25, .rate = 0.3, .trees = {}};
  for (int t = 0; t < 30; ++t) {
    model.trees.push_back(random_tree(5, 1 + random.below(64), random));
  }
  const std::vector<float> values = hard_values(model, 100, random);
  const std::vector<double> together = scored(model, {values, 5});
  for (std::size_t row = 0; row < together.size(); ++row) {
    const FeatureRows one{std::span(values).subspan(row * 5, 5), 5};
    EXPECT_EQ(scored(model, one).front(), together[row]);
    EXPECT_EQ(walked(model, one).front(), together[row]);
  }
}

TEST(TreeScorer, LeavesLargeTreesToTheWalk) {
  RandomStream random(3, "", "scorer");
  const TreeEnsemble model{.features = 3, .trees = {random_tree(3, 65, random)}};
  EXPECT_FALSE(TreeScorer::takes(model));
  const Dataset data = sparse_data({.queries = 20, .features = 3, .share = 0.5}, 4);
  const std::vector<double> scores = score(ModelKind(model), data);
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const auto own = std::span(scores).subspan(data[q].first_row, data[q].size());
    const std::vector<double> expected = walked(model, data[q].features);
    EXPECT_TRUE(std::equal(own.begin(), own.end(), expected.begin(), expected.end()));
  }
}

TEST(TreeScorer, ScoresWholeDataSets) {
  RandomStream random(5, "", "scorer");
  const TreeEnsemble model = random_trees(40, 30, random);
  const Dataset dense = sparse_data(
      {.queries = 60, .features = 40, .share = 0.3, .missing = 0.1, .has_signs = true}, 6);
  for (const Dataset& data : {dense, as_sparse(dense)}) {
    const std::vector<double> scores = score(ModelKind(model), data);
    for (std::size_t q = 0; q < data.query_count(); ++q) {
      const auto own = std::span(scores).subspan(data[q].first_row, data[q].size());
      const std::vector<double> expected = walked(model, data[q].features);
      EXPECT_TRUE(std::equal(own.begin(), own.end(), expected.begin(), expected.end()));
    }
  }
}

}  // namespace
}  // namespace podium
