#include "podium/learning/learn/trees/tree_boosting.hpp"

#include <cmath>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/learning/learn/boosting/boost_fixture.hpp"
#include "podium/learning/learn/train.hpp"
#include "podium/learning/learn/trees/crossed_fixture.hpp"
#include "podium/learning/learn/trees/ndcg10_fixture.hpp"
#include "podium/learning/trees/tree_fixture.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

constexpr double accuracy = 1e-12;

// --- the specification's example ---

/// Two queries of four documents and two features, one value missing.
Dataset golden_data() {
  const nlohmann::json golden = fixture::tree_golden("trees");
  const std::vector<std::vector<float>> rows = fixture::golden_rows();
  DatasetBuilder builder(2);
  for (std::size_t q = 0; q < 2; ++q) {
    std::vector<float> values;
    for (std::size_t doc = 0; doc < 4; ++doc) {
      values.insert(values.end(), rows[4 * q + doc].begin(), rows[4 * q + doc].end());
    }
    builder.add_query("q" + std::to_string(q),
                      GradedTruth{golden.at("labels")[q].get<std::vector<double>>()}, values);
  }
  return std::move(builder).build();
}

OptionText golden_options(const std::string& run) {
  const nlohmann::json options = fixture::tree_golden("trees").at("options");
  const auto number = [&](const char* key) { return options.at(key).dump(); };
  OptionText text = {{"rounds", number("rounds")},
                     {"rate", number("rate")},
                     {"leaves", number("leaves")},
                     {"min-rows", number("min_rows")},
                     {"min-curvature", number("min_curvature")},
                     {"l2", number("l2")},
                     {"max-step", "0"},
                     {"loss", run.substr(0, run.find(' '))}};
  if (run.ends_with("cutoff=2")) text["cutoff"] = "2";
  if (run.ends_with("curvature=bound")) text["curvature"] = "bound";
  return text;
}

/// The truth setting that gives the labels of the run; those of the first places are the larger
/// labels, and no tie is cut.
std::string golden_setting(const std::string& run) {
  if (run.find("top-vs-rest:2") != std::string::npos) return "top-vs-rest:2";
  if (run.find("topk:1") != std::string::npos) return "topk:1";
  return "graded";
}

TEST(TreeBoosting, GivesTheNumbersOfTheSpecification) {
  const Dataset data = golden_data();
  const nlohmann::json runs = fixture::tree_golden("trees").at("runs");
  for (const auto& run : runs.items()) {
    SCOPED_TRACE(run.key());
    const PreparedTraining prepared({.truth = parse_truth_setting(golden_setting(run.key())),
                                     .fill = parse_fill_policy("keep")},
                                    data);
    const TrainedModel trained = train("trees", golden_options(run.key()), prepared);
    const nlohmann::json& rounds = run.value().at("rounds");
    ASSERT_EQ(trees_of(trained).trees.size(), rounds.size());
    EXPECT_NEAR(trained.summary.objective, run.value().at("objective_after").get<double>(),
                accuracy * 20.0);
    const std::vector<double> scores = score(trained.model, data);
    const auto expected = rounds.back().at("scores").get<std::vector<double>>();
    for (std::size_t row = 0; row < scores.size(); ++row) {
      EXPECT_NEAR(scores[row], expected[row], accuracy * 10.0) << "row " << row;
    }
    for (std::size_t t = 0; t < rounds.size(); ++t) {
      std::vector<double> gains;
      for (const nlohmann::json& node : rounds[t].at("nodes")) {
        if (node.contains("gain")) gains.push_back(node.at("gain").get<double>());
      }
      const auto& splits = trees_of(trained).trees[t].splits;
      ASSERT_EQ(splits.size(), gains.size());
      for (std::size_t s = 0; s < gains.size(); ++s) {
        EXPECT_NEAR(splits[s].gain, gains[s], accuracy * 10.0);
      }
    }
  }
}

// --- rounds ---

const OptionText fast_options = {
    {"rounds", "15"}, {"rate", "0.2"}, {"leaves", "8"}, {"thresholds", "15"}};

TEST(TreeBoosting, LearnsWhatIsNotASumOverFeaturesWithEveryLoss) {
  const PreparedTraining data({}, crossed(1, 40));
  const Dataset test = crossed(2);
  for (const LossEntry& loss : losses()) {
    const TrainedModel trained =
        train("trees", merged({{"loss", std::string(loss.name)}}, fast_options), data);
    EXPECT_GE(ndcg10_of(test, score(trained.model, test)), 0.85) << loss.name;
  }
}

TEST(TreeBoosting, TakesTheOptionsOfItsLossAndNoOthers) {
  const AlgorithmEntry& trees = find_algorithm("trees");
  EXPECT_NO_THROW(trees.check({{"loss", "lambda-rank"}, {"cutoff", "5"}}));
  EXPECT_NO_THROW(trees.check({{"loss", "list-mle"}, {"k", "5"}}));
  EXPECT_THROW(trees.check({{"loss", "list-mle"}, {"cutoff", "5"}}), UsageError);
  EXPECT_THROW(trees.check({{"loss", "no-such"}}), UsageError);
  EXPECT_THROW(trees.check({{"loss", "lambda-rank"}, {"cutoff", "-5"}}), UsageError);
  EXPECT_THROW(find_algorithm("lambdamart").check({{"loss", "list-mle"}}), UsageError);
  EXPECT_NO_THROW(find_algorithm("lambdamart").check({{"cutoff", "5"}}));
  const PreparedTraining data({}, crossed(1, 10));
  const OptionText few = {{"rounds", "3"}, {"cutoff", "5"}};
  EXPECT_EQ(
      train("lambdamart", few, data).model.kind,
      train("trees", merged(few, {{"loss", "lambda-rank"}, {"norm", "true"}}), data).model.kind);
}

TEST(TreeBoosting, LowersTheLossInEveryRound) {
  const PreparedTraining data({}, crossed(3));
  for (const char* loss : {"list-mle", "list-net", "logistic", "squared-error"}) {
    double before = std::numeric_limits<double>::infinity();
    const RunOptions run{.progress = [&](const TrainingProgress& progress) {
      EXPECT_LT(progress.objective, before) << loss << " in round " << progress.iteration;
      before = progress.objective;
      return true;
    }};
    train("trees", {{"loss", loss}, {"rounds", "20"}, {"leaves", "6"}}, data, run);
  }
}

TEST(TreeBoosting, GivesAPrefixOfTheTreesByValidation) {
  const PreparedTraining data({}, crossed(4, 20), crossed(5, 20), ndcg10());
  const OptionText options = {{"rounds", "60"}, {"rate", "0.5"}, {"patience", "7"}};
  const TrainedModel best = train("trees", options, data);
  EXPECT_EQ(best.summary.stop, "no better validation value for too long");
  EXPECT_EQ(best.summary.iterations, best.summary.best_iteration + 7);
  EXPECT_EQ(trees_of(best).trees.size(), best.summary.best_iteration);
  EXPECT_NEAR(*best.summary.validation, ndcg10_of(data.vali(), score(best.model, data.vali())),
              1e-15);
  OptionText short_run = options;
  short_run["rounds"] = std::to_string(best.summary.best_iteration);
  EXPECT_EQ(train("trees", short_run, data).model.kind, best.model.kind);
}

TEST(TreeBoosting, GoesOnFromAModelOfTrees) {
  const PreparedTraining data({}, crossed(6, 20));
  const OptionText shares = {{"query-share", "0.5"}, {"feature-share", "0.5"}};
  const auto rounds = [&](const char* count, const RunOptions& run = {}) {
    return train("lambdamart", merged(shares, {{"rounds", count}}), data, run).model;
  };
  const RankingModel half = rounds("4");
  EXPECT_EQ(rounds("5", {.start = &half}).kind, rounds("9").kind);

  const RankingModel other_rate =
      train("lambdamart", {{"rounds", "1"}, {"rate", "0.2"}}, data, {.start = &half}).model;
  const auto& trees = std::get<TreeEnsemble>(other_rate.kind);
  EXPECT_EQ(trees.trees.size(), 5U);
  EXPECT_NEAR(0.2 * trees.trees[0].value[0],
              0.1 * std::get<TreeEnsemble>(half.kind).trees[0].value[0], 1e-15);
}

TEST(TreeBoosting, RefusesACheckpointThatIsNone) {
  const PreparedTraining data({}, crossed(6, 10));
  for (const std::vector<double>& numbers :
       {std::vector<double>{},
        {0.0, 7.0},
        {0.0, 1.0, 9.0, 0.0, 0.5, -1.0, -2.0, 1.0, 0.0, 0.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0}}) {
    const Checkpoint bad{.optimiser = {.iteration = 0, .numbers = numbers}};
    EXPECT_THROW(train("mart", {}, data, {.checkpoint = {.from = bad}}), DataError);
  }
  const Checkpoint too_late{.optimiser = {.iteration = 3, .numbers = {0.0}}};
  EXPECT_THROW(train("mart", {}, data, {.checkpoint = {.from = too_late}}), DataError);
  const Checkpoint bad_best{.optimiser = {.iteration = 0, .numbers = {0.0}}, .best = {5.0}};
  EXPECT_THROW(train("mart", {{"rounds", "0"}}, data, {.checkpoint = {.from = bad_best}}),
               DataError);
}

/// Whether one feature is 1 in so many of 60 rows.
Dataset with_ones(std::size_t ones) {
  DatasetBuilder builder(1);
  GradedTruth truth{std::vector<double>(60)};
  std::vector<float> values(60);
  std::fill(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(ones), 1.0F);
  for (std::size_t i = 0; i < 60; ++i) truth.label[i] = i < ones ? 2.0 : static_cast<double>(i % 2);
  builder.add_query("q", truth, values);
  return std::move(builder).build();
}

TEST(TreeBoosting, LowersTheMinimumOfRowsWhereNoTreeWouldGrow) {
  // The rows of the smaller side, and the minimum that the rule gives.
  const std::vector<std::pair<std::size_t, std::size_t>> golden = {
      {25, 20}, {20, 20}, {19, 10}, {10, 10}, {7, 5}, {4, 2}, {1, 1}, {0, 0}};
  for (const auto& [rows, used] : golden) {
    const PreparedTraining data({}, with_ones(rows));
    const TrainedModel trained = train("mart", {{"rounds", "2"}}, data);
    EXPECT_EQ(trees_of(trained).trees.empty(), used == 0) << rows;
    if (used == 20 || used == 0) {
      EXPECT_TRUE(trained.summary.remarks.empty());
    } else {
      EXPECT_THAT(trained.summary.remarks,
                  testing::ElementsAre("min-rows 20 -> " + std::to_string(used) +
                                       ": 60 documents do not allow more"));
    }
  }
}

TEST(TreeBoosting, ResumesWithTheMinimumOfRowsThatItFound) {
  const PreparedTraining data({}, with_ones(7));
  const OptionText options = {{"rounds", "6"}, {"rate", "0.3"}};
  EXPECT_TRUE(killed_and_resumed("mart", options, data, 3) ==
              train("mart", options, data).model.kind);
}

TEST(TreeBoosting, DrawsAgainWhereADrawAllowsNoSplit) {
  // 5 features of 25 vary; of 12 queries one is drawn at a time.
  const Dataset few = crossed(11, 12);
  DatasetBuilder builder(25);
  for (std::size_t q = 0; q < few.query_count(); ++q) {
    const QueryView view = few[q];
    std::vector<float> values(view.size() * 25, 1.0F);
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      for (std::size_t f = 0; f < 4; ++f) values[doc * 25 + 5 * f] = view.features[doc][f];
    }
    builder.add_query(view.id, GradedTruth{{view.truth.label.begin(), view.truth.label.end()}},
                      values);
  }
  const PreparedTraining data({}, std::move(builder).build());
  for (const OptionText& share :
       {OptionText{{"feature-share", "0.04"}}, OptionText{{"node-feature-share", "0.04"}},
        OptionText{{"query-share", "0.08"}, {"min-rows", "1"}},
        OptionText{{"query-share", "0.5"}}}) {
    const OptionText options = merged({{"rounds", "30"}}, share);
    const TrainedModel trained = train("lambdamart", options, data);
    EXPECT_EQ(trees_of(trained).trees.size(), 30U) << share.begin()->first;
    EXPECT_TRUE(killed_and_resumed("lambdamart", options, data, 10) == trained.model.kind);
  }
}

TEST(TreeBoosting, TakesValuesOfAnySize) {
  DatasetBuilder builder(2);
  builder.add_query("q", GradedTruth{{2, 0, 1}},
                    std::vector<float>{1e30F, 0.1F, 0.3F, 0.7F, -3e38F, 0.2F});
  const PreparedTraining data({}, std::move(builder).build());
  for (const char* name : {"lambdamart", "mart", "rankboost", "frank"}) {
    const std::vector<double> scores =
        score(train(name, {{"rounds", "5"}}, data).model.kind, data.train());
    EXPECT_GT(scores[0], scores[1]) << name;
  }
  EXPECT_THROW(train("listnet", {}, data), NumericError);
}

TEST(TreeBoosting, CountsAllRowsWithFewBits) {
  // One query of a huge weight sets the unit.
  std::vector<double> weight(30, 1.0);
  weight[0] = 200.0;
  const PreparedTraining data({}, crossed(12, 30).with_weights({}, weight));
  const auto rows_of = [&](const char* precision) {
    return trees_of(train("mart", {{"rounds", "1"}, {"precision", precision}}, data))
        .trees[0]
        .rows[0];
  };
  EXPECT_EQ(rows_of("fast"), rows_of("exact"));
}

TEST(TreeBoosting, EndsWhereNoSplitGains) {
  const PreparedTraining data({}, crossed(7, 10));
  const TrainedModel trained = train("trees", {{"min-curvature", "1e6"}}, data);
  EXPECT_THAT(trained.summary.stop,
              testing::AllOf(
                  HasSubstr("no split counts: the best one gains"),
                  testing::EndsWith("on its smaller side; not allowed by min-curvature = 1e+06")));
  EXPECT_TRUE(trees_of(trained).trees.empty());
  DatasetBuilder constant(1);
  constant.add_query("q", GradedTruth{{0, 1, 2}}, std::vector<float>{5, 5, 5});
  EXPECT_EQ(train("mart", {}, PreparedTraining({}, std::move(constant).build())).summary.stop,
            "no feature separates the documents");
}

TEST(TreeBoosting, StartsAtTheMeanTargetAndAtOneWhereZeroHasNoGradient) {
  const Dataset data = crossed(8, 10);
  double sum = 0.0;
  for (const double label : data.columns().label) sum += label;
  const PreparedTraining prepared({}, data);
  EXPECT_NEAR(trees_of(train("mart", {{"rounds", "0"}}, prepared)).base,
              sum / static_cast<double>(data.row_count()), 1e-12);
  EXPECT_EQ(trees_of(train("trees", {{"loss", "rank-cosine"}, {"rounds", "0"}}, prepared)).base,
            1.0);
  EXPECT_EQ(trees_of(train("lambdamart", {{"rounds", "0"}}, prepared)).base, 0.0);
}

TEST(TreeBoosting, DrawsQueriesAndFeatures) {
  const PreparedTraining data({}, crossed(9, 30));
  const auto model = [&](const OptionText& options) {
    return train("lambdamart", merged({{"rounds", "3"}, {"leaves", "4"}}, options), data)
        .model.kind;
  };
  const ModelKind all = model({});
  EXPECT_FALSE(model({{"query-share", "0.5"}}) == all);
  EXPECT_FALSE(model({{"feature-share", "0.3"}}) == all);
  EXPECT_FALSE(model({{"node-feature-share", "0.3"}}) == all);
  const auto half = std::get<TreeEnsemble>(model({{"query-share", "0.5"}}));
  EXPECT_LT(half.trees[0].rows[0], 500U);
  EXPECT_GT(half.trees[0].rows[0], 100U);
}

TEST(TreeBoosting, KeepsScoresInTheOrderOfMonotoneFeatures) {
  const Dataset data = crossed(10);
  const PreparedTraining prepared({}, data);
  const TrainedModel trained =
      train("mart", {{"rounds", "20"}, {"monotone", "1:+1, 3:-1"}}, prepared);
  std::vector<float> x = {0.3F, 0.9F, 0.2F, 0.4F};
  for (const auto& [feature, sign] : {std::pair{0U, 1.0}, std::pair{2U, -1.0}}) {
    double before = -std::numeric_limits<double>::infinity();
    std::vector<float> moved = x;
    for (int step = 0; step <= 20; ++step) {
      moved[feature] = 0.05F * static_cast<float>(step);
      const double found = sign * score_document(trained.model, moved);
      EXPECT_GE(found, before);
      before = found;
    }
  }
}

TEST(TreeBoosting, LearnsFromMissingValuesWhereTheyAreKept) {
  RandomStream random(11, "", "gaps");
  DatasetBuilder builder(2);
  for (int q = 0; q < 40; ++q) {
    std::vector<float> values;
    GradedTruth truth;
    for (int doc = 0; doc < 10; ++doc) {
      const bool is_good = doc == 0 || random.below(3) == 0;
      values.push_back(is_good ? std::nanf("") : static_cast<float>(random.uniform()));
      values.push_back(static_cast<float>(random.uniform()));
      truth.label.push_back(is_good ? 1.0 : 0.0);
    }
    builder.add_query(std::to_string(q), truth, values);
  }
  const Dataset data = std::move(builder).build();
  const PreparedTraining prepared({.fill = parse_fill_policy("keep")}, data);
  const TrainedModel trained = train("lambdamart", {{"rounds", "3"}, {"leaves", "2"}}, prepared);
  EXPECT_EQ(ndcg10_of(data, score(trained.model, data)), 1.0);
}

TEST(TreeBoosting, GivesTheSameModelForSparseDataAndAnyNumberOfThreads) {
  const Dataset dense = sparse_data({.queries = 80, .features = 50, .share = 0.04}, 12);
  for (const char* precision : {"exact", "fast"}) {
    const OptionText options = {
        {"rounds", "2"}, {"leaves", "6"}, {"min-rows", "3"}, {"precision", precision}};
    std::optional<ModelKind> one;
    for (const std::size_t threads : {1U, 3U, 8U}) {
      const ThreadLimit limit(threads);
      for (const Dataset& data : {dense, as_sparse(dense)}) {
        const ModelKind found = train("lambdamart", options, PreparedTraining({}, data)).model.kind;
        if (!one) one = found;
        EXPECT_TRUE(found == *one) << threads;
      }
    }
    EXPECT_EQ(std::get<TreeEnsemble>(*one).trees.size(), 2U);
  }
}

TEST(TreeBoosting, RanksWithFewBitsAsWithMany) {
  const PreparedTraining data({}, crossed(13, 40));
  const Dataset test = crossed(14);
  for (const char* bits : {"6", "8", "12"}) {
    const TrainedModel trained =
        train("lambdamart", merged({{"precision", "fast"}, {"bits", bits}}, fast_options), data);
    EXPECT_GE(ndcg10_of(test, score(trained.model, test)), 0.95) << bits;
  }
}

TEST(TreeBoosting, WeighsQueriesByTheirShareOfTheMean) {
  const Dataset data = crossed(15, 20);
  const PreparedTraining plain({}, data);
  const PreparedTraining scaled({}, data.with_weights({}, std::vector<double>(20, 4.0)));
  const OptionText options = {{"rounds", "3"}};
  EXPECT_EQ(train("lambdamart", options, plain).model.kind,
            train("lambdamart", options, scaled).model.kind);
}

}  // namespace
}  // namespace podium
