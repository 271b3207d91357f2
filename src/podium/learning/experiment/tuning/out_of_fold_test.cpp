#include "podium/learning/experiment/tuning/out_of_fold.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/measure/profile.hpp"
#include "podium/learning/experiment/tuning/mixture.hpp"
#include "podium/learning/experiment/tuning/planted_data_fixture.hpp"
#include "podium/learning/experiment/tuning/tune_folds.hpp"
#include "podium/learning/experiment/tuning/tuning.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

RankingModel tuned(std::string_view algorithm, const Dataset& data, Tuning* tuning = nullptr,
                   const std::string& baseline = "") {
  const Profile& profile = find_profile("standard");
  TunePlan plan{.algorithms = tuned_algorithms(algorithm, {}),
                .metric = {parse_measure("ndcg@10", profile), &profile, profile.ties},
                .baseline = baseline};
  plan.preparation.normaliser = NormaliserKind::zscore;
  Tuning found = *tune(plan, data, nullptr);
  RankingModel model = found.trained.model;
  if (tuning != nullptr) *tuning = std::move(found);
  return model;
}

/// By hand, fold by fold.
TEST(OutOfFoldScores, AreOfModelsOfTheOtherFoldsOnTheScaleOfTheModel) {
  const Dataset data = planted(40, 1);
  const PreparationPlan plan{.normaliser = NormaliserKind::zscore, .seed = 3};
  for (const auto& [algorithm, options] :
       {std::pair<std::string, OptionText>{"listnet", {{"strength", "-2"}}},
        {"lambdamart", {{"rounds", "5"}, {"leaves", "4"}}}}) {
    const PreparedTraining whole(plan, data);
    const RankingModel model = train(algorithm, options, whole).model;
    const double unit = score_deviation(whole.train(), score(model.kind, whole.train()));
    const OutOfFold found = *out_of_fold(model, data);
    std::size_t row = 0;
    for (const TuneFold& fold : inner_tune_folds(data, plan.seed)) {
      const PreparedTraining part(plan, take_queries(data, fold.train));
      const RankingModel other = train(algorithm, options, part).model;
      const double own = score_deviation(part.train(), score(other.kind, part.train()));
      const Dataset held_out = take_queries(data, fold.held_out);
      for (const double expected : score(other, held_out)) {
        EXPECT_NEAR(found.scores.at(row), expected * unit / own, 1e-9) << algorithm;
        ++row;
      }
    }
    EXPECT_EQ(row, data.row_count());
  }
}

/// Those that chose the options differ by one factor in each fold.
TEST(OutOfFoldScores, OfATunedModelAreThoseOfItsChoice) {
  const Dataset data = planted(60, 2);
  for (const std::string baseline : {"", "1"}) {
    Tuning tuning;
    const RankingModel model = tuned("listnet", data, &tuning, baseline);
    const OutOfFold found = *out_of_fold(model, data);
    ASSERT_EQ(found.scores.size(), tuning.scores.size());
    std::size_t row = 0;
    for (const TuneFold& fold : inner_tune_folds(data, 1)) {
      const double factor = found.scores[row] / tuning.scores[row];
      EXPECT_GT(factor, 0.0);
      for (const std::size_t q : fold.held_out) {
        for (std::size_t doc = 0; doc < data[q].size(); ++doc, ++row) {
          EXPECT_NEAR(found.scores[row], factor * tuning.scores[row], 1e-6);
        }
      }
    }
  }
}

TEST(OutOfFoldScores, OfABlendHaveTheScaleOfBothParts) {
  const Dataset data = planted(60, 4);
  Tuning tuning;
  const RankingModel model = tuned("auto", data, &tuning, "best-feature");
  const OutOfFold found = *out_of_fold(model, data);
  EXPECT_EQ(found.scores.size(), data.row_count());
  const double here = score_deviation(data, score(model, data));
  const double there = score_deviation(found.queries, found.scores);
  EXPECT_GT(there, 0.5 * here);
  EXPECT_LT(there, 1.5 * here);
}

TEST(OutOfFoldScores, AreTheSameForAnyNumberOfThreads) {
  const Dataset data = planted(40, 5);
  const RankingModel model = tuned("listmle", data);
  std::vector<std::vector<double>> scores;
  for (const std::size_t threads : {1U, 3U}) {
    const ThreadLimit limit(threads);
    scores.push_back(out_of_fold(model, data)->scores);
  }
  EXPECT_EQ(scores[0], scores[1]);
}

TEST(OutOfFoldScores, EndWhenTheUserEndsThem) {
  const Dataset data = planted(40, 5);
  const RankingModel model = tuned("listmle", data);
  EXPECT_FALSE(out_of_fold(model, data, [](const RunProgress& now) { return now.done < 2; }));
}

TEST(OutOfFoldScores, AreRefusedWhereTheRecordIsNotEnough) {
  const Dataset data = planted(40, 1);
  const PreparationPlan plan;
  const PreparedTraining whole(plan, data);
  const RankingModel model = train("listnet", {{"strength", "-2"}}, whole).model;
  const auto refusal = [&](const RankingModel& one, const Dataset& given) {
    return [&one, given] { (void)out_of_fold(one, given); };
  };
  EXPECT_THAT(refusal(model, planted(40, 2)),
              ThrowsMessage<UsageError>(HasSubstr("the data that the model was trained on")));
  RankingModel imported = model;
  imported.training.data.clear();
  EXPECT_THAT(refusal(imported, data), ThrowsMessage<UsageError>(HasSubstr("imported")));
  RankingModel other = model;
  std::get<LinearModel>(other.kind).w[0] += 1.0;
  EXPECT_THAT(refusal(other, data),
              ThrowsMessage<UsageError>(HasSubstr("its record does not give again")));
  const PreparedTraining by_query(PreparationPlan{.normaliser = NormaliserKind::query_zscore},
                                  data);
  const RankingModel whole_query = train("listnet", {{"strength", "-2"}}, by_query).model;
  EXPECT_THAT(refusal(whole_query, data),
              ThrowsMessage<UsageError>(HasSubstr("depend on the whole query")));
  const RankingModel below =
      train("lambdamart", {{"rounds", "3"}, {"leaves", "4"}}, whole, {.start = &model}).model;
  EXPECT_THAT(refusal(below, data),
              ThrowsMessage<UsageError>(HasSubstr("its record does not give again")));
}

}  // namespace
}  // namespace podium
