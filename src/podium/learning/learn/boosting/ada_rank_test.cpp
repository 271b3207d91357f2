#include <cmath>
#include <optional>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/learning/learn/boosting/boost_fixture.hpp"
#include "podium/learning/learn/boosting/boosting.hpp"
#include "podium/learning/learn/boosting/list_part.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium {
namespace {

TEST(AdaRank, HasTheGoldenAlphaAndDistribution) {
  const std::vector<double> e = {.9, .2, .5};
  const std::vector<double> p(3, 1.0 / 3.0);
  EXPECT_NEAR(bound_alpha((.9 + .2 + .5) / 3.0), .594792033, 1e-9);
  const std::vector<std::uint64_t> rows = {10, 20, 30};
  const std::vector<double> next = dwelling_on_bad(QueryBlocks(rows), p, e);
  EXPECT_NEAR(next[0], .221947136, 1e-9);
  EXPECT_NEAR(next[1], .446946646, 1e-9);
  EXPECT_NEAR(next[2], .331106219, 1e-9);
}

TEST(AdaRank, FollowsThePaperRoundByRound) {
  const Dataset data = random_dataset(3, 25, 4);
  const BoostPlan plan{
      .list = ListGoal{data, measure_of("map")}, .repeats = RepeatRule::allow, .window = 100};
  const TrainingResult result =
      boost({.train = data}, plan, {.rounds = 6, .keep = KeptIteration::last});
  const QueryMeasure measure(data, measure_of("map"));
  std::vector<double> p(measure.size(), 1.0 / static_cast<double>(measure.size()));
  RunningScores ensemble(data);
  for (const WeakTerm& term : sum_of(result).terms) {
    std::size_t best = 0;
    double best_gain = 0.0;
    for (std::uint32_t f = 0; f < 4; ++f) {
      RunningScores own(data);
      own.add({{WeakRanker::Kind::feature, f}, 1.0});
      const std::vector<double> e = measure.values(own.values());
      double gain = 0.0;
      for (std::size_t q = 0; q < p.size(); ++q) gain += p[q] * e[q];
      if (gain > best_gain + 1e-15) {
        best = f;
        best_gain = gain;
      }
    }
    EXPECT_EQ(term.ranker.feature, best);
    EXPECT_NEAR(term.weight, 0.5 * std::log((1.0 + best_gain) / (1.0 - best_gain)), 1e-12);
    ensemble.add(term);
    const std::vector<double> e = measure.values(ensemble.values());
    double sum = 0.0;
    for (std::size_t q = 0; q < p.size(); ++q) sum += p[q] = std::exp(-e[q]);
    for (double& value : p) value /= sum;
  }
}

TEST(AdaRank, TakesOtherFeaturesWhenOneWinsAgainAndAgain) {
  const Dataset data = sum_of_two(5);
  const auto trained = [&](RepeatRule rule) {
    const BoostPlan plan{.list = ListGoal{data, measure_of("ndcg@10")}, .repeats = rule};
    return boost({.train = data}, plan, {.rounds = 60});
  };
  const auto features_of = [](const TrainingResult& result) {
    std::set<std::uint32_t> chosen;
    for (const WeakTerm& term : sum_of(result).terms) chosen.insert(term.ranker.feature);
    return chosen.size();
  };
  EXPECT_EQ(features_of(trained(RepeatRule::allow)), 1U);
  EXPECT_EQ(features_of(trained(RepeatRule::set_aside)), 2U);
  EXPECT_EQ(features_of(trained(RepeatRule::drop)), 2U);
}

TEST(AdaRank, KeepsTheRoundOfTheBestTrainingValue) {
  const Dataset data = random_dataset(6, 40, 5);
  const BoostPlan plan{.list = ListGoal{data, measure_of("map")}};
  std::vector<double> values;
  TrainingTask task{.train = data};
  task.progress = [&](const TrainingProgress& p) {
    values.push_back(p.objective);
    return true;
  };
  const TrainingResult result = boost(task, plan, {});
  const QueryMeasure measure(data, measure_of("map"));
  const std::vector<double> e = measure.values(score(result.kind, data));
  double mean = 0.0;
  for (const double value : e) mean += value / static_cast<double>(e.size());
  EXPECT_NEAR(1.0 - mean, *std::ranges::min_element(values), 1e-12);
  EXPECT_EQ(result.summary.best_iteration,
            static_cast<std::size_t>(std::ranges::min_element(values) - values.begin()) + 1);
}

TEST(AdaRank, GoesOnFromACheckpointWithoutValidationData) {
  const Dataset data = sum_of_two(6);
  const PreparedTraining prepared({}, data);
  for (const char* rule : {"set-aside", "drop"}) {
    const OptionText options = {{"rounds", "20"}, {"window", "3"}, {"repeats", rule}};
    const TrainedModel whole = train("adarank-ndcg", options, prepared);
    for (std::size_t stop_after = 1; stop_after < whole.summary.iterations; ++stop_after) {
      std::optional<Checkpoint> saved;
      const RunOptions killed{
          .progress = [&](const TrainingProgress& p) { return p.iteration < stop_after; },
          .checkpoint = {.save = [&](const Checkpoint& c) { saved = c; }, .seconds_between = 1e9}};
      train("adarank-ndcg", options, prepared, killed);
      ASSERT_TRUE(saved);
      EXPECT_EQ(
          train("adarank-ndcg", options, prepared, {.checkpoint = {.from = saved}}).model.kind,
          whole.model.kind)
          << rule << ", " << stop_after;
    }
  }
}

}  // namespace
}  // namespace podium
