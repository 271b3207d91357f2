#include "podium/learning/learn/tie_rounds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/learning/learn/train.hpp"
#include "podium/learning/learn/training_set.hpp"
#include "podium/learning/loss/structural/top_margin.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

double label_itself(double label) {
  return label;
}

TEST(TiesBrokenBy, PutsEqualsInTheOrderOfTheirScoresAndLeavesTheRest) {
  DatasetBuilder builder(1);
  builder.add_query("q", GradedTruth{{0, 2, 1, 0, 1}}, std::vector<float>(5));
  const Dataset data = std::move(builder).build();
  const std::vector<double> scores = {5, 0, 1, 7, 1};
  const Dataset fixed = ties_broken_by(data, label_itself, scores);
  EXPECT_THAT(fixed[0].truth.level, ElementsAre(0, 4, 3, 1, 2));
  const auto is_relevant = [](double label) { return label >= 1.0 ? 1.0 : 0.0; };
  EXPECT_THAT(ties_broken_by(data, is_relevant, scores)[0].truth.level, ElementsAre(0, 2, 4, 1, 3));
  EXPECT_THAT(fixed[0].truth.label, ElementsAre(0, 2, 1, 0, 1));
  EXPECT_EQ(fixed[0].truth.strict, 0U);
}

TEST(TieRounds, EndWhenNothingMovesAnyMore) {
  const Dataset data = random_dataset(1, 5, 2);
  std::vector<std::size_t> rounds;
  const TrainingTask task{.train = data};
  TieRounds run(task, 9, label_itself);
  while (run.next()) {
    rounds.push_back(run.round());
    EXPECT_EQ(run.task().start.has_value(), run.round() > 0);
    run.add({LinearModel{{2}, {1.0, 0.5}}, {.iterations = run.round()}});
  }
  EXPECT_THAT(rounds, ElementsAre(0, 1));  // the second model has the order of the first
  EXPECT_EQ(std::move(run).result().summary.iterations, 1U);
}

TEST(TieRounds, RefuseACheckpointOfAnotherKind) {
  TrainingTask task{.train = random_dataset(1, 5, 2)};
  for (const std::vector<double>& numbers :
       {std::vector<double>{}, std::vector<double>{1.0}, std::vector<double>{-1.0, 1.0},
        std::vector<double>{0.0, 1.0}, std::vector<double>{0.5, 0.5, 2.0, 9.0}}) {
    task.checkpoint.from = Checkpoint{.optimiser = {1, numbers}};
    EXPECT_THROW(TieRounds(task, 3, label_itself), DataError);
  }
}

/// The loss with the ideal orders that these scores like best.
double fair_loss(const Dataset& data, std::span<const double> scores) {
  const TopMargin loss({.ties = TopTies::shuffled});
  const TrainingSet set(ties_broken_by(data, label_itself, scores), loss, {}, 1);
  return set.sum_over_queries([&](std::size_t q, Workspace& workspace) {
    const QueryView view = data[q];
    std::vector<double> gradient(view.size());
    return loss.accumulate(set.query(q), scores.subspan(view.first_row, view.size()), set.weight(q),
                           gradient, workspace);
  });
}

TEST(TieRounds, LowerTheLossThatTheyAreFor) {
  const Dataset data = random_dataset(3, 40, 3);
  const PreparedTraining prepared({}, data);
  const auto objective = [&](const char* rounds) {
    const TrainedModel trained =
        train("topmargin",
              {{"tie-rounds", rounds}, {"c", "10"}, {"c-scale", "mean"}, {"tolerance", "1e-6"}},
              prepared);
    const std::vector<double>& w = std::get<LinearModel>(trained.model.kind).w;
    double penalty = 0.0;
    for (const double value : w) penalty += 0.5 * value * value;
    return penalty + 10.0 * fair_loss(data, score(trained.model, data));
  };
  const double one = objective("1");
  EXPECT_LT(one, objective("0"));
  EXPECT_LE(objective("3"), one * (1.0 + 1e-5));
}

TEST(TieRounds, ChangeNothingWhereThereAreNoTies) {
  const PreparedTraining data({.truth = parse_truth_setting("full")}, random_dataset(4, 20, 3));
  for (const char* name : {"topmargin", "topslack"}) {
    const auto objective = [&](const char* rounds) {
      return train(name, {{"tie-rounds", rounds}, {"tolerance", "1e-7"}}, data).summary.objective;
    };
    EXPECT_NEAR(objective("3"), objective("0"), 1e-5 * objective("0")) << name;
  }
}

TEST(TieRounds, SayOfWhichProblemTheGapIs) {
  const PreparedTraining data({}, random_dataset(3, 20, 3));
  for (const char* name : {"topmargin", "topslack"}) {
    std::vector<std::string> seen;
    const RunOptions watched{.progress = [&](const TrainingProgress& progress) {
      if (progress.gap) seen.push_back(progress.gap_of);
      return true;
    }};
    const TrainedModel rounds = train(name, {{"tie-rounds", "1"}}, data, watched);
    ASSERT_TRUE(rounds.summary.gap);
    EXPECT_EQ(rounds.summary.gap_of, "tie round 1, with tied documents in a fixed order");
    ASSERT_FALSE(seen.empty());
    EXPECT_EQ(seen.back(), rounds.summary.gap_of);
    EXPECT_EQ(train(name, {{"tie-rounds", "0"}}, data).summary.gap_of,
              "the loss with one order of tied documents, given by 'ties'");
  }
  EXPECT_EQ(train("ranksvm-l1", {}, data).summary.gap_of, "") << "the whole problem";
}

TEST(TieRounds, LeaveTheOptionOfTiesToThoseWithout) {
  const AlgorithmEntry& entry = find_algorithm("topslack");
  EXPECT_THROW(entry.check({{"ties", "average"}}), UsageError);
  EXPECT_NO_THROW(entry.check({{"ties", "average"}, {"tie-rounds", "0"}}));
}

}  // namespace
}  // namespace podium
