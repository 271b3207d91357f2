#include "podium/learning/learn/training_watch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/dataset_builder.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

HeldOut held_out(const char* metric) {
  DatasetBuilder builder(1);
  builder.add_query("q", GradedTruth{{0, 1}}, std::vector<float>{0, 1});
  const Profile& profile = find_profile("standard");
  return {std::move(builder).build(), parse_measure(metric, profile), &profile, TieRule::input};
}

/// Runs a watch over iterations 1, 2, ..., with these validation values; parameters are the
/// iteration's number. Returns how many iterations it let pass.
std::size_t run(TrainingWatch& watch, std::size_t count, std::size_t first = 1) {
  for (std::size_t i = first; i < first + count; ++i) {
    const std::vector<double> w = {static_cast<double>(i)};
    const std::function<Snapshot()> snapshot = [&] { return Snapshot{i, w}; };
    if (!watch({.iteration = i,
                .value = 10.0 - w[0],
                .gradient_norm = 1.0,
                .w = w,
                .snapshot = snapshot})) {
      return i;
    }
  }
  return first + count - 1;
}

/// What the parameters of iteration i (from 1) are worth.
TrainingWatch::Validate worth(std::vector<double> values) {
  return [values](std::span<const double> w) {
    return values[static_cast<std::size_t>(w.front()) - 1];
  };
}

TEST(TrainingWatch, KeepsTheBestAndOfEqualsTheFirst) {
  const TrainingTask task{.validation = held_out("ndcg@10")};
  TrainingWatch watch(task, worth({0.2, 0.5, 0.4, 0.5, 0.1}), {.limit = 5});
  EXPECT_EQ(run(watch, 5), 5U);
  EXPECT_THAT(watch.best(), ElementsAre(2.0));
  TrainingSummary summary;
  watch.describe(summary, 5);
  EXPECT_EQ(summary.best_iteration, 2U);
  EXPECT_EQ(summary.validation, 0.5);
  EXPECT_FALSE(summary.interrupted);
}

TEST(TrainingWatch, KnowsMeasuresOfWhichLessIsBetter) {
  const TrainingTask task{.validation = held_out("topk-loss@3")};
  TrainingWatch watch(task, worth({0.2, 0.5, 0.1, 0.3}), {.limit = 4, .patience = 2});
  EXPECT_EQ(run(watch, 4), 4U);
  EXPECT_THAT(watch.best(), ElementsAre(3.0));
}

TEST(TrainingWatch, StopsWhenItsPatienceEnds) {
  const TrainingTask task{.validation = held_out("ndcg@10")};
  TrainingWatch watch(task, worth({0.2, 0.5, 0.4, 0.5, 0.9}), {.limit = 5, .patience = 2});
  EXPECT_EQ(run(watch, 5), 4U);
  TrainingSummary summary;
  watch.describe(summary, 4);
  EXPECT_EQ(summary.stop, "no better validation value for too long");
  EXPECT_EQ(summary.best_iteration, 2U);
}

TEST(TrainingWatch, HasPatienceAlsoWhenTheLastIterationCounts) {
  const TrainingTask task{.validation = held_out("ndcg@10")};
  TrainingWatch watch(task, worth({0.2, 0.5, 0.4, 0.5, 0.9}),
                      {.limit = 5, .patience = 2, .keep_best = false});
  EXPECT_EQ(run(watch, 5), 4U);
  EXPECT_THAT(watch.best(), IsEmpty());
  TrainingSummary summary;
  watch.describe(summary, 4);
  EXPECT_EQ(summary.best_iteration, 4U);
  EXPECT_FALSE(summary.validation);
}

TEST(TrainingWatch, NeedsNoValidationData) {
  const TrainingTask task;
  TrainingWatch watch(task, {}, {.limit = 3, .patience = 1});
  EXPECT_EQ(run(watch, 3), 3U);
  EXPECT_THAT(watch.best(), IsEmpty());
}

TEST(TrainingWatch, ReportsEveryIteration) {
  std::vector<TrainingProgress> seen;
  const TrainingTask task{.validation = held_out("ndcg@10"),
                          .progress = [&](const TrainingProgress& progress) {
                            seen.push_back(progress);
                            return true;
                          }};
  TrainingWatch watch(task, worth({0.5, 0.2}), {.limit = 7});
  run(watch, 2);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[1].iteration, 2U);
  EXPECT_EQ(seen[1].limit, 7U);
  EXPECT_EQ(seen[1].objective, 8.0);
  EXPECT_EQ(seen[1].validation, 0.2);
  EXPECT_EQ(seen[1].best, 0.5);
  EXPECT_EQ(seen[1].best_iteration, 1U);
}

TEST(TrainingWatch, SavesWhenInterruptedAndSaysSo) {
  std::vector<Checkpoint> saved;
  const TrainingTask task{
      .validation = held_out("ndcg@10"),
      .progress = [](const TrainingProgress& progress) { return progress.iteration < 3; },
      .checkpoint = {.save = [&](const Checkpoint& c) { saved.push_back(c); },
                     .seconds_between = 1e9}};
  TrainingWatch watch(task, worth({0.2, 0.5, 0.4}), {.limit = 9});
  EXPECT_EQ(run(watch, 9), 3U);
  ASSERT_EQ(saved.size(), 1U);
  EXPECT_EQ(saved[0], (Checkpoint{{3, {3.0}}, {2.0}, 0.5, 2}));
  TrainingSummary summary;
  watch.describe(summary, 3);
  EXPECT_TRUE(summary.interrupted);
  EXPECT_EQ(summary.stop, "interrupted");
}

TEST(TrainingWatch, SavesOnlyWhenItIsDue) {
  for (const double seconds : {0.0, 1e9}) {
    std::size_t saved = 0;
    const TrainingTask task{
        .checkpoint = {.save = [&](const Checkpoint&) { ++saved; }, .seconds_between = seconds}};
    TrainingWatch watch(task, {}, {.limit = 5});
    run(watch, 5);
    EXPECT_EQ(saved, seconds == 0.0 ? 5U : 0U);
  }
}

TEST(TrainingWatch, GoesOnWithTheBestOfACheckpoint) {
  const TrainingTask task{.validation = held_out("ndcg@10"),
                          .checkpoint = {.from = Checkpoint{{3, {3.0}}, {2.0}, 0.5, 2}}};
  TrainingWatch watch(task, worth({0.2, 0.5, 0.4, 0.3, 0.9}), {.limit = 5, .patience = 2});
  EXPECT_EQ(run(watch, 2, 4), 4U);
  EXPECT_THAT(watch.best(), ElementsAre(2.0));
}

// A checkpoint of the last iteration would make a resumed run take one more.
TEST(TrainingWatch, SavesNothingOnceItsPatienceHasEnded) {
  std::size_t last = 0;
  const TrainingTask task{
      .validation = held_out("ndcg@10"),
      .progress = [](const TrainingProgress& progress) { return progress.iteration < 3; },
      .checkpoint = {.save = [&](const Checkpoint& c) { last = c.optimiser.iteration; },
                     .seconds_between = 0.0}};
  TrainingWatch watch(task, worth({0.5, 0.2, 0.2, 0.9}), {.limit = 9, .patience = 2});
  EXPECT_EQ(run(watch, 4), 3U);
  EXPECT_EQ(last, 2U);
  TrainingSummary summary;
  watch.describe(summary, 3);
  EXPECT_FALSE(summary.interrupted) << "it was done";
}

}  // namespace
}  // namespace podium
