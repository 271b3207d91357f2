#include <cmath>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/learning/learn/trees/crossed_fixture.hpp"
#include "podium/learning/learn/trees/ndcg10_fixture.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

const OptionText few_leaves = {{"rounds", "8"}, {"leaves", "4"}, {"min-rows", "5"}};

TEST(TreeStart, AddsTreesToTheScoresOfAModelOfAnotherKind) {
  const PreparedTraining data({.normaliser = NormaliserKind::zscore}, crossed(1, 30));
  const Dataset test = crossed(2);
  for (const auto& [name, options] : {std::pair<const char*, OptionText>{"listmle", {}},
                                      {"listmle", {{"model", "network"}, {"optimiser", "lbfgs"}}},
                                      {"rankboost", {{"rounds", "20"}}}}) {
    const RankingModel before = train(name, options, data).model;
    const TrainedModel after = train("trees", few_leaves, data, {.start = &before});
    const TreeEnsemble& trees = trees_of(after);
    ASSERT_TRUE(trees.start);
    EXPECT_EQ(*trees.start, (NamedRanker{name, before.kind}));
    EXPECT_EQ(trees.trees.size(), 8U);
    EXPECT_EQ(trees.base, 0.0);

    TreeEnsemble alone = trees;
    alone.start = nullptr;
    const std::vector<double> found = score(after.model, test);
    const std::vector<double> first = score(before, test);
    const std::vector<double> added = score(alone, prepared(data.preparation(), test));
    for (std::size_t row = 0; row < found.size(); ++row) {
      EXPECT_EQ(found[row], added[row] + first[row]);
    }
    EXPECT_GE(ndcg10_of(test, found), ndcg10_of(test, first)) << name;
    EXPECT_EQ(model_from_json(to_json(after.model), "m"), after.model);

    const TrainedModel none = train("trees", {{"rounds", "0"}}, data, {.start = &before});
    EXPECT_EQ(score(none.model, test), first);
    EXPECT_LT(after.summary.objective, none.summary.objective) << name;
  }
}

TEST(TreeStart, FollowsTheGradientAtTheScoresOfTheStart) {
  const PreparedTraining data({}, crossed(3, 30));
  const RankingModel before = train("listnet", {}, data).model;
  double objective = std::numeric_limits<double>::infinity();
  const RunOptions run{.start = &before, .progress = [&](const TrainingProgress& progress) {
                         EXPECT_LT(progress.objective, objective) << progress.iteration;
                         objective = progress.objective;
                         return true;
                       }};
  const TrainedModel none =
      train("trees", {{"loss", "list-net"}, {"rounds", "0"}}, data, {.start = &before});
  const TrainedModel some = train("trees", {{"loss", "list-net"}, {"rounds", "5"}}, data, run);
  EXPECT_LT(some.summary.objective, none.summary.objective);
  // The squared error begins where a constant more would not lower it.
  const RankingModel regression = train("rankboost", {{"rounds", "5"}}, data).model;
  const TrainedModel fitted = train("mart", {{"rounds", "0"}}, data, {.start = &regression});
  double difference = 0.0;
  const std::vector<double> scores = score(fitted.model.kind, data.train());
  for (std::size_t row = 0; row < scores.size(); ++row) {
    difference += data.train().columns().label[row] - scores[row];
  }
  EXPECT_NEAR(difference, 0.0, 1e-9);
}

TEST(TreeStart, GoesOnWithTheSameStart) {
  const PreparedTraining data({}, crossed(4, 20));
  const RankingModel linear = train("listmle", {}, data).model;
  const auto rounds = [&](const char* count, const RankingModel* start) {
    return train("lambdamart", {{"rounds", count}, {"query-share", "0.5"}}, data, {.start = start})
        .model;
  };
  const RankingModel half = rounds("4", &linear);
  EXPECT_EQ(rounds("5", &half).kind, rounds("9", &linear).kind);
}

TEST(TreeStart, HasTheSameBitsForAnyThreadsAndAfterAKill) {
  const PreparedTraining data({}, crossed(5, 30), crossed(6, 20), ndcg10());
  const RankingModel linear = train("listmle", {{"l2", "0.1"}}, data).model;
  const OptionText options = {{"rounds", "8"}, {"keep", "last"}};
  const ModelKind whole = train("lambdamart", options, data, {.start = &linear}).model.kind;
  for (const std::size_t threads : {1U, 2U, 3U, 8U}) {
    const ThreadLimit limit(threads);
    EXPECT_EQ(killed_and_resumed("lambdamart", options, data, threads, &linear), whole);
  }
  EXPECT_EQ(killed_and_resumed("lambdamart", options, data, 0, &linear), whole);
  const RankingModel trees = train("lambdamart", {{"rounds", "2"}}, data, {.start = &linear}).model;
  EXPECT_EQ(killed_and_resumed("lambdamart", options, data, 3, &trees),
            train("lambdamart", options, data, {.start = &trees}).model.kind);
}

TEST(TreeStart, KeepsTheStartWhereNoTreeHelps) {
  DatasetBuilder builder(1);
  RandomStream random(7, "", "start");
  for (int q = 0; q < 20; ++q) {
    std::vector<float> values;
    GradedTruth truth;
    for (int doc = 0; doc < 10; ++doc) {
      values.push_back(static_cast<float>(random.uniform()));
      truth.label.push_back(double{values.back()});
    }
    builder.add_query(std::to_string(q), truth, values);
  }
  const Dataset data = std::move(builder).build();
  const PreparedTraining prepared({}, data, data, ndcg10());
  const RankingModel perfect = train("listnet", {}, prepared).model;
  const OptionText options = {{"rounds", "30"}, {"patience", "5"}, {"leaves", "3"}};
  const TrainedModel found = train("lambdamart", options, prepared, {.start = &perfect});
  EXPECT_EQ(found.summary.best_iteration, 0U);
  EXPECT_EQ(found.summary.iterations, 5U);
  EXPECT_TRUE(trees_of(found).trees.empty());
  EXPECT_EQ(*found.summary.validation, 1.0);
}

TEST(TreeStart, RefusesWhatCannotBeAddedTo) {
  const PreparedTraining data({}, crossed(8, 20));
  const PreparedTraining scaled({.normaliser = NormaliserKind::zscore}, crossed(8, 20));
  const RankingModel linear = train("listnet", {}, scaled).model;
  EXPECT_THAT(
      [&] { train("mart", few_leaves, data, {.start = &linear}); },
      ThrowsMessage<UsageError>(HasSubstr("start: found a model with another preparation")));
  RankingModel two_stages = linear;
  two_stages.kind = ReRanking{NamedRanker{"one", linear.kind}};
  EXPECT_THAT([&] { train("mart", few_leaves, scaled, {.start = &two_stages}); },
              ThrowsMessage<UsageError>(
                  HasSubstr("kind re-ranking, expected one that scores documents one by one")));
}

TEST(TreeStart, NeedsEveryValueThatTheStartNeeds) {
  DatasetBuilder builder(1);
  builder.add_query("q", GradedTruth{{0, 1, 2}}, std::vector<float>{1, std::nanf(""), 3});
  const Dataset data = std::move(builder).build();
  const PreparedTraining gaps({.fill = parse_fill_policy("keep")}, data);
  RankingModel linear{.kind = LinearModel{{1}, {1.0}}, .preparation = gaps.preparation()};
  const OptionText options = {{"min-rows", "1"}};
  EXPECT_THAT([&] { train("mart", options, gaps, {.start = &linear}); },
              ThrowsMessage<NumericError>(HasSubstr("query 'q', document '2'")));
  linear.kind = WeakRankerSum{1, {{{.feature = 0, .threshold = 2.0}, 1.0}}};
  EXPECT_NO_THROW(train("mart", options, gaps, {.start = &linear}));
}

}  // namespace
}  // namespace podium
