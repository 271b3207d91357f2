#include "podium/learning/learn/algorithms.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/learning/learn/learn_fixture.hpp"
#include "podium/learning/learn/train.hpp"
#include "podium/learning/learn/trees/ndcg10_fixture.hpp"
#include "podium/learning/loss/loss.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

/// Queries whose labels are a linear function of the features plus noise: as they are, or cut into
/// four grades.
struct Planted {
  Dataset data;
  std::vector<double> utility;  ///< per row, without the noise
};

enum class Labels { real, graded };

Planted planted(std::size_t queries, double noise, Labels labels, std::uint64_t seed) {
  constexpr std::size_t documents = 30;
  const std::vector<double> w = {1.0, -0.5, 0.3, 0.0, 0.8};
  RandomStream random(seed, "", "planted");
  DatasetBuilder builder(w.size());
  std::vector<double> utilities;
  for (std::size_t q = 0; q < queries; ++q) {
    std::vector<float> values;
    GradedTruth truth;
    for (std::size_t doc = 0; doc < documents; ++doc) {
      double utility = 0.5;  // keeps labels above 0
      for (const double weight : w) {
        values.push_back(static_cast<float>(random.uniform()));
        utility += weight * double{values.back()};
      }
      utilities.push_back(utility);
      const double seen = utility + noise * random.normal();
      const double grade = seen > 1.85 ? 3.0 : seen > 1.6 ? 2.0 : seen > 1.35 ? 1.0 : 0.0;
      truth.label.push_back(labels == Labels::real ? seen : grade);
    }
    builder.add_query("q" + std::to_string(q), truth, values);
  }
  return {std::move(builder).build(), std::move(utilities)};
}

bool has_option(const AlgorithmEntry& entry, std::string_view name) {
  const auto options = entry.options();
  return std::ranges::any_of(options, [&](const OptionInfo& info) { return info.name == name; });
}

/// Whether it adds weak rankers or trees in rounds instead of following a gradient.
bool is_boosted(const AlgorithmEntry& entry) {
  return has_option(entry, "rounds");
}

bool has_trees(const AlgorithmEntry& entry) {
  return has_option(entry, "leaves");
}

/// So many iterations, or rounds; `others` are for those that follow a gradient.
OptionText run_for(const AlgorithmEntry& entry, std::size_t iterations, OptionText others = {}) {
  if (entry.is_composed) {
    OptionText options;
    for (const char* part : {"topslack", "regression", "ranksvm", "listnet"}) {
      options[std::string(part) + ".iterations"] = std::to_string(iterations);
    }
    return options;
  }
  if (is_boosted(entry)) {
    OptionText options = {{"rounds", std::to_string(iterations)}};
    if (entry.name == "focusedboost") options["weak"] = "threshold";  // features of any scale
    if (has_trees(entry)) options = merged(options, {{"leaves", "5"}, {"thresholds", "31"}});
    return options;
  }
  others["iterations"] = std::to_string(iterations);
  return others;
}

/// What NDCG@10 a planted linear order can be found with: a sum of thresholds is a staircase, and
/// AdaRank adds features by how well each ranks alone; MAP takes all labels above 0 for equal.
double planted_floor(const AlgorithmEntry& entry) {
  if (!is_boosted(entry)) return 0.999;
  if (entry.name == "adarank-map") return 0.87;
  if (entry.name.starts_with("adarank")) return 0.94;
  return entry.name == "focusedboost" ? 0.92 : 0.97;
}

/// The optimiser for many passes over all queries that suits the loss.
std::string batch_optimiser(const AlgorithmEntry& algorithm) {
  if (is_boosted(algorithm) || algorithm.is_composed) return "lbfgs";  // which it does not look at
  const LossEntry& loss = find_loss(algorithm.loss);
  if (loss.is_smooth) return "lbfgs";
  return loss.is_convex ? "bundle" : "adam";
}

TEST(Algorithms, HaveConvexAndOtherLosses) {
  for (const char* name : {"regression", "ranksvm", "ranknet", "listnet", "listmle", "svmmap"}) {
    EXPECT_TRUE(find_loss(find_algorithm(name).loss).is_convex) << name;
  }
  for (const char* name : {"rankcosine", "lambdarank", "approxndcg"}) {
    EXPECT_FALSE(find_loss(find_algorithm(name).loss).is_convex) << name;
  }
}

TEST(Algorithms, TakeBatchesByTheNumberOfQueries) {
  for (const auto& [queries, batch] : {std::pair(2000, "8"), std::pair(2900, "16")}) {
    const PreparedTraining data({}, random_dataset(3, static_cast<std::size_t>(queries), 2));
    const auto kind = [&](const std::string& of) {
      return train("lambdarank", {{"iterations", "1"}, {"batch", of}}, data).model.kind;
    };
    EXPECT_EQ(kind("0"), kind(batch));
    EXPECT_NE(kind("0"), kind("24"));
  }
}

TEST(Algorithms, KnowWhichOfThemUseTheWeightsOfRows) {
  for (const char* name : {"regression", "ranksvm", "ranksvm-l1", "ranknet", "lambdarank",
                           "rankboost", "frank", "mart", "lambdamart"}) {
    EXPECT_TRUE(find_algorithm(name).weighs_documents({})) << name;
  }
  for (const char* name : {"listnet", "listmle", "svmmap", "topslack", "adarank-map",
                           "focusedboost", "focusednet", "toprank"}) {
    EXPECT_FALSE(find_algorithm(name).weighs_documents({})) << name;
  }
  EXPECT_TRUE(find_algorithm("focusedboost").weighs_documents({{"lambda", "0"}})) << "pairs only";
  EXPECT_FALSE(find_algorithm("trees").weighs_documents({}));
  EXPECT_TRUE(find_algorithm("trees").weighs_documents({{"loss", "logistic"}}));
  const AlgorithmEntry& toprank = find_algorithm("toprank");
  EXPECT_TRUE(toprank.weighs_documents({{"first", "ranksvm"}, {"rankers", "frank,regression"}}));
  EXPECT_FALSE(toprank.weighs_documents({{"first", "ranksvm"}, {"rankers", "frank,listnet"}}));
}

class EveryAlgorithm : public testing::TestWithParam<AlgorithmEntry> {};

TEST_P(EveryAlgorithm, NamesALossOfTheTableOrNone) {
  if (GetParam().loss.empty()) return;
  EXPECT_EQ(find_loss(GetParam().loss).name, GetParam().loss);
}

TEST_P(EveryAlgorithm, HasTheOptionAlongWhichItsModelsChange) {
  if (GetParam().path_option.empty()) return;
  const auto options = GetParam().options();
  EXPECT_TRUE(std::ranges::any_of(
      options, [](const OptionInfo& info) { return info.name == GetParam().path_option; }));
}

TEST_P(EveryAlgorithm, CanBeSearchedAlongAxesThatBeginWithItsDefaults) {
  OptionText defaults;
  ASSERT_FALSE(GetParam().search.empty());
  for (const SearchAxis& axis : GetParam().search) {
    ASSERT_GT(axis.size(), 1U);
    defaults.merge(setting_options(axis.front()));
  }
  for (const SearchAxis& axis : GetParam().search) {
    for (const std::string_view setting : axis) {
      EXPECT_NO_THROW(GetParam().check(merged(defaults, setting_options(setting)))) << setting;
    }
  }
  for (const TunedOption& tuned : GetParam().tuned) {
    EXPECT_EQ(defaults[std::string(tuned.name)], tuned.fallback) << tuned.name;
  }
}

TEST_P(EveryAlgorithm, UsesTheWeightsOfQueries) {
  const Dataset data = planted(20, 0.2, Labels::graded, 10).data;
  std::vector<double> weight(20, 1.0);
  std::ranges::fill(std::span(weight).first(10), 5.0);
  const auto model = [](const Dataset& some) {
    return train(GetParam().name, run_for(GetParam(), 5), PreparedTraining({}, some)).model.kind;
  };
  EXPECT_FALSE(model(data.with_weights({}, weight)) == model(data));
}

TEST_P(EveryAlgorithm, UsesTheWeightsOfRowsOrRefusesThem) {
  const Dataset data = planted(20, 0.2, Labels::graded, 10).data;
  std::vector<float> weight(data.row_count(), 2.0F);
  const auto model = [](const Dataset& some) {
    return train(GetParam().name, run_for(GetParam(), 5), PreparedTraining({}, some)).model.kind;
  };
  EXPECT_NO_THROW(model(data.with_weights(weight, {}))) << "all the same";
  for (std::size_t row = 0; row < weight.size(); row += 3) weight[row] = 9.0F;
  const Dataset weighted = data.with_weights(weight, {});
  if (GetParam().weighs_documents(run_for(GetParam(), 5))) {
    EXPECT_FALSE(model(weighted) == model(data));
  } else {
    EXPECT_THAT([&] { model(weighted); },
                testing::ThrowsMessage<UsageError>(
                    HasSubstr(std::string(GetParam().name) + " cannot use row weights")));
  }
}

TEST_P(EveryAlgorithm, RefusesAnUnknownOptionAndABadValue) {
  EXPECT_THROW(GetParam().check({{"no-such-option", "1"}}), UsageError);
  if (GetParam().is_composed) {
    EXPECT_THROW(GetParam().check({{"top", "0"}}), UsageError);
    EXPECT_THROW(GetParam().check({{"rankers", "magic"}}), UsageError);
    return;
  }
  if (is_boosted(GetParam())) {
    EXPECT_THROW(GetParam().check({{"rounds", "-1"}}), UsageError);
    EXPECT_THROW(GetParam().check({{"keep", "magic"}}), UsageError);
    return;
  }
  EXPECT_THROW(GetParam().check({{"iterations", "-1"}}), UsageError);
  EXPECT_THROW(GetParam().check({{"optimiser", "magic"}}), UsageError);
}

TEST_P(EveryAlgorithm, FindsAPlantedOrderWithoutNoise) {
  const Planted train_set = planted(60, 0.0, Labels::real, 1);
  const Planted test_set = planted(60, 0.0, Labels::real, 2);
  for (const char* truth : {"graded", "full", "topk:10"}) {
    const PreparedTraining data({.truth = parse_truth_setting(truth)}, train_set.data);
    OptionText options =
        run_for(GetParam(), 200, {{"tolerance", "1e-9"}, {"step", "0.05"}, {"schedule", "cosine"}});
    if (is_boosted(GetParam())) {
      options["rounds"] = GetParam().name == "frank" ? "60" : "600";  // of O(pairs) each
      if (has_trees(GetParam())) options = merged(options, {{"rounds", "60"}, {"rate", "0.25"}});
      if (GetParam().name.starts_with("adarank")) options["directions"] = "both";
    } else if (GetParam().is_composed) {
      options = {{"topslack.c", "100"},
                 {"topslack.tie-rounds", "1"},
                 {"ranksvm.c", "100"},
                 {"listnet.l2", "1e-7"}};
    } else {
      options["optimiser"] = batch_optimiser(GetParam());
      if (GetParam().name == "approxndcg") options["cutoff"] = "10";  // what is measured
      options[std::string(GetParam().path_option)] = GetParam().path_ascends ? "100" : "1e-7";
    }
    const TrainedModel trained = train(GetParam().name, options, data);
    EXPECT_GE(ndcg10_of(test_set.data, score(trained.model, test_set.data)),
              planted_floor(GetParam()))
        << truth << ": " << trained.summary.stop << " after " << trained.summary.iterations;
  }
}

TEST_P(EveryAlgorithm, ComesNearThePlantedModelUnderNoise) {
  const Planted train_set = planted(150, 0.2, Labels::graded, 3);
  const Planted test_set = planted(150, 0.2, Labels::graded, 4);
  const PreparedTraining data({}, train_set.data);
  OptionText options;
  if (GetParam().with_defaults({})["optimiser"] == "adam") options["iterations"] = "60";
  if (is_boosted(GetParam())) {
    const bool is_short = GetParam().name == "frank" || has_trees(GetParam());
    options = run_for(GetParam(), is_short ? 60 : 200);
  }
  if (GetParam().name.starts_with("adarank")) options["directions"] = "both";
  const TrainedModel trained = train(GetParam().name, options, data);
  const double best = ndcg10_of(test_set.data, test_set.utility);
  EXPECT_LT(best, 0.99);
  EXPECT_GE(ndcg10_of(test_set.data, score(trained.model, test_set.data)),
            best - (is_boosted(GetParam()) ? 0.02 : 0.015));
}

TEST_P(EveryAlgorithm, HasTheSameBitsForAnyNumberOfThreadsAndEveryTruthSetting) {
  const Planted train_set = planted(40, 0.2, Labels::graded, 5);
  for (const char* truth : {"graded", "full", "topk:3", "top-vs-rest:3"}) {
    const PreparedTraining data({.truth = parse_truth_setting(truth)}, train_set.data);
    for (const std::string model : {"linear", "network"}) {
      OptionText options =
          run_for(GetParam(), 4,
                  {{"model", model}, {"optimiser", batch_optimiser(GetParam())}, {"hidden", "3"}});
      if (const auto found = options.find("optimiser");
          model == "network" && found != options.end() && found->second == "bundle") {
        found->second = "adam";
      }
      std::optional<TrainedModel> one;
      {
        const ThreadLimit limit(1);
        one = train(GetParam().name, options, data);
      }
      EXPECT_EQ(to_json(train(GetParam().name, options, data).model), to_json(one->model)) << truth;
    }
  }
}

/// The same judged rows, each with a row after it that nobody judged and that would teach the
/// opposite; and a query of such rows only.
Dataset with_unjudged_rows(const Dataset& data) {
  DatasetBuilder builder(data.feature_count());
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView view = data[q];
    GradedTruth truth;
    std::vector<float> values;
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      truth.label.insert(truth.label.end(), {view.truth.label[doc], -1.0 - (doc % 2)});
      const std::vector<float> row = view.features[doc].dense();
      values.insert(values.end(), row.begin(), row.end());
      for (const float value : row) values.push_back(10.0F * value);
    }
    builder.add_query(view.id, truth, values);
    if (q == 0) builder.add_query("unjudged", GradedTruth{{-1, -1}}, std::span(values).first(10));
  }
  return std::move(builder).build();
}

TEST_P(EveryAlgorithm, LearnsNothingFromUnjudgedDocuments) {
  const Dataset judged = planted(12, 0.2, Labels::graded, 10).data;
  const Dataset more = with_unjudged_rows(judged);
  const OptionText options = run_for(GetParam(), 3);
  for (const char* truth : {"graded", "full", "topk:3"}) {
    for (const auto normaliser :
         {std::optional<NormaliserKind>(), std::optional(NormaliserKind::zscore)}) {
      const PreparationPlan plan{.truth = parse_truth_setting(truth), .normaliser = normaliser};
      const TrainedModel expected = train(GetParam().name, options, PreparedTraining(plan, judged));
      TrainedModel trained = train(GetParam().name, options, PreparedTraining(plan, more));
      trained.model.training.data = expected.model.training.data;
      trained.model.training.seen = expected.model.training.seen;
      EXPECT_EQ(to_json(trained.model), to_json(expected.model)) << truth;
      EXPECT_EQ(trained.summary.queries, expected.summary.queries);
    }
  }
}

TEST_P(EveryAlgorithm, ScoresTheSameAfterSavingAndLoading) {
  const Planted train_set = planted(20, 0.2, Labels::graded, 6);
  const PreparedTraining data({.normaliser = NormaliserKind::zscore}, train_set.data);
  const RankingModel model = train(GetParam().name, run_for(GetParam(), 3), data).model;
  EXPECT_EQ(score(model_from_json(to_json(model), "model"), train_set.data),
            score(model, train_set.data));
}

TEST_P(EveryAlgorithm, GoesOnFromACheckpointToTheSameModel) {
  const Planted train_set = planted(20, 0.2, Labels::graded, 7);
  const Planted vali = planted(10, 0.2, Labels::graded, 8);
  const PreparedTraining data({}, train_set.data, vali.data, ndcg10());
  const std::string optimiser = GetParam().with_defaults({})["optimiser"];
  for (const std::string kind : {"lbfgs", "newton", "sgd", "adam", "bundle"}) {
    if ((GetParam().is_composed || is_boosted(GetParam())) && kind != "lbfgs") continue;
    if (kind == "newton" && optimiser != "newton") continue;
    if ((kind == "lbfgs" || kind == "bundle") && kind != batch_optimiser(GetParam())) continue;
    const OptionText options = run_for(GetParam(), 9, {{"optimiser", kind}, {"tolerance", "0"}});
    const std::string whole = to_json(train(GetParam().name, options, data).model);
    for (const std::size_t stop_after : {1U, 4U, 5U, 14U, 45U, 60U}) {
      std::optional<Checkpoint> saved;
      std::size_t seen = 0;  // not p.iteration: some train in rounds, and count anew in each
      const RunOptions killed{
          .progress = [&](const TrainingProgress&) { return ++seen < stop_after; },
          .checkpoint = {.save = [&](const Checkpoint& c) { saved = c; }, .seconds_between = 1e9}};
      const TrainedModel part = train(GetParam().name, options, data, killed);
      if (!part.summary.interrupted) continue;  // done before that
      ASSERT_TRUE(saved);
      const RunOptions resumed{.checkpoint = {.from = saved}};
      EXPECT_EQ(to_json(train(GetParam().name, options, data, resumed).model), whole)
          << kind << " stopped after " << stop_after;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, EveryAlgorithm,
                         testing::ValuesIn(algorithms().begin(), algorithms().end()),
                         [](const auto& row) {
                           std::string name(row.param.name);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

// --- golden values of the specification's one-dimensional example ---

Dataset running_example() {
  DatasetBuilder builder(1);
  builder.add_query("q", GradedTruth{{0, 2, 1, 0, 2, 1}},
                    std::vector<float>{0.1F, 0.9F, 0.5F, 0.3F, 0.6F, 0.2F});
  return std::move(builder).build();
}

TEST(RankSvm, ReachesTheGoldenOptimum) {
  struct Golden {
    const char* c;
    double w;
    double objective;
  };
  const PreparedTraining data({}, running_example());
  for (const Golden& golden :
       {Golden{"0.1", .596205962, .937669377}, Golden{"1", 1.657142857, 5.194285714},
        Golden{"10", 2.857142857, 32.857142857}}) {
    for (const char* optimiser : {"newton", "lbfgs"}) {
      const TrainedModel trained = train(
          "ranksvm", {{"c", golden.c}, {"optimiser", optimiser}, {"tolerance", "1e-12"}}, data);
      // Features are floats: 0.9F is not 0.9.
      EXPECT_NEAR(weights_of(trained).front(), golden.w, 2e-7) << golden.c;
      EXPECT_NEAR(trained.summary.objective, golden.objective, 2e-6) << golden.c;
    }
  }
}

TEST(RankSvmL1, ReachesTheGoldenOptimum) {
  struct Golden {
    const char* c;
    double w;
    double objective;
  };
  const PreparedTraining data({}, running_example());
  for (const Golden& golden : {Golden{"0.1", .44, 1.1032}, Golden{"1", 2.0, 6.4},
                               Golden{"10", 3.333333333, 35.555555556}}) {
    for (const char* slacks : {"one", "each"}) {
      const TrainedModel trained =
          train("ranksvm-l1", {{"c", golden.c}, {"slacks", slacks}, {"tolerance", "1e-12"}}, data);
      // Features are floats: 0.9F is not 0.9.
      EXPECT_NEAR(weights_of(trained).front(), golden.w, 1e-6) << golden.c;
      EXPECT_NEAR(trained.summary.objective, golden.objective, 1e-5) << golden.c;
    }
  }
}

TEST(RankSvmL1, IsTheSameForOneSlackAndOneForEachQuery) {
  const Planted train_set = planted(40, 0.3, Labels::graded, 9);
  const PreparedTraining data({}, train_set.data);
  const auto objective = [&](const char* slacks) {
    return train("ranksvm-l1", {{"c", "0.01"}, {"slacks", slacks}, {"tolerance", "1e-6"}}, data)
        .summary.objective;
  };
  EXPECT_NEAR(objective("one"), objective("each"), 1e-6 * objective("one"));
}

TEST(RankSvmL1, RefusesWhatABundleCannotMinimise) {
  const PreparedTraining data({}, running_example());
  EXPECT_THROW(train("ranksvm-l1", {{"model", "network"}}, data), UsageError);
  EXPECT_THROW(train("regression", {{"optimiser", "bundle"}}, data), UsageError);
  EXPECT_THROW(train("ranknet", {{"optimiser", "bundle"}, {"l2", "0"}}, data), UsageError);
}

TEST(RankSvm, ScalesCAsItsOptionSays) {
  DatasetBuilder builder(1);
  for (const char* id : {"a", "b"}) {
    builder.add_query(id, GradedTruth{{0, 2, 1, 0, 2, 1}},
                      std::vector<float>{0.1F, 0.9F, 0.5F, 0.3F, 0.6F, 0.2F});
  }
  const PreparedTraining data({}, std::move(builder).build());
  const auto w = [&](const char* scale, const char* c) {
    return weights_of(
               train("ranksvm", {{"c", c}, {"c-scale", scale}, {"tolerance", "1e-12"}}, data))
        .front();
  };
  // Two equal queries of 12 pairs each: the sum is twice the mean over queries, 24 times that over
  // pairs.
  EXPECT_NEAR(w("light", "0.5"), w("rank", "1"), 1e-9);
  EXPECT_NEAR(w("light", "0.5"), w("mean", "12"), 1e-9);
}

TEST(Regression, ReachesTheGoldenLine) {
  const PreparedTraining data({}, running_example());
  const TrainedModel plain = train("regression", {{"l2", "0"}, {"tolerance", "1e-14"}}, data);
  EXPECT_NEAR(weights_of(plain)[0], 2.538461538, 1e-6);
  EXPECT_NEAR(weights_of(plain)[1], -0.1, 1e-6);
  EXPECT_NEAR(plain.summary.objective, 1.207692308, 1e-6);
  // The specification adds rho |w|^2, we add l2/2 |w|^2.
  const TrainedModel ridge = train("regression", {{"l2", "0.2"}, {"tolerance", "1e-14"}}, data);
  EXPECT_NEAR(weights_of(ridge)[0], 2.0625, 1e-6);
}

TEST(AlgorithmEntry, SaysThatItsOptionsTakeNoMeasuresThatTheUserDefines) {
  const std::vector<std::string> texts = {"mine=sum(gain)@10"};
  const MeasureDefinitions own(texts);
  const auto said = [&](const OptionText& options) -> std::string {
    try {
      find_algorithm("adarank-map").check(options, own);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(said({{"measure", "ndcg@5"}}), "accepted");
  EXPECT_THAT(
      said({{"measure", "mine@5"}}),
      testing::HasSubstr("option 'measure' of adarank-map takes the measures of 'podium list "
                         "measures', not those that you define"));
  EXPECT_THAT(said({{"measure", "yours"}}), testing::Not(testing::HasSubstr("define")));
}

/// The options of run_for(), so that features as weak rankers are learned too.
std::vector<OptionText> sparse_runs(const AlgorithmEntry& entry) {
  std::vector<OptionText> runs = {run_for(entry, 4)};
  if (is_boosted(entry)) {
    runs.push_back({{"rounds", "4"}});
    if (entry.name == "rankboost") runs.back()["weak"] = "feature";
    if (entry.name == "frank") runs.back()["bins"] = "quantile";
  } else if (!entry.is_composed) {
    runs.push_back(run_for(entry, 4, {{"model", "network"}, {"optimiser", "adam"}}));
  }
  return runs;
}

TEST_P(EveryAlgorithm, LearnsTheSameBitsFromSparseData) {
  for (const bool has_signs : {false, true}) {
    const Dataset dense = sparse_data({.has_signs = has_signs}, 5);
    const Dataset sparse = as_sparse(dense);
    for (const OptionText& options : sparse_runs(GetParam())) {
      const auto model_of = [&](const Dataset& data) {
        const PreparedTraining training({}, data, data, ndcg10());
        return to_json(train(GetParam().name, options, training).model);
      };
      // A feature that is its own weak ranker must not have both signs.
      if (has_signs && options.contains("weak") && options.at("weak") == "feature") continue;
      EXPECT_EQ(model_of(sparse), model_of(dense)) << has_signs;
    }
  }
}

TEST_P(EveryAlgorithm, LearnsTheSameBitsFromSparseDataThatIsPrepared) {
  const Dataset dense = sparse_data({.share = 0.05, .missing = 0.1, .has_signs = true}, 6);
  const Dataset sparse = as_sparse(dense);
  for (const NormaliserKind kind : {NormaliserKind::query_minmax, NormaliserKind::zscore}) {
    const PreparationPlan plan{.normaliser = kind};
    const auto model_of = [&](const Dataset& data) {
      return to_json(
          train(GetParam().name, run_for(GetParam(), 3), PreparedTraining(plan, data)).model);
    };
    EXPECT_EQ(model_of(sparse), model_of(dense));
  }
}

}  // namespace
}  // namespace podium
