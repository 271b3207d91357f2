#include "podium/learning/experiment/feature_worth.hpp"

#include <cmath>
#include <numeric>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/learning/experiment/statistics/moments.hpp"
#include "podium/learning/experiment/tuning/tuning.hpp"
#include "podium/learning/model/random_model_fixture.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

MetricPlan metric_of(const std::string& name) {
  const Profile& profile = find_profile("standard");
  return {parse_measure(name, profile), &profile, profile.ties};
}

/// Labels that the first feature tells; the second repeats it, the third is random.
Dataset told_by_the_first(std::uint64_t seed, std::size_t queries) {
  RandomStream random(seed, "", "worth test");
  DatasetBuilder builder(3);
  for (std::size_t q = 0; q < queries; ++q) {
    GradedTruth truth;
    std::vector<float> values;
    for (std::size_t d = 0; d < 8; ++d) {
      const auto label = static_cast<double>(random.below(3));
      truth.label.push_back(label);
      const float told = static_cast<float>(label + 0.1 * random.normal());
      values.insert(values.end(), {told, told, static_cast<float>(random.normal())});
    }
    builder.add_query("q" + to_text(q), truth, values);
  }
  return std::move(builder).build();
}

/// The same data with one column replaced, query after query.
template <class Change>
Dataset with_column(const Dataset& data, std::size_t feature, Change&& change) {
  DatasetBuilder builder(data.feature_count());
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView view = data[q];
    std::vector<float> values = view.features.dense();
    std::vector<float> column;
    for (DocIndex d = 0; d < view.size(); ++d) column.push_back(view.features[d][feature]);
    change(std::string(view.id), column);
    for (std::size_t d = 0; d < view.size(); ++d) {
      values[d * data.feature_count() + feature] = column[d];
    }
    builder.add_query(std::string(view.id),
                      GradedTruth{{view.truth.label.begin(), view.truth.label.end()}}, values);
  }
  return std::move(builder).build();
}

std::vector<double> query_values(const RankingModel& model, const Dataset& data,
                                 const MetricPlan& metric) {
  return evaluate(scored_queries(data, score(model, data)), std::span(&metric.metric, 1),
                  *metric.profile, metric.ties)
      .value[0];
}

TEST(PermutationWorth, AgreesWithARestatementOnRawFeaturesForEveryKind) {
  const Dataset data = random_dataset(1, 12, 3, 0.1);
  const MetricPlan metric = metric_of("ndcg@5");
  for (RankingModel model : random_models(data, 2)) {
    model.training.truth = "graded";
    model.preparation.fill = parse_fill_policy("min");
    model.preparation.normaliser =
        Normaliser::fit(NormaliserKind::query_minmax, fill_missing(data, {}).data);
    const WorthReport found =
        permutation_worth(model, data, metric, {.repeats = 2, .alpha = 0.1, .seed = 3});
    const std::vector<double> with = query_values(model, data, metric);
    EXPECT_NEAR(found.value, std::accumulate(with.begin(), with.end(), 0.0) / 12.0, 1e-12);
    EXPECT_EQ(found.queries, 12U);
    ASSERT_EQ(found.features.size(), 3U);
    for (std::size_t f = 0; f < 3; ++f) {
      std::vector<double> loss = with;
      for (const std::string repeat : {"0", "1"}) {
        const Dataset shuffled =
            with_column(data, f, [&](const std::string& id, std::vector<float>& column) {
              RandomStream random(3, id, "shuffle of feature " + to_text(f) + ", " + repeat);
              random.shuffle(std::span(column));
            });
        const std::vector<double> without = query_values(model, shuffled, metric);
        for (std::size_t q = 0; q < loss.size(); ++q) loss[q] -= without[q] / 2.0;
      }
      const Moments moments = moments_of(loss);
      EXPECT_NEAR(found.features[f].worth, moments.mean, 1e-12);
      // t(0.05; 11) = 1.795885
      EXPECT_NEAR(found.features[f].interval.high - moments.mean,
                  1.795885 * moments.standard_error(), 1e-6);
    }
  }
}

TEST(PermutationWorth, IsNothingForAFeatureThatTheModelDoesNotUse) {
  const Dataset data = told_by_the_first(1, 20);
  const RankingModel model{.kind = LinearModel{{3}, {1.0, 0.0, 0.0}},
                           .preparation = {.features = feature_set_of(data)}};
  const WorthReport found = permutation_worth(model, data, metric_of("ndcg@5"), {});
  EXPECT_GT(found.features[0].interval.low, 0.1);
  EXPECT_EQ(found.features[2].worth, 0.0);
  EXPECT_EQ(found.features[2].interval, (Interval{0.0, 0.0}));
  for (const std::size_t repeats : {3U, 7U, 11U}) {  // no power of two
    const WorthReport again =
        permutation_worth(model, data, metric_of("map"), {.repeats = repeats});
    EXPECT_EQ(again.features[2].worth, 0.0) << repeats;
  }
}

TEST(PermutationWorth, IsTheSameForAnyNumberOfThreads) {
  const Dataset data = random_dataset(4, 300, 3);
  for (RankingModel model : random_models(data, 5)) {
    model.training.truth = "graded";
    const auto with = [&](std::size_t threads) {
      const ThreadLimit limit(threads);
      std::vector<double> numbers;
      for (const FeatureWorth& worth :
           permutation_worth(model, data, metric_of("map"), {.repeats = 2}).features) {
        numbers.insert(numbers.end(), {worth.worth, worth.interval.low, worth.interval.high});
      }
      return numbers;
    };
    EXPECT_EQ(with(1), with(3));
  }
}

TEST(PermutationWorth, IsPositiveForWhatHelpsWhereSmallerIsBetter) {
  const Dataset data = told_by_the_first(2, 20);
  RankingModel model{.kind = LinearModel{{3}, {1.0, 0.0, 0.0}},
                     .preparation = {.features = feature_set_of(data)}};
  model.training.truth = "full";
  EXPECT_GT(permutation_worth(model, data, metric_of("wkt"), {}).features[0].worth, 0.0);
}

TEST(PermutationWorth, HasNoIntervalForOneQuery) {
  const Dataset data = told_by_the_first(3, 1);
  const RankingModel model{.kind = LinearModel{{3}, {1.0, 0.0, 0.0}},
                           .preparation = {.features = feature_set_of(data)}};
  const WorthReport found = permutation_worth(model, data, metric_of("ndcg"), {});
  EXPECT_FALSE(found.features[0].interval.is_known());
  EXPECT_FALSE(std::isnan(found.features[0].worth));
}

TEST(PermutationWorth, EndsWhenItIsTold) {
  const Dataset data = told_by_the_first(4, 3);
  const RankingModel model{.kind = LinearModel{{3}, {1.0, 0.0, 0.0}},
                           .preparation = {.features = feature_set_of(data)}};
  const auto progress = [](const RunProgress& now) { return now.done < 2 && now.of == 3; };
  EXPECT_EQ(permutation_worth(model, data, metric_of("map"), {}, progress).features.size(), 2U);
}

TEST(DropOneWorth, IsTheLossOfTrainingWithoutTheFeature) {
  const RetrainingData data{.train = told_by_the_first(5, 30),
                            .vali = told_by_the_first(6, 10),
                            .test = told_by_the_first(7, 20)};
  const MetricPlan metric = metric_of("ndcg@5");
  const PreparationPlan plan{.normaliser = NormaliserKind::zscore, .seed = 2};
  const auto trained = [&](const RetrainingData& on) {
    return train("listnet", {{"iterations", "5"}},
                 PreparedTraining(plan, on.train, on.vali, metric))
        .model;
  };
  const RankingModel model = trained(data);
  const std::vector<std::size_t> features = {2, 0};
  const WorthReport found = drop_one_worth(model, data, features, metric, {});
  const std::vector<double> with = query_values(model, data.test, metric);
  EXPECT_EQ(found.value, std::accumulate(with.begin(), with.end(), 0.0) / 20.0);
  ASSERT_EQ(found.features.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(found.features[i].feature, features[i]);
    const auto without = [&](const Dataset& full) {
      return with_column(full, features[i], [](const std::string&, std::vector<float>& column) {
        std::ranges::fill(column, 0.0F);
      });
    };
    const RetrainingData less{without(data.train), without(data.vali), without(data.test)};
    const std::vector<double> values = query_values(trained(less), less.test, metric);
    double loss = 0.0;
    for (std::size_t q = 0; q < with.size(); ++q) loss += (with[q] - values[q]) / 20.0;
    EXPECT_NEAR(found.features[i].worth, loss, 1e-12);
  }
}

TEST(DropOneWorth, LosesNothingWhereAnotherFeatureSaysTheSame) {
  const RetrainingData data{
      .train = told_by_the_first(8, 30), .vali = {}, .test = told_by_the_first(9, 20)};
  const MetricPlan metric = metric_of("ndcg@5");
  const RankingModel model =
      train("ranksvm", {}, PreparedTraining(PreparationPlan{}, data.train)).model;
  const WorthReport dropped = drop_one_worth(model, data, std::vector<std::size_t>{0}, metric, {});
  EXPECT_NEAR(dropped.features[0].worth, 0.0, 0.01);
  EXPECT_GT(permutation_worth(model, data.test, metric, {}).features[0].worth, 0.05);
}

TEST(DropOneWorth, TrainsAgainOnTopOfTheSameBaseline) {
  // Two features that tell half each: without a penalty the first is the whole ranking, with a
  // strong one for both they share it.
  const auto noisy = [](std::uint64_t seed) {
    RandomStream random(seed, "", "baseline worth");
    Dataset data = told_by_the_first(seed, 40);
    for (std::size_t feature : {0U, 1U}) {
      data = with_column(data, feature, [&](const std::string&, std::vector<float>& column) {
        for (float& value : column) value += static_cast<float>(random.normal());
      });
    }
    return data;
  };
  const RetrainingData data{.train = noisy(3), .vali = {}, .test = noisy(4)};
  const MetricPlan metric = metric_of("ndcg@5");
  const OptionText options = {{"l2", "1e6"}};
  const std::optional<Tuning> tuned = tune({.algorithms = {tuned_algorithm("listnet", options)},
                                            .preparation = {},
                                            .metric = metric,
                                            .baseline = "1"},
                                           data.train, nullptr);
  const RankingModel& model = tuned->trained.model;
  EXPECT_EQ(model.training.tuning->baseline, "1");
  const PreparedTraining training(PreparationPlan{}, data.train);
  const auto value_of = [&](const RunOptions& run) {
    const auto values =
        query_values(train("listnet", options, training, run).model, data.test, metric);
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  };
  const double value = drop_one_worth(model, data, {}, metric, {}).value;
  EXPECT_EQ(value, value_of({.unpenalised = {0}}));
  EXPECT_NE(value, value_of({}));
}

TEST(DropOneWorth, RefusesAModelOfNoKnownAlgorithm) {
  const Dataset data = random_dataset(10, 5, 2);
  EXPECT_THAT(
      [&] {
        drop_one_worth(random_models(data, 1)[0], {data, {}, data}, {}, metric_of("map"), {});
      },
      ThrowsMessage<UsageError>(HasSubstr("made-up")));
}

}  // namespace
}  // namespace podium
