#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/learning/learn/train.hpp"
#include "podium/learning/learn/trees/crossed_fixture.hpp"
#include "podium/learning/loss/own_loss.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// A loss of the library, called as if it came from outside.
OwnLoss own_copy(const std::shared_ptr<const Loss>& loss) {
  return OwnLoss([loss](const LossQuery& query, std::span<const double> scores) {
    std::vector<double> target(scores.size());
    OwnLossValue found{0.0, target, target};
    if (!loss->prepare(query.truth, query.order, target)) return found;
    LossQuery own = query;
    own.target = target;
    Workspace workspace;
    found.value = loss->accumulate_curved(own, scores, 1.0, found.gradient,
                                          {*found.curvature, CurvatureKind::exact}, workspace);
    return found;
  });
}

struct OwnCopyCase {
  const char* algorithm;
  OptionText options;
  const char* loss;
  OptionText loss_options;
  double tolerance = 1e-9;
};

/// With the optimiser of an own loss where the library's loss has one that needs more than
/// gradients: two of them stop at different places near the optimum.
std::vector<OwnCopyCase> own_copy_cases() {
  return {
      {"regression", {{"optimiser", "lbfgs"}}, "squared-error", {}},
      {"ranknet", {{"optimiser", "lbfgs"}}, "logistic", {}},
      {"ranknet", {{"optimiser", "lbfgs"}, {"strength", "-1"}}, "logistic", {}},
      {"ranknet", {{"optimiser", "bundle"}, {"tolerance", "1e-10"}}, "logistic", {}, 1e-4},
      {"listmle", {{"model", "network"}, {"iterations", "20"}}, "list-mle", {}},
      {"lambdarank", {{"iterations", "10"}}, "lambda-rank", {}},
      {"trees", {{"rounds", "10"}}, "list-mle", {}},
      {"lambdamart", {{"rounds", "10"}}, "lambda-rank", {{"cutoff", "30"}, {"norm", "true"}}},
      {"lambdamart",
       {{"rounds", "10"}, {"query-share", "0.5"}, {"dropout", "0.2"}},
       "logistic",
       {}},
      {"mart", {{"rounds", "10"}}, "squared-error", {}},
  };
}

/// The model with the loss of the library: the algorithm's own, or the same trees with another.
TrainedModel with_library_loss(const OwnCopyCase& one, const PreparedTraining& data) {
  const AlgorithmEntry& entry = find_algorithm(one.algorithm);
  if (entry.loss == one.loss) return train(one.algorithm, one.options, data);
  const auto loss = find_loss(one.loss).make(one.loss_options);
  const TrainingTask task{.train = data.train(), .loss = loss.get(), .validation = {}, .start = {}};
  return {{entry.algorithm->train(task, entry.with_defaults(one.options)).kind, {}, {}}, {}};
}

TEST(OwnLossTraining, GivesTheModelsOfTheLibraryForItsLosses) {
  const Dataset rows = crossed(1, 30);
  const PreparedTraining data({}, rows);
  for (const OwnCopyCase& one : own_copy_cases()) {
    SCOPED_TRACE(std::string(one.algorithm) + " " + one.loss);
    const OwnLoss own = own_copy(find_loss(one.loss).make(one.loss_options));
    const TrainedModel found = train(one.algorithm, one.options, data, {.loss = &own});
    const std::vector<double> scores = score(found.model.kind, data.train());
    const std::vector<double> expected =
        score(with_library_loss(one, data).model.kind, data.train());
    ASSERT_EQ(scores.size(), expected.size());
    for (std::size_t row = 0; row < scores.size(); ++row) {
      ASSERT_NEAR(scores[row], expected[row], one.tolerance) << row;
    }
  }
}

TEST(OwnLossTraining, AsksForOneQueryAfterAnotherInTheOrderOfTheData) {
  const Dataset rows = crossed(2, 400);
  const PreparedTraining data({}, rows);
  const OwnLoss copy = own_copy(find_loss("logistic").make({}));
  const auto asked = [&](const char* algorithm, const OptionText& options) {
    const ThreadLimit limit(4);
    std::vector<std::string> ids;
    const auto caller = std::this_thread::get_id();
    const OwnLoss own([&](const LossQuery& query, std::span<const double> scores) {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      ids.emplace_back(query.id);
      OwnLossValue found{0.0, std::vector<double>(scores.size()),
                         std::vector<double>(scores.size())};
      Workspace workspace;
      found.value = copy.accumulate_curved(query, scores, 1.0, found.gradient,
                                           {*found.curvature, CurvatureKind::exact}, workspace);
      return found;
    });
    (void)train(algorithm, options, data, {.loss = &own});
    return ids;
  };
  for (const auto& ids :
       {asked("ranknet", {{"iterations", "2"}}), asked("trees", {{"rounds", "2"}})}) {
    ASSERT_GT(ids.size(), rows.query_count());
    ASSERT_EQ(ids.size() % rows.query_count(), 0U);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      ASSERT_EQ(ids[i], rows[i % rows.query_count()].id) << i;
    }
  }
  const OptionText batches = {{"iterations", "1"}, {"batch", "200"}};
  EXPECT_EQ(asked("lambdarank", batches), asked("lambdarank", batches));
}

TEST(OwnLossTraining, SeesEveryQueryOfPositiveWeight) {
  DatasetBuilder builder(1);
  builder.add_query("tied", GradedTruth{{1, 1}}, std::vector<float>{1, 2});
  builder.add_query("good", GradedTruth{{0, 2, 1}}, std::vector<float>{1, 2, 3});
  builder.add_query("nothing", GradedTruth{{0, 1}}, std::vector<float>{1, 2});
  const Dataset rows = std::move(builder).build().with_weights({}, {1.0, 1.0, 0.0});
  std::map<std::string, int> calls;
  const OwnLoss own([&](const LossQuery& query, std::span<const double> scores) {
    ++calls[std::string(query.id)];
    return OwnLossValue{0.0, std::vector<double>(scores.size()), {}};
  });
  (void)train("listnet", {}, PreparedTraining({}, rows), {.loss = &own});
  EXPECT_EQ(calls.size(), 2U);
  EXPECT_EQ(calls.count("nothing"), 0U);
}

TEST(OwnLossTraining, LeavesAModelThatNamesIt) {
  const OwnLoss own = own_copy(find_loss("logistic").make({}));
  for (const char* algorithm : {"ranknet", "trees"}) {
    const PreparedTraining data({}, crossed(3, 10));
    const RankingModel model = train(algorithm, {}, data, {.loss = &own}).model;
    EXPECT_EQ(model.training.algorithm, algorithm);
    EXPECT_EQ(model.training.options.at("loss"), "own loss");
    EXPECT_EQ(to_json(model_from_json(to_json(model), "model")), to_json(model));
  }
}

struct OwnFailure {};

TEST(OwnLossTraining, LetsExceptionsOfTheFunctionOut) {
  const OwnLoss own(
      [](const LossQuery&, std::span<const double>) -> OwnLossValue { throw OwnFailure(); });
  for (const char* algorithm : {"ranknet", "lambdarank", "trees"}) {
    EXPECT_THROW((void)train(algorithm, {}, PreparedTraining({}, crossed(4, 5)), {.loss = &own}),
                 OwnFailure);
  }
}

TEST(OwnLossTraining, NamesTheQueryWhereNumbersAreInfinite) {
  const OwnLoss own([](const LossQuery& query, std::span<const double> scores) {
    const double value = query.id == "q3" ? std::numeric_limits<double>::infinity() : 1.0;
    return OwnLossValue{value, std::vector<double>(scores.size(), 1.0), {}};
  });
  for (const char* algorithm : {"ranknet", "lambdarank", "trees"}) {
    EXPECT_THAT(
        [&] { (void)train(algorithm, {}, PreparedTraining({}, crossed(4, 5)), {.loss = &own}); },
        ThrowsMessage<NumericError>(HasSubstr("'q3'")))
        << algorithm;
  }
}

TEST(OwnLossTraining, IsRefusedWhereItCannotBeUsed) {
  const OwnLoss own = own_copy(find_loss("logistic").make({}));
  const Dataset rows = crossed(5, 10);
  const auto run = [&](const char* algorithm, const OptionText& options, const Dataset& data,
                       bool has_pairs = false) {
    return [&, algorithm, options, data, has_pairs] {
      PreparedTraining prepared({}, data);
      if (has_pairs) prepared.use_pairs(QueryPairs(data.query_count(), {{0, 1, 1.0}}));
      (void)train(algorithm, options, prepared, {.loss = &own});
    };
  };
  EXPECT_THAT(run("ranksvm", {}, rows),
              ThrowsMessage<UsageError>(AllOf(HasSubstr("ranksvm cannot"), HasSubstr("trees"))));
  EXPECT_THAT(run("ranknet", {{"pairs", "mean"}}, rows),
              ThrowsMessage<UsageError>(HasSubstr("'pairs' belongs to the loss of ranknet")));
  EXPECT_THAT(run("trees", {{"loss", "logistic"}}, rows),
              ThrowsMessage<UsageError>(HasSubstr("'loss' belongs to")));
  EXPECT_THAT(run("regression", {}, rows), ThrowsMessage<UsageError>(HasSubstr("newton")));
  EXPECT_THAT(run("ranknet", {{"optimiser", "bundle"}, {"slacks", "each"}}, rows),
              ThrowsMessage<UsageError>(HasSubstr("'slacks'")));
  EXPECT_THAT(run("ranknet", {}, rows, true), ThrowsMessage<UsageError>(HasSubstr("pairs")));
  std::vector<float> weights(rows.row_count(), 1.0F);
  weights.front() = 2.0F;
  const Dataset weighted = rows.with_weights(weights, {});
  EXPECT_THAT(run("ranknet", {}, weighted),
              ThrowsMessage<UsageError>(HasSubstr("own loss cannot use row weights")));
}

}  // namespace
}  // namespace podium
