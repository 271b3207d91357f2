#include "podium/learning/learn/trees/tree_dropout.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/learning/learn/trees/crossed_fixture.hpp"
#include "podium/learning/learn/trees/ndcg10_fixture.hpp"

namespace podium {
namespace {

using testing::Each;
using testing::IsEmpty;

TEST(TreeDropout, LeavesOutAtLeastOneOfTheEarlierTrees) {
  TreeDropout none(0.0, 0.1, 1);
  TreeDropout few(1e-9, 0.1, 1);
  TreeDropout all(1.0, 0.1, 1);
  for (std::size_t trees = 0; trees < 20; ++trees) {
    EXPECT_THAT(none.left_out(), IsEmpty());
    EXPECT_EQ(few.left_out().size(), trees == 0 ? 0U : 1U);
    EXPECT_EQ(all.left_out().size(), trees);
    (void)none.add_tree();
    (void)few.add_tree();
    (void)all.add_tree();
  }
  EXPECT_THAT(none.weights(), Each(1.0));
  double share = 0.0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    share += static_cast<double>(TreeDropout(0.3, 0.1, seed, 100).left_out().size()) / 5000.0;
  }
  EXPECT_NEAR(share, 0.3, 0.03);
}

// Written down round by round, as the paper has it for a rate of 1.
TEST(TreeDropout, WeighsTheNewTreeAndThoseLeftOutToDoTheWorkOnce) {
  for (const double rate : {1.0, 0.1}) {
    TreeDropout dropout(0.4, rate, 7, 2);
    std::vector<double> weights = {1.0, 1.0};
    for (int round = 0; round < 30; ++round) {
      const std::vector<std::size_t> drawn = dropout.left_out();
      const auto k = static_cast<double>(drawn.size());
      for (const std::size_t tree : drawn) weights[tree] = weights[tree] * (k / (k + rate));
      weights.push_back(1.0 / (k + rate));
      EXPECT_EQ(dropout.add_tree(), weights.back());
      EXPECT_EQ(std::vector<double>(dropout.weights().begin(), dropout.weights().end()), weights);
    }
  }
  TreeDropout forest(1.0, 1.0, 1);
  for (int tree = 0; tree < 4; ++tree) (void)forest.add_tree();
  for (const double weight : forest.weights()) EXPECT_NEAR(weight, 0.25, 1e-15);
}

// --- rounds ---

const OptionText slow_growth = {{"leaves", "5"}, {"min-rows", "5"}, {"thresholds", "31"}};

OptionText with_rounds(std::size_t rounds, const char* dropout, const char* rate = "0.3") {
  return merged(slow_growth,
                {{"rounds", std::to_string(rounds)}, {"dropout", dropout}, {"rate", rate}});
}

/// The splits of two trees are the same, up to rounding.
void expect_same_tree(const RegressionTree& found, const RegressionTree& expected, double factor) {
  ASSERT_EQ(found.splits.size(), expected.splits.size());
  for (std::size_t s = 0; s < found.splits.size(); ++s) {
    EXPECT_EQ(found.splits[s].feature, expected.splits[s].feature);
    EXPECT_EQ(found.splits[s].threshold, expected.splits[s].threshold);
  }
  for (std::size_t leaf = 0; leaf < found.value.size(); ++leaf) {
    EXPECT_NEAR(found.value[leaf], factor * expected.value[leaf], 1e-9);
  }
}

// Each round again, by going on from a model that lacks the trees.
TEST(TreeDropout, GrowsEachTreeAtTheScoresWithoutThoseLeftOut) {
  const PreparedTraining data({}, crossed(1, 30));
  const OptionText smooth = {{"loss", "logistic"}};  // rounding cannot order equal scores
  TreeDropout dropout(0.5, 0.3, data.plan().seed);
  TreeEnsemble before{.features = 4, .rate = 0.3, .trees = {}};
  for (std::size_t round = 1; round <= 6; ++round) {
    RankingModel without{.kind = {}, .preparation = data.preparation()};
    TreeEnsemble kept = before;
    const std::vector<std::size_t> drawn = dropout.left_out();
    for (std::size_t i = drawn.size(); i-- > 0;) {
      kept.trees.erase(kept.trees.begin() + static_cast<std::ptrdiff_t>(drawn[i]));
    }
    without.kind = kept;
    const TrainedModel next = train("trees", merged(with_rounds(1, "0"), smooth), data,
                                    {.start = round == 1 ? nullptr : &without});
    const TrainedModel found = train("trees", merged(with_rounds(round, "0.5"), smooth), data);
    ASSERT_EQ(trees_of(found).trees.size(), round);
    expect_same_tree(trees_of(found).trees.back(), trees_of(next).trees.back(), dropout.add_tree());
    for (std::size_t t = 0; t + 1 < round; ++t) {
      const bool is_left_out = std::ranges::find(drawn, t) != drawn.end();
      expect_same_tree(trees_of(found).trees[t], before.trees[t],
                       is_left_out ? dropout.factor(drawn.size()) : 1.0);
    }
    before = trees_of(found);
  }
}

TEST(TreeDropout, LearnsAndDiffersFromBoosting) {
  const PreparedTraining data({}, crossed(2, 40));
  const Dataset test = crossed(3);
  for (const char* name : {"trees", "lambdamart", "mart"}) {
    const TrainedModel found = train(name, with_rounds(25, "0.1"), data);
    EXPECT_GE(ndcg10_of(test, score(found.model, test)), 0.95) << name;
    EXPECT_FALSE(found.model.kind == train(name, with_rounds(25, "0"), data).model.kind);
  }
}

TEST(TreeDropout, KeepsTheWeightsOfTheBestRound) {
  const PreparedTraining data({}, crossed(4, 20), crossed(5, 20), ndcg10());
  const TrainedModel best =
      train("trees", merged(with_rounds(60, "0.2", "0.5"), {{"patience", "7"}}), data);
  EXPECT_EQ(best.summary.iterations, best.summary.best_iteration + 7);
  EXPECT_EQ(trees_of(best).trees.size(), best.summary.best_iteration);
  EXPECT_NEAR(*best.summary.validation, ndcg10_of(data.vali(), score(best.model, data.vali())),
              1e-12);
  EXPECT_EQ(train("trees", with_rounds(best.summary.best_iteration, "0.2", "0.5"), data).model.kind,
            best.model.kind);
}

TEST(TreeDropout, HasTheSameBitsForAnyThreadsAndAfterAKill) {
  const PreparedTraining data({}, crossed(6, 30), crossed(7, 20), ndcg10());
  const OptionText options =
      merged(with_rounds(12, "0.3"), {{"query-share", "0.7"}, {"precision", "fast"}});
  const ModelKind whole = train("lambdamart", options, data).model.kind;
  const RankingModel linear = train("listmle", {{"l2", "0.1"}}, data).model;
  const RankingModel first =
      train("lambdamart", with_rounds(4, "0.3"), data, {.start = &linear}).model;
  const ModelKind later = train("lambdamart", options, data, {.start = &first}).model.kind;
  for (const std::size_t threads : {1U, 2U, 3U, 8U}) {
    const ThreadLimit limit(threads);
    EXPECT_EQ(killed_and_resumed("lambdamart", options, data, threads), whole);
    EXPECT_EQ(killed_and_resumed("lambdamart", options, data, threads + 2, &first), later);
  }
}

TEST(TreeDropout, AveragesTreesWhenAllAreLeftOut) {
  const PreparedTraining data({}, crossed(8, 30));
  const RankingModel linear = train("listmle", {}, data).model;
  const TrainedModel one = train("lambdamart", with_rounds(1, "1", "1"), data, {.start = &linear});
  const TrainedModel same = train("lambdamart", with_rounds(5, "1", "1"), data, {.start = &linear});
  for (const RegressionTree& tree : trees_of(same).trees) {
    expect_same_tree(tree, trees_of(one).trees[0], 0.2);
  }
  // A random forest.
  const OptionText draws = {{"query-share", "0.6"}, {"node-feature-share", "0.5"}};
  const auto forest = [&](std::size_t trees, std::uint64_t seed) {
    PreparationPlan plan;
    plan.seed = seed;
    const PreparedTraining drawn(plan, crossed(8, 30));
    const TrainedModel found = train("mart", merged(with_rounds(trees, "1", "1"), draws), drawn);
    const Dataset test = crossed(9);
    return ndcg10_of(test, score(found.model, test));
  };
  double of_one_tree = 0.0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) of_one_tree += forest(1, seed) / 5.0;
  EXPECT_GT(forest(40, 1), of_one_tree + 0.005);
}

}  // namespace
}  // namespace podium
