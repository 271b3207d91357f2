// Training on two labels: TrainingTask::second.
#include <cmath>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/learning/learn/learn_fixture.hpp"
#include "podium/learning/learn/risk.hpp"
#include "podium/learning/loss/loss_fixture.hpp"
#include "podium/learning/model/model_file.hpp"
#include "podium/learning/optimise/truncated_newton.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TrainingTask task_of(const Dataset& data, double lambda) {
  return {.train = data,
          .second = SecondObjective{judged_part(with_second_truth(data)), lambda},
          .validation = {},
          .start = {},
          .progress = {},
          .checkpoint = {}};
}

/// Of random documents, a share without a second label.
Dataset with_random_labels(const Dataset& data, double missing) {
  RandomStream random(9, "", "second labels");
  std::vector<double> label(data.row_count());
  for (double& own : label) {
    own = static_cast<double>(random.below(4));
    if (random.uniform() < missing) own = -1.0;
  }
  return data.with_second_label(label);
}

double ndcg_of(const Dataset& data, std::span<const double> scores) {
  const Measure ndcg = parse_measure("ndcg", find_profile("standard"));
  return evaluate(scored_queries(data, scores), std::span(&ndcg, 1), find_profile("standard"),
                  TieRule::input)
      .mean.front();
}

TEST(SecondObjective, GivesTheModelsOfTheGolden) {
  const nlohmann::json golden = fixture::golden("objectives", "several_objectives.json");
  std::vector<float> values;
  for (const auto& row : golden["features"]) {
    values.insert(values.end(), {row[0].get<float>(), row[1].get<float>()});
  }
  const Dataset data = one_query(golden["labels A"].get<std::vector<double>>(), values, 2)
                           .with_second_label(golden["labels B"].get<std::vector<double>>());
  const auto loss = find_loss("squared-error").make({{"documents", "mean"}});
  for (const auto& row : golden["front (lambda, w1, w2, ndcg A, ndcg B)"]) {
    const TrainingSet set(task_of(data, row[0]), *loss, {});
    const Risk<LinearScorer> risk({.features = 2}, set, *loss, golden["l2"]);
    std::vector<double> w(2);
    (void)TruncatedNewton{.iterations = 50, .tolerance = 1e-14}.minimise(
        risk, w, [](const Step&) { return true; });
    EXPECT_NEAR(w[0], row[1].get<double>(), 1e-12);
    EXPECT_NEAR(w[1], row[2].get<double>(), 1e-12);
    std::vector<double> scores;
    for (std::size_t doc = 0; doc < 6; ++doc) {
      scores.push_back(w[0] * values[2 * doc] + w[1] * values[2 * doc + 1]);
    }
    EXPECT_NEAR(ndcg_of(data, scores), row[3].get<double>(), 1e-12);
    EXPECT_NEAR(ndcg_of(with_second_truth(data), scores), row[4].get<double>(), 1e-12);
  }
}

using ByDocument = std::map<std::string, double>;

/// The sum over the queries of a data set, by a loop.
double slow_sum(const Dataset& data, const Loss& loss, const ByDocument& own, double factor,
                ByDocument& slopes, ByDocument& curvatures) {
  double sum = 0.0;
  const auto queries = static_cast<double>(data.query_count());
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView view = data[q];
    const std::vector<DocIndex> order = total_order(view.truth, 1, view.id);
    std::vector<double> target(view.size());
    if (!loss.prepare(view.truth, order, target)) continue;
    std::vector<double> scores;
    for (std::size_t doc = 0; doc < view.size(); ++doc) {
      const auto found = own.find(data.document_id(view.first_row + doc));
      scores.push_back(found == own.end() ? 0.0 : found->second);
    }
    std::vector<double> gradient(view.size());
    std::vector<double> curvature(view.size());
    Workspace workspace;
    sum += loss.accumulate_curved({view.truth, order, target, {}}, scores, factor / queries,
                                  gradient, {curvature, CurvatureKind::exact}, workspace);
    for (std::size_t doc = 0; doc < view.size(); ++doc) {
      slopes[data.document_id(view.first_row + doc)] += gradient[doc];
      curvatures[data.document_id(view.first_row + doc)] += curvature[doc];
    }
  }
  return sum;
}

TEST(SecondObjective, AddsTheLossesDividedByTheirValuesAtEqualScores) {
  for (const char* name : {"list-net", "logistic", "squared-hinge", "lambda-rank"}) {
    const auto loss = find_loss(name).make({});
    const Dataset data = with_random_labels(random_dataset(3, 30, 3), 0.3);
    const Dataset second = judged_part(with_second_truth(data));
    RandomStream random(4, "", "scores");
    ByDocument scores;
    std::vector<double> by_row(data.row_count());
    for (std::size_t row = 0; row < data.row_count(); ++row) {
      by_row[row] = scores[data.document_id(row)] = random.normal();
    }
    ByDocument unused;
    const double ratio = slow_sum(data, *loss, {}, 1.0, unused, unused) /
                         slow_sum(second, *loss, {}, 1.0, unused, unused);
    for (const double lambda : {0.3, 1.0}) {
      ByDocument slopes;
      ByDocument curvatures;
      const double expected = slow_sum(data, *loss, scores, 1.0 - lambda, slopes, curvatures) +
                              slow_sum(second, *loss, scores, lambda * ratio, slopes, curvatures);
      const TrainingSet set(task_of(data, lambda), *loss, {});
      std::vector<double> gradient(data.row_count());
      std::vector<double> curvature(data.row_count());
      const double found = set.sum_over_queries([&](std::size_t q, Workspace& workspace) {
        const QueryView view = set.data()[q];
        const auto part = [&](std::vector<double>& values) {
          return std::span(values).subspan(view.first_row, view.size());
        };
        return set.by_all_labels(*loss).accumulate_curved(
            set.query(q), part(by_row), set.weight(q), part(gradient),
            {part(curvature), CurvatureKind::exact}, workspace);
      });
      EXPECT_NEAR(found, expected, 1e-12) << name;
      for (std::size_t row = 0; row < data.row_count(); ++row) {
        EXPECT_NEAR(gradient[row], slopes[data.document_id(row)], 1e-12) << name << " " << row;
        EXPECT_NEAR(curvature[row], curvatures[data.document_id(row)], 1e-12) << name << " " << row;
      }
    }
  }
}

TEST(SecondObjective, HasTheCurvatureOfItsGradient) {
  const auto loss = find_loss("squared-hinge").make({});
  const Dataset data = with_random_labels(random_dataset(4, 20, 3), 0.3);
  const TrainingSet set(task_of(data, 0.4), *loss, {});
  const Risk<LinearScorer> risk({.features = 3}, set, *loss, 0.1);
  const std::vector<double> w = {0.213, -0.117, 0.331};  // no margin of exactly 1
  const std::vector<double> v = {1.0, 0.5, -0.7};
  std::vector<double> product(3);
  risk.hessian_at(w)(v, product);
  constexpr double h = 1e-6;
  std::vector<double> above(3);
  std::vector<double> below(3);
  std::vector<double> point(3);
  for (std::size_t i = 0; i < 3; ++i) point[i] = w[i] + h * v[i];
  (void)risk.value_and_gradient(point, above);
  for (std::size_t i = 0; i < 3; ++i) point[i] = w[i] - h * v[i];
  (void)risk.value_and_gradient(point, below);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(product[i], (above[i] - below[i]) / (2.0 * h), 1e-5);
  }
}

std::string model_text(const char* algorithm, const OptionText& options, const Dataset& data,
                       double lambda) {
  const PreparedTraining training(PreparationPlan{}, data);
  RankingModel model = train(algorithm, options, training, {.lambda = lambda}).model;
  model.training.data.clear();
  return to_json(model);
}

/// Algorithms with few iterations, a linear one of each kind, a network and trees.
const std::vector<std::pair<const char*, OptionText>> learners = {
    {"listnet", {{"l2", "0.1"}}},
    {"ranksvm", {{"strength", "-1"}}},
    {"svmmap", {{"iterations", "20"}}},
    {"listnet", {{"model", "network"}, {"hidden", "3"}, {"iterations", "10"}}},
    {"lambdamart", {{"rounds", "5"}, {"leaves", "4"}}},
    {"trees", {{"loss", "list-net"}, {"rounds", "5"}, {"query-share", "0.5"}}}};

TEST(SecondObjective, WithoutAShareIsPlainTrainingBitByBit) {
  const Dataset plain = random_dataset(5, 40, 4);
  const Dataset data = with_random_labels(plain, 0.2);
  for (const auto& [algorithm, options] : learners) {
    EXPECT_EQ(model_text(algorithm, options, data, 0.0), model_text(algorithm, options, plain, 0.0))
        << algorithm;
    EXPECT_NE(model_text(algorithm, options, data, 0.5), model_text(algorithm, options, plain, 0.0))
        << algorithm;
  }
}

TEST(SecondObjective, GivesTheSameBitsForAnyNumberOfThreads) {
  const Dataset data = with_random_labels(random_dataset(6, 60, 4), 0.2);
  for (const auto& [algorithm, options] : learners) {
    std::string one;
    {
      const ThreadLimit limit(1);
      one = model_text(algorithm, options, data, 0.4);
    }
    const ThreadLimit limit(2);
    EXPECT_EQ(model_text(algorithm, options, data, 0.4), one) << algorithm;
  }
}

TEST(SecondObjective, ThatEqualsTheFirstChangesNothing) {
  const Dataset plain = random_dataset(7, 40, 4);
  const auto label = plain.columns().label;
  const Dataset data = plain.with_second_label({label.begin(), label.end()});
  const PreparedTraining training(PreparationPlan{}, data);
  const OptionText options = {{"l2", "0.1"}, {"tolerance", "1e-10"}};
  const std::vector<double> one = weights_of(train("listnet", options, training));
  const std::vector<double> both = weights_of(train("listnet", options, training, {.lambda = 0.3}));
  for (std::size_t f = 0; f < one.size(); ++f) EXPECT_NEAR(both[f], one[f], 1e-7);
}

TEST(SecondObjective, IsRefusedWhereNothingCanBeLearned) {
  const Dataset plain = random_dataset(8, 20, 3);
  const Dataset data = with_random_labels(plain, 0.0);
  const auto training = [](const Dataset& own, const char* algorithm) {
    return [=] { (void)model_text(algorithm, {}, own, 0.5); };
  };
  EXPECT_THAT(training(data, "rankboost"),
              ThrowsMessage<UsageError>(HasSubstr("rankboost cannot be trained on a second label; "
                                                  "these algorithms can: ")));
  EXPECT_THAT(training(data, "topslack"), ThrowsMessage<UsageError>(HasSubstr("listnet")));
  EXPECT_THAT(
      training(plain.with_second_label(std::vector<double>(plain.row_count(), 1.0)), "listnet"),
      ThrowsMessage<NumericError>(HasSubstr("second label: no query can be used")));
  EXPECT_THAT(
      training(plain.with_second_label(std::vector<double>(plain.row_count(), -1.0)), "listnet"),
      ThrowsMessage<NumericError>(HasSubstr("second label: no query can be used")));
}

}  // namespace
}  // namespace podium
