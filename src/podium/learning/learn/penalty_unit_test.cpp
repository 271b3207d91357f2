#include "podium/learning/learn/penalty_unit.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/learning/learn/algorithms.hpp"
#include "podium/learning/learn/risk.hpp"
#include "podium/learning/learn/train.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Dataset scaled(const Dataset& data, float factor) {
  DatasetBuilder builder(data.feature_count());
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    std::vector<float> values = data[q].features.dense();
    for (float& value : values) value *= factor;
    const auto& label = data[q].truth.label;
    builder.add_query(data[q].id, GradedTruth{{label.begin(), label.end()}}, values);
  }
  return std::move(builder).build();
}

/// The definition, without blocks and kernels.
double slow_unit(const Dataset& data, const Loss& loss) {
  const TrainingSet set(data, loss, {}, 1);
  const Risk<LinearScorer> risk({.features = data.feature_count()}, set, loss, 0.0);
  std::vector<double> gradient(data.feature_count());
  risk.sum_terms(std::vector<double>(data.feature_count()), gradient);
  double sum = 0.0;
  for (const std::size_t q : set.contributing()) {
    const QueryView view = data[q];
    std::vector<double> t;
    double mean = 0.0;
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      double product = 0.0;
      for (std::size_t f = 0; f < gradient.size(); ++f) {
        product += gradient[f] * double{view.features[doc][f]};
      }
      t.push_back(product);
      mean += product / static_cast<double>(view.size());
    }
    for (const double value : t)
      sum += (value - mean) * (value - mean) / static_cast<double>(t.size());
  }
  return std::sqrt(sum / static_cast<double>(set.contributing().size()));
}

TEST(PenaltyUnit, IsTheDeviationOfTheScoresOfTheFirstStep) {
  const Dataset data = random_dataset(4, 20, 5);
  for (const char* name : {"list-net", "list-mle", "logistic", "squared-hinge", "lambda-rank"}) {
    const auto loss = find_loss(name).make({});
    EXPECT_NEAR(penalty_unit({.train = data}, {.loss = *loss}) / slow_unit(data, *loss), 1.0, 1e-12)
        << name;
  }
}

TEST(PenaltyUnit, GrowsWithTheSquareOfTheFeatures) {
  const Dataset data = random_dataset(4, 20, 5);
  const auto loss = find_loss("list-net").make({});
  const double unit = penalty_unit({.train = data}, {.loss = *loss});
  EXPECT_NEAR(penalty_unit({.train = scaled(data, 8.0F)}, {.loss = *loss}) / unit, 64.0, 1e-9);
}

TEST(PenaltyUnit, OfSquaredErrorDoesNotGrowWithTheTargets) {
  const auto with_labels_times = [](double factor) {
    DatasetBuilder builder(2);
    RandomStream random(3, "", "labels");
    for (int q = 0; q < 8; ++q) {
      GradedTruth truth;
      std::vector<float> values;
      for (int doc = 0; doc < 6; ++doc) {
        truth.label.push_back(factor * static_cast<double>(random.below(3)));
        for (int f = 0; f < 2; ++f) values.push_back(static_cast<float>(random.uniform()));
      }
      builder.add_query(std::to_string(q), truth, values);
    }
    return std::move(builder).build();
  };
  const auto loss = find_loss("squared-error").make({});
  const RiskShape shape{.loss = *loss, .grows_with_targets = true};
  const double unit = penalty_unit({.train = with_labels_times(1.0)}, shape);
  EXPECT_NEAR(penalty_unit({.train = with_labels_times(10.0)}, shape) / unit, 1.0, 1e-9);
}

TEST(PenaltyUnit, DoesNotSeeQueriesThatCannotContribute) {
  const Dataset data = random_dataset(4, 12, 3);
  DatasetBuilder builder(3);
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const auto& label = data[q].truth.label;
    builder.add_query(data[q].id, GradedTruth{{label.begin(), label.end()}},
                      data[q].features.dense());
  }
  const std::vector<float> values = {1, 2, 3, 7, 8, 9};
  for (int q = 0; q < 9; ++q) {
    builder.add_query("flat" + std::to_string(q), GradedTruth{{1.0, 1.0}}, values);
  }
  const Dataset more = std::move(builder).build();
  // The mean of the loss has more queries to divide by, so the unit shrinks as l2 must.
  const auto loss = find_loss("logistic").make({});
  const double counted = static_cast<double>(data.query_count());
  EXPECT_NEAR(penalty_unit({.train = more}, {.loss = *loss}) * (counted + 9.0),
              penalty_unit({.train = data}, {.loss = *loss}) * counted, 1e-9);
}

TEST(Strength, StandsForTheUnitTimesAPowerOfTen) {
  const Dataset data = random_dataset(4, 30, 4);
  const PreparedTraining prepared({}, data);
  for (const char* name : {"listnet", "ranksvm", "svmmap", "topslack", "regression"}) {
    const TrainedModel by_strength = train(name, {{"strength", "-1"}}, prepared);
    ASSERT_TRUE(by_strength.summary.penalty) << name;
    const AlgorithmEntry& entry = find_algorithm(name);
    if (std::string_view(name) == "topslack")
      continue;  // its first orders have a unit of their own
    const TrainedModel by_value = train(
        name, {{std::string(entry.path_option), fmt::format("{}", *by_strength.summary.penalty)}},
        prepared);
    EXPECT_EQ(by_strength.model.kind, by_value.model.kind) << name;
    EXPECT_FALSE(by_value.summary.penalty);
  }
}

TEST(Strength, MeansTheSameForFeaturesOfAnyScale) {
  const Dataset data = random_dataset(4, 30, 4);
  for (const char* name : {"listnet", "ranksvm"}) {
    const OptionText options = {{"strength", "-1"}, {"tolerance", "1e-9"}};
    const auto weights = [&](const Dataset& train_data) {
      return std::get<LinearModel>(
                 train(name, options, PreparedTraining({}, train_data)).model.kind)
          .w;
    };
    const std::vector<double> plain = weights(data);
    const std::vector<double> large = weights(scaled(data, 16.0F));
    for (std::size_t f = 0; f < plain.size(); ++f) {
      EXPECT_NEAR(16.0 * large[f], plain[f], 1e-6 * (1.0 + std::abs(plain[f]))) << name;
    }
  }
}

TEST(Strength, IsRefusedBesideAPenaltyAndWithoutAUnit) {
  EXPECT_THAT(
      [] {
        find_algorithm("listnet").check({{"l2", "1"}, {"strength", "0"}});
      },
      ThrowsMessage<UsageError>(HasSubstr("give one of them")));
  EXPECT_THAT(
      [] {
        find_algorithm("ranksvm").check({{"c", "1"}, {"strength", "0"}});
      },
      ThrowsMessage<UsageError>(HasSubstr("give one of them")));
  const PreparedTraining prepared({}, random_dataset(4, 30, 4));
  EXPECT_THAT(
      [&] {
        train("rankcosine", {{"strength", "0"}}, prepared);
      },
      ThrowsMessage<NumericError>(HasSubstr("has no unit here")));
}

TEST(PenaltyUnit, OfFeaturesThatNeverDifferIsRefusedInPlainWords) {
  DatasetBuilder builder(2);
  for (const char* id : {"a", "b", "c"}) {
    builder.add_query(id, GradedTruth{{1.0, 0.0}}, std::vector{1.0F, 2.0F, 1.0F, 2.0F});
  }
  const PreparedTraining prepared({}, std::move(builder).build());
  for (const char* name : {"listnet", "ranksvm", "svmmap", "lambdarank", "regression"}) {
    EXPECT_THAT(
        [&] {
          train(name, {{"strength", "-1"}}, prepared);
        },
        ThrowsMessage<NumericError>(
            HasSubstr("no feature differs between the documents of any training query")))
        << name;
  }
}

TEST(UnpenalisedFeatures, AreFreeHoweverStrongThePenalty) {
  const Dataset data = random_dataset(4, 40, 3);
  const PreparedTraining prepared({}, data);
  struct Case {
    const char* algorithm;
    const char* strength;
    double ratio;  ///< to the weight of a feature with a penalty
  };
  // svmmap gives the feature a hundredth of the penalty, and stays at 0 if that is strong.
  for (const Case& c : {Case{"listnet", "6", 100.0}, Case{"ranksvm", "6", 100.0},
                        Case{"svmmap", "2", 0.3}, Case{"lambdarank", "6", 100.0}}) {
    const auto weight_of = [&](const RunOptions& run) {
      const OptionText options = {{"strength", c.strength}};
      return std::get<LinearModel>(train(c.algorithm, options, prepared, run).model.kind).w;
    };
    const std::vector<double> tied = weight_of({});
    const std::vector<double> free = weight_of({.unpenalised = {1}});
    EXPECT_LT(std::abs(tied[1]), 1e-2) << c.algorithm;
    EXPECT_GT(std::abs(free[1]), 10.0 * std::abs(tied[1])) << c.algorithm;
    EXPECT_GT(std::abs(free[1]), c.ratio * std::abs(free[0])) << c.algorithm;
  }
}

}  // namespace
}  // namespace podium
