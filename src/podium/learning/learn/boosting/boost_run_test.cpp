#include "podium/learning/learn/boosting/boost_run.hpp"

#include <cmath>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/learning/learn/boosting/boost_fixture.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Boosting, OfEqualWeakRankersTakesTheFirst) {
  // The second feature repeats the first, so every threshold is there twice.
  RandomStream random(2, "", "twins");
  DatasetBuilder builder(2);
  for (int q = 0; q < 30; ++q) {
    std::vector<float> values;
    GradedTruth truth;
    for (int doc = 0; doc < 8; ++doc) {
      const double x = random.uniform();
      values.insert(values.end(), 2, static_cast<float>(x));
      truth.label.push_back(std::floor(3.0 * x + random.uniform()));
    }
    builder.add_query(std::to_string(q), truth, values);
  }
  const PreparedTraining data({}, std::move(builder).build());
  for (const auto& [algorithm, options] :
       std::vector<std::pair<const char*, OptionText>>{{"rankboost", {{"rounds", "5"}}},
                                                       {"frank", {{"rounds", "5"}}},
                                                       {"adarank-map", {{"rounds", "1"}}},
                                                       {"adarank-ndcg", {{"rounds", "1"}}}}) {
    const TrainedModel trained = train(algorithm, options, data);
    const auto& terms = std::get<WeakRankerSum>(trained.model.kind).terms;
    EXPECT_FALSE(terms.empty()) << algorithm;
    for (const WeakTerm& term : terms) EXPECT_EQ(term.ranker.feature, 0U) << algorithm;
  }
}

TEST(Boosting, GoesOnFromAModelThatOtherDataGave) {
  const PreparedTraining first({.normaliser = NormaliserKind::zscore}, random_dataset(8, 20, 3));
  const RankingModel start =
      train("rankboost", {{"rounds", "4"}, {"bins", "quantile"}}, first).model;
  const Dataset other = random_dataset(9, 25, 3);
  // A preparation of its own would move features over the thresholds of the start.
  const PreparedTraining second({.given = start.preparation}, other);
  const PreparedTraining fitted({.normaliser = NormaliserKind::zscore}, other);
  for (const char* name : {"rankboost", "frank", "adarank-map"}) {
    EXPECT_THAT([&] { train(name, {}, fitted, {.start = &start}); },
                ThrowsMessage<UsageError>(HasSubstr("found a model with another preparation")))
        << name;
    const TrainedModel none = train(name, {{"rounds", "0"}}, second, {.start = &start});
    EXPECT_EQ(score(none.model, other), score(start, other)) << name;
    const TrainedModel trained = train(name, {{"rounds", "3"}}, second, {.start = &start});
    const auto& terms = std::get<WeakRankerSum>(trained.model.kind).terms;
    const auto& before = std::get<WeakRankerSum>(start.kind).terms;
    ASSERT_GE(terms.size(), before.size()) << name;
    EXPECT_TRUE(std::equal(before.begin(), before.end(), terms.begin())) << name;
  }
}

TEST(Boosting, RefusesACheckpointWithAFeatureThatThereIsNot) {
  const PreparedTraining data({}, random_dataset(8, 20, 3));
  BoostState state;
  state.terms = {{{WeakRanker::Kind::threshold, 3, 0.25, false}, 1.0}};
  const Checkpoint bad{.optimiser = to_snapshot(state, 1)};
  EXPECT_THROW(train("rankboost", {}, data, {.checkpoint = {.from = bad}}), DataError);
  const Checkpoint bad_best{.optimiser = to_snapshot({}, 1), .best = to_numbers(state.terms)};
  EXPECT_THROW(train("rankboost", {}, data, {.checkpoint = {.from = bad_best}}), DataError);
}

TEST(Boosting, HasNothingToLearnFromDocumentsOfWeightZero) {
  const Dataset plain = random_dataset(8, 20, 3);
  const Dataset data = plain.with_weights(std::vector<float>(plain.row_count(), 0.0F), {});
  EXPECT_THAT([&] { train("rankboost", {}, PreparedTraining({}, data)); },
              ThrowsMessage<NumericError>(HasSubstr("can be used for training")));
}

TEST(Boosting, GoesOnFromAModelOfWeakRankers) {
  const PreparedTraining data({}, random_dataset(8, 20, 3));
  const RankingModel half = train("rankboost", {{"rounds", "4"}}, data).model;
  const RankingModel whole = train("rankboost", {{"rounds", "9"}}, data).model;
  EXPECT_EQ(train("rankboost", {{"rounds", "5"}}, data, {.start = &half}).model.kind, whole.kind);
  const RankingModel linear = train("listnet", {}, data).model;
  EXPECT_THAT([&] { train("rankboost", {}, data, {.start = &linear}); },
              ThrowsMessage<UsageError>(HasSubstr("weak-rankers")));
  EXPECT_THAT([&] { train("listnet", {}, data, {.start = &half}); },
              ThrowsMessage<UsageError>(HasSubstr("weak-rankers")));
}

TEST(BoostState, ComesBackFromItsNumbersAndRefusesOthers) {
  BoostState state;
  state.terms = {{{WeakRanker::Kind::threshold, 3, 0.25, true}, -1.5},
                 {{WeakRanker::Kind::feature, 1, 0.0, false}, 0.5}};
  state.best_terms = {state.terms[1]};
  state.value = 0.25;
  state.fall = 0.375;
  state.best_value = 0.125;
  state.best_round = 7;
  state.window_start = 8;
  state.out = {2, 5};
  state.repeats = 3;
  state.is_second_chance = true;
  const Snapshot snapshot = to_snapshot(state, 9);
  EXPECT_EQ(from_snapshot(snapshot), state);
  for (std::size_t size = 0; size < snapshot.numbers.size(); ++size) {
    Snapshot part = snapshot;
    part.numbers.resize(size);
    EXPECT_THROW(from_snapshot(part), DataError) << size;
  }
  Snapshot longer = snapshot;
  longer.numbers.push_back(0.0);
  EXPECT_THROW(from_snapshot(longer), DataError);
  for (const std::size_t place : {3U, 4U, 5U, 7U, 8U}) {  // counts, and a feature
    for (const double bad : {-1.0, 0.5, 1e300}) {
      Snapshot wrong = snapshot;
      wrong.numbers[place] = bad;
      EXPECT_THROW(from_snapshot(wrong), DataError) << place << ", " << bad;
    }
  }
}

}  // namespace
}  // namespace podium
