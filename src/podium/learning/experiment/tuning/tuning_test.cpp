#include "podium/learning/experiment/tuning/tuning.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/joined_data.hpp"
#include "podium/core/measure/profile.hpp"
#include "podium/learning/experiment/tuning/baseline_comparison.hpp"
#include "podium/learning/experiment/tuning/mixture.hpp"
#include "podium/learning/experiment/tuning/planted_data_fixture.hpp"
#include "podium/learning/experiment/tuning/single_feature.hpp"
#include "podium/learning/experiment/tuning/tune_folds.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TunePlan plan_for(std::string_view algorithm, const OptionText& options = {}) {
  const Profile& profile = find_profile("standard");
  return {.algorithms = {tuned_algorithm(algorithm, options)},
          .metric = {parse_measure("ndcg@10", profile), &profile, profile.ties}};
}

TEST(Tune, GivesOneModelForAnyNumberOfThreads) {
  const Dataset train = planted(40, 1);
  const Dataset vali = planted(15, 2);
  const TunePlan plan = plan_for("listnet");
  std::vector<std::string> models;
  for (const std::size_t threads : {1U, 3U}) {
    const ThreadLimit limit(threads);
    models.push_back(to_json(tune(plan, train, &vali)->trained.model));
  }
  EXPECT_EQ(models[0], models[1]);
}

TEST(Tune, OfOnePointIsAPlainTraining) {
  const Dataset train = planted(40, 1);
  TunePlan plan = plan_for("listnet");
  plan.algorithms = {tuned_algorithm("listnet", {}, std::vector{GridAxis{"strength", {"-2"}}})};
  const Tuning tuning = *tune(plan, train, nullptr);
  const TrainedModel plain =
      podium::train("listnet", {{"strength", "-2"}}, PreparedTraining({}, train));
  EXPECT_EQ(tuning.trained.model.kind, plain.model.kind);
  EXPECT_EQ(tuning.trained.model.training.options, plain.model.training.options);
}

TEST(Tune, ValuesPointsOnQueriesThatTheirModelsDidNotSee) {
  const Dataset train = planted(40, 1);
  const Dataset vali = planted(15, 2);
  struct Case {
    TuneRule rule;
    bool refits;
    std::size_t held_out;
    std::size_t trained;
  };
  for (const auto& [rule, refits, held_out, trained] :
       {Case{TuneRule::inner, false, 40, 40}, Case{TuneRule::inner, true, 55, 55},
        Case{TuneRule::split, true, 15, 55}, Case{TuneRule::split, false, 15, 40}}) {
    TunePlan plan = plan_for("listnet");
    plan.rule = rule;
    plan.refits_with_vali = refits;
    const Tuning tuning = *tune(plan, train, &vali);
    ASSERT_EQ(tuning.folds, rule == TuneRule::inner ? 5U : 1U);
    EXPECT_EQ(tuning.held_out.query_count(), held_out);
    EXPECT_EQ(tuning.trained.summary.queries, trained);
    EXPECT_EQ(tuning.scores.size(), tuning.held_out.row_count());
    if (rule == TuneRule::inner || refits) continue;
    // The model is of the training data alone, and the scores held out are those of the model.
    const std::vector<double> scores = score(tuning.trained.model, tuning.held_out);
    for (std::size_t row = 0; row < scores.size(); ++row) {
      EXPECT_NEAR(scores[row], tuning.scores[row], 1e-9);
    }
  }
}

TEST(Tune, ModelIsTheMixtureOfItsPointsModels) {
  const Dataset train = planted(60, 3);
  const Tuning tuning = *tune(plan_for("listnet"), train, nullptr);
  const PreparedTraining prepared({}, train);
  std::vector<ModelKind> kinds;
  std::vector<MixturePart> parts;
  for (const TuningPoint& point : tuning.grid().points) {
    kinds.push_back(podium::train("listnet", point.options, prepared).model.kind);
    parts.push_back({point.weight, score_deviation(train, score(kinds.back(), train))});
  }
  EXPECT_GT(std::ranges::count_if(parts, [](const auto& part) { return part.weight > 0.0; }), 1);
  EXPECT_EQ(tuning.trained.model.kind, mixed_model(kinds, mixture_factors(parts)));
  EXPECT_EQ(tuning.trained.model.training.tuning->points.size(), 5U);
  EXPECT_EQ(tuning.trained.model.training.validation->value, tuning.grid().value);
}

TEST(Tune, IsTheSameForFeaturesOfAnyScale) {
  const Dataset data = planted(40, 1);
  const Dataset scaled = planted(40, 1, 6, 16.0F);
  const auto penalty = [](const Dataset& of, const OptionText& options) {
    return *podium::train("listnet", options, PreparedTraining({}, of)).summary.penalty;
  };
  const Tuning plain = *tune(plan_for("listnet"), data, nullptr);
  const Tuning large = *tune(plan_for("listnet"), scaled, nullptr);
  for (std::size_t p = 0; p < plain.grid().points.size(); ++p) {
    EXPECT_NEAR(plain.grid().points[p].value, large.grid().points[p].value, 1e-3);
    const OptionText& options = plain.grid().points[p].options;
    EXPECT_NEAR(256.0 * penalty(data, options) / penalty(scaled, options), 1.0, 1e-9);
  }
}

TEST(Tune, TakesTheFallbackWhenQueriesAreFew) {
  const Tuning tuning = *tune(plan_for("listnet"), planted(8, 1), nullptr);
  EXPECT_EQ(tuning.folds, 0U);
  EXPECT_EQ(tuning.trained.model.training.options.at("strength"), "-1");
  EXPECT_EQ(tuning.fits, 1U);
}

TEST(Tune, ChoosesFromAGridOfTheUserHoweverFewQueriesThereAre) {
  TunePlan plan = plan_for("listnet");
  plan.algorithms = {tuned_algorithm("listnet", {}, std::vector{GridAxis{"l2", {"1", "0.1"}}})};
  EXPECT_EQ(tune(plan, planted(3, 1), nullptr)->folds, 3U);
}

TEST(Tune, WorksForEveryAlgorithmThatHasSomethingToTune) {
  const Dataset train = planted(15, 4, 3);
  for (const AlgorithmEntry& entry : algorithms()) {
    if (!can_be_tuned(entry, {})) continue;
    const Tuning tuning = *tune(plan_for(entry.name), train, nullptr);
    EXPECT_EQ(tuning.folds, 5U) << entry.name;
    EXPECT_GT(tuning.grid().value, 0.6) << entry.name;
    EXPECT_EQ(tuning.trained.model.training.algorithm, entry.name);
  }
}

TEST(Tune, IsFixedByWhatTheUserSets) {
  EXPECT_FALSE(can_be_tuned(find_algorithm("listnet"), {{"l2", "1"}}));
  EXPECT_FALSE(can_be_tuned(find_algorithm("listnet"), {{"strength", "0"}}));
  EXPECT_FALSE(can_be_tuned(find_algorithm("ranksvm"), {{"c", "1"}}));
  EXPECT_FALSE(can_be_tuned(find_algorithm("rankboost"), {{"rounds", "9"}}));
  EXPECT_FALSE(can_be_tuned(find_algorithm("lambdarank"), {{"patience", "9"}}));
  EXPECT_FALSE(can_be_tuned(find_algorithm("toprank"), {}));
  EXPECT_TRUE(can_be_tuned(find_algorithm("listnet"), {{"iterations", "50"}}));
  EXPECT_EQ(tuned_algorithm("topslack", {}).points.size(), 8U);
  EXPECT_EQ(tuned_algorithm("topslack", {{"cutoff", "5"}}).points.size(), 4U);
}

TEST(Tune, RefusesToChooseAmongIterations) {
  for (const std::string name : {"keep", "patience"}) {
    const OptionText options = {{name, name == "keep" ? "best" : "9"}};
    EXPECT_THAT([&] { tuned_algorithm("lambdamart", options); },
                ThrowsMessage<UsageError>(HasSubstr(name + " chooses an iteration")));
  }
}

TEST(Tune, WithABaselineIsNeverBelowItOnTheQueriesHeldOut) {
  std::size_t fallbacks = 0;
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    TunePlan plan = plan_for("ranksvm");
    plan.baseline = "1";
    const Tuning tuning = *tune(plan, planted(14, seed, 30), nullptr);
    const TuningPoint& baseline = tuning.grid().points.front();
    ASSERT_TRUE(baseline.is_baseline);
    EXPECT_GE(tuning.grid().value, baseline.value) << seed;
    if (tuning.grid().value == baseline.value) ++fallbacks;
    const BaselineComparison comparison =
        compare_with_baseline(tuning, plan.metric, plan.preparation.truth, 1);
    EXPECT_NEAR(comparison.baseline, baseline.value, 1e-12);
    EXPECT_NEAR(comparison.model, tuning.grid().value, 1e-12);
    EXPECT_NEAR(comparison.difference, comparison.model - comparison.baseline, 1e-12);
    EXPECT_LE(comparison.interval.low, comparison.difference);
  }
  EXPECT_GT(fallbacks, 0U) << "data on which the mixture is below the baseline";
}

TEST(Tune, WithAStrongPenaltyTheBaselineIsTheRanking) {
  const Dataset train = planted(40, 1);
  TunePlan plan = plan_for("listnet");
  plan.baseline = "1";
  plan.algorithms = {tuned_algorithm("listnet", {{"strength", "9"}})};
  plan.algorithms.front().points = {{{"strength", "9"}}, {{"strength", "8"}}};
  plan.algorithms.front().options = {};
  const Tuning tuning = *tune(plan, train, nullptr);
  const auto& w = std::get<LinearModel>(tuning.trained.model.kind).w;
  EXPECT_GT(w[0], 0.0);
  for (std::size_t f = 1; f < w.size(); ++f) EXPECT_LT(std::abs(w[f]), 1e-6 * w[0]);
}

TEST(BestSingleFeature, IsTheOneThatRanksBest) {
  const Dataset data = planted(40, 1);
  const TunePlan plan = plan_for("listnet");
  EXPECT_EQ(best_single_feature(data, plan.preparation, plan.metric), 0U);
  EXPECT_EQ(best_single_feature(planted(3, 1, 1001), plan.preparation, plan.metric), std::nullopt);
  TunePlan with_best = plan;
  with_best.baseline = best_feature;
  EXPECT_EQ(tune(with_best, data, nullptr)->trained.model.training.tuning->baseline, "1");
}

TEST(BestSingleFeature, DoesNotOweItsWorthToTheOrderOfTheFile) {
  // Feature 1 is the same for all documents of a query, which are sorted by their labels; feature 2
  // tells the labels but for one pair.
  DatasetBuilder builder(2);
  for (const char* query : {"a", "b", "c"}) {
    builder.add_query(query, GradedTruth{{2.0, 1.0, 0.0, 0.0}},
                      std::vector<float>{5, 3, 5, 4, 5, 2, 5, 1});
  }
  const TunePlan plan = plan_for("listnet");
  EXPECT_EQ(best_single_feature(std::move(builder).build(), plan.preparation, plan.metric), 1U);
}

TEST(SingleFeatureValues, AreThoseOfTheBetterDirection) {
  // Feature 1 falls with the label, feature 2 rises, feature 3 says nothing: of the six orders of
  // its documents, the relevant one is first, second and third in two each.
  DatasetBuilder builder(3);
  for (const char* query : {"a", "b"}) {
    builder.add_query(query, GradedTruth{{0.0, 1.0, 0.0}},
                      std::vector<float>{3, 1, 7, 1, 2, 7, 2, 0, 7});
  }
  TunePlan plan = plan_for("listnet");
  plan.metric.metric = parse_measure("map", find_profile("standard"));
  const std::vector<double> values =
      single_feature_values(std::move(builder).build(), plan.preparation, plan.metric);
  ASSERT_EQ(values.size(), 3U);
  EXPECT_NEAR(values[0], 1.0, 1e-12);
  EXPECT_NEAR(values[1], 1.0, 1e-12);
  EXPECT_NEAR(values[2], (1.0 + 1.0 / 2.0 + 1.0 / 3.0) / 3.0, 1e-12);
}

TEST(Tune, ChoosesTheBestOfSeveralAlgorithms) {
  TunePlan plan = plan_for("listnet");
  plan.algorithms = tuned_algorithms(automatic, {});
  const Tuning tuning = *tune(plan, planted(40, 1), nullptr);
  ASSERT_EQ(tuning.grids.size(), 4U);
  for (const TunedGrid& grid : tuning.grids) EXPECT_LE(grid.value, tuning.grid().value);
  EXPECT_GE(tuning.trained.model.training.validation->value, tuning.grid().value);
}

/// Labels that no sum of the features tells: documents are relevant where both are large or both
/// are small.
Dataset crossed(std::size_t queries, std::uint64_t seed) {
  RandomStream random(seed, "", "crossed");
  DatasetBuilder builder(2);
  for (std::size_t q = 0; q < queries; ++q) {
    std::vector<float> values;
    GradedTruth truth;
    for (std::size_t doc = 0; doc < 10; ++doc) {
      const double a = random.uniform();
      const double b = random.uniform();
      values.insert(values.end(), {static_cast<float>(a), static_cast<float>(b)});
      truth.label.push_back((a > 0.5) == (b > 0.5) ? 1.0 : 0.0);
    }
    builder.add_query("q" + std::to_string(q), truth, values);
  }
  return std::move(builder).build();
}

TEST(Tune, ComparesTreesWhereEnoughQueriesAreHeldOut) {
  TunePlan plan = plan_for("listnet");
  TunedAlgorithm trees{
      .name = "lambdamart",
      .points = {{{"rounds", "5"}, {"leaves", "4"}}, {{"rounds", "20"}, {"leaves", "4"}}},
      .fallback = {{"rounds", "5"}}};
  const Dataset data = crossed(60, 1);
  const auto chosen = [&](std::size_t fewest) {
    trees.fewest_queries = fewest;
    plan.algorithms = {tuned_algorithm("listnet", {}), trees};
    return *tune(plan, data, nullptr);
  };
  const std::size_t useful = queries_with_preferences(data).size();
  const Tuning with_trees = chosen(useful);
  EXPECT_EQ(with_trees.grids.size(), 2U);
  EXPECT_EQ(with_trees.trained.model.training.algorithm, "lambdamart");
  EXPECT_TRUE(std::holds_alternative<TreeEnsemble>(with_trees.trained.model.kind));
  const Tuning without = chosen(useful + 1);
  EXPECT_EQ(without.grids.size(), 1U);
  EXPECT_EQ(without.trained.model.training.algorithm, "listnet");
  EXPECT_EQ(to_json(without.trained.model),
            to_json(tune(plan_for("listnet"), data, nullptr)->trained.model))
      << "trees that are left out change nothing";
}

TEST(Tune, CountsTheQueriesOfASplitThatAreHeldOut) {
  TunePlan plan = plan_for("listnet");
  plan.rule = TuneRule::split;
  const Dataset vali = crossed(20, 2);
  const std::size_t useful = queries_with_preferences(vali).size();
  plan.algorithms.push_back({.name = "lambdamart",
                             .points = {{{"rounds", "5"}, {"leaves", "4"}}},
                             .fewest_queries = useful});
  EXPECT_EQ(tune(plan, crossed(40, 1), &vali)->grids.size(), 2U);
  plan.algorithms.back().fewest_queries = useful + 1;
  EXPECT_EQ(tune(plan, crossed(40, 1), &vali)->grids.size(), 1U);
}

TEST(TunedAlgorithms, AreForAutoThreeAndTrees) {
  const std::vector<TunedAlgorithm> list = tuned_algorithms(automatic, {});
  std::vector<std::string> names;
  for (const TunedAlgorithm& one : list) names.push_back(one.name);
  EXPECT_THAT(names, testing::ElementsAre("listnet", "svmmap", "lambdarank", "lambdamart"));
  EXPECT_EQ(list.back().fewest_queries, queries_for_trees);
  EXPECT_EQ(list.back().points, tuned_algorithm("lambdamart", {}).points) << "as by itself";
}

/// A sum of features tells the labels in part, and so does whether two others are on one side.
Dataset linear_and_crossed(std::size_t queries, std::uint64_t seed) {
  RandomStream random(seed, "", "linear and crossed");
  DatasetBuilder builder(4);
  for (std::size_t q = 0; q < queries; ++q) {
    std::vector<float> values;
    GradedTruth truth;
    for (std::size_t doc = 0; doc < 12; ++doc) {
      std::vector<double> own;
      for (int f = 0; f < 4; ++f) own.push_back(random.uniform());
      const double utility = 3.0 * (own[0] + own[1]) +
                             ((own[2] > 0.5) == (own[3] > 0.5) ? 1.0 : 0.0) + 0.3 * random.normal();
      for (const double value : own) values.push_back(static_cast<float>(value));
      truth.label.push_back(utility > 4.8 ? 2.0 : utility > 3.6 ? 1.0 : 0.0);
    }
    builder.add_query("q" + std::to_string(1000 * seed + q), truth, values);
  }
  return std::move(builder).build();
}

TunePlan plan_for_blend() {
  TunePlan plan = plan_for("listnet");
  plan.preparation.normaliser = NormaliserKind::automatic;
  plan.algorithms.push_back(tuned_algorithms(automatic, {}).back());
  return plan;
}

TEST(Tune, BlendsLinearModelsAndTrees) {
  TunePlan plan = plan_for_blend();
  Dataset train;
  for (std::uint64_t seed = 1; seed < 9; ++seed) {  // the first data that a blend is best for
    train = linear_and_crossed(40, seed);
    if (tune(plan, train, nullptr)->blend->is_used) break;
  }
  std::vector<std::string> models;
  for (const std::size_t threads : {1U, 3U}) {
    const ThreadLimit limit(threads);
    const Tuning tuning = *tune(plan, train, nullptr);
    models.push_back(to_json(tuning.trained.model));
    if (threads > 1) continue;
    ASSERT_TRUE(tuning.blend && tuning.blend->is_used) << "data for a blend";
    EXPECT_EQ(tuning.blend->share, std::round(10.0 * tuning.blend->share) / 10.0);
    EXPECT_GT(tuning.blend->value, tuning.grid().value);
    EXPECT_NEAR(tuning.blend->single, tuning.grid().value, 1e-12);
    EXPECT_EQ(tuning.trained.model.training.validation->value, tuning.blend->value);
    double of_trees = 0.0;
    for (const TuningPoint& point : tuning.trained.model.training.tuning->points) {
      if (point.algorithm == "lambdamart") of_trees += point.weight;
    }
    EXPECT_NEAR(of_trees, tuning.blend->share, 1e-12);
  }
  EXPECT_EQ(models[0], models[1]);
  const RankingModel model = model_from_json(models[0], "model");
  const auto& trees = std::get<TreeEnsemble>(model.kind);
  EXPECT_EQ(trees.start->name, "listnet");

  plan.single = true;
  const Tuning single = *tune(plan, train, nullptr);
  ASSERT_TRUE(single.blend);
  EXPECT_FALSE(single.blend->is_used);
  EXPECT_GT(single.blend->value, single.grid().value) << "what it costs";
  const auto* alone = std::get_if<TreeEnsemble>(&single.trained.model.kind);
  EXPECT_TRUE(alone == nullptr || !alone->start);
}

TEST(Tune, GivesABlendTheScoresThatItWasChosenBy) {
  TunePlan plan = plan_for_blend();
  plan.rule = TuneRule::split;
  const Dataset vali = linear_and_crossed(30, 2);
  Tuning tuning;
  for (std::uint64_t seed = 3; seed < 13; ++seed) {  // the first data that a blend is best for
    tuning = *tune(plan, linear_and_crossed(60, seed), &vali);
    if (tuning.blend && tuning.blend->is_used) break;
  }
  ASSERT_TRUE(tuning.blend && tuning.blend->is_used) << "data for a blend";
  const std::vector<double> scores = score(tuning.trained.model, tuning.held_out);
  for (std::size_t row = 0; row < scores.size(); ++row) {
    EXPECT_NEAR(scores[row], tuning.scores[row], 1e-9);
  }
}

TEST(Tune, WritesTreesAloneWithoutTheScalesOfLinearModels) {
  TunePlan plan = plan_for_blend();
  plan.single = true;
  const Dataset data = crossed(60, 1);
  const Tuning tuning = *tune(plan, data, nullptr);
  const RankingModel& model = tuning.trained.model;
  ASSERT_EQ(model.training.algorithm, "lambdamart");
  EXPECT_FALSE(model.preparation.normaliser);
  EXPECT_EQ(
      model.kind,
      podium::train("lambdamart", model.training.options, PreparedTraining({}, data)).model.kind);
}

TEST(Tune, ContinuesRunsOfBoostingToMoreRounds) {
  const Dataset train = planted(30, 1);
  const Dataset vali = planted(15, 2);
  for (const AlgorithmEntry& entry : algorithms()) {
    if (entry.tuned.empty() || entry.tuned.front().name != "rounds") continue;
    TunePlan plan = plan_for(entry.name);
    plan.rule = TuneRule::split;
    plan.algorithms = {
        tuned_algorithm(entry.name, {}, std::vector{GridAxis{"rounds", {"9", "4", "2"}}})};
    const Tuning tuning = *tune(plan, train, &vali);
    ASSERT_EQ(tuning.grid().points.size(), 3U);
    for (const TuningPoint& point : tuning.grid().points) {
      const TrainedModel plain =
          podium::train(entry.name, point.options, PreparedTraining({}, train));
      const Evaluation expected =
          evaluate_scores(vali, score(plain.model, vali), std::span(&plan.metric.metric, 1),
                          plan.metric, plan.preparation.truth, 1);
      EXPECT_EQ(point.value, expected.mean.front())
          << entry.name << " " << point.options.at("rounds");
    }
  }
}

TEST(Tune, GoesOnWhereTheLastRoundsAreTheBest) {
  TunePlan plan = plan_for("lambdamart");
  plan.algorithms.front().points = {{{"rounds", "1"}, {"leaves", "4"}},
                                    {{"rounds", "2"}, {"leaves", "4"}}};
  const Tuning tuning = *tune(plan, crossed(60, 1), nullptr);
  std::vector<std::string> rounds;
  for (const TuningPoint& point : tuning.grid().points) {
    rounds.push_back(point.options.at("rounds"));
  }
  EXPECT_THAT(rounds, testing::ElementsAre("1", "2", "4", "8"));
}

TEST(Tune, LeavesOutWhatThereIsNoTimeFor) {
  TunePlan plan = plan_for("listnet");
  plan.algorithms = tuned_algorithms(automatic, {});
  plan.seconds = 1e-9;
  const Tuning tuning = *tune(plan, planted(40, 1), nullptr);
  ASSERT_EQ(tuning.grids.size(), 1U);
  EXPECT_EQ(tuning.grid().algorithm, "listnet");
  EXPECT_EQ(tuning.grid().points.size(), 1U);
  ASSERT_EQ(tuning.trained.summary.remarks.size(), 1U);
  EXPECT_THAT(tuning.trained.summary.remarks.front(),
              testing::AllOf(HasSubstr("listnet strength=-4"), HasSubstr("svmmap strength=1,"),
                             HasSubstr("lambdamart leaves=5 rounds=10")));
  plan.seconds = 1e9;
  EXPECT_EQ(to_json(tune(plan, planted(40, 1), nullptr)->trained.model), [&] {
    plan.seconds = std::numeric_limits<double>::infinity();
    return to_json(tune(plan, planted(40, 1), nullptr)->trained.model);
  }());
}

TEST(Tune, ContinuesFromWhatItRemembers) {
  const Dataset train = planted(30, 1);
  const TunePlan plan = plan_for("listnet");
  CellLog<CellScores> log;
  const ThreadLimit one(1);
  EXPECT_FALSE(tune(plan, train, nullptr, &log,
                    [](const RunProgress& progress) { return progress.done < 7; }));
  EXPECT_EQ(log.size(), 7U);
  const Tuning continued = *tune(plan, train, nullptr, &log);
  EXPECT_EQ(log.size(), 25U);
  EXPECT_EQ(to_json(continued.trained.model), to_json(tune(plan, train, nullptr)->trained.model));
}

TEST(Tune, EndsAtTheFirstError) {
  TunePlan plan = plan_for("listnet");
  plan.algorithms.front().points.insert(plan.algorithms.front().points.begin(),
                                        OptionText{{"model", "nonsense"}});
  const ThreadLimit one(1);
  CellLog<CellScores> log;
  EXPECT_THROW(tune(plan, planted(30, 1), nullptr, &log), UsageError);
  EXPECT_EQ(log.size(), 0U);
}

TEST(Tune, WeighsByTheQueriesThatCount) {
  const Dataset train = planted(40, 1);
  const Dataset vali = planted(15, 2);
  // Before them one query that does not count: blank ones are skipped, unjudged ones never count.
  const auto with_first = [&](double label) {
    DatasetBuilder builder(6);
    builder.add_query("first", GradedTruth{std::vector<double>(vali[0].size(), label)},
                      vali[0].features.dense());
    return joined_data(std::move(builder).build(), vali);
  };
  const auto weights = [&](const Dataset& held_out) {
    TunePlan plan = plan_for("listnet");
    plan.rule = TuneRule::split;
    plan.metric.skips_blank = true;
    std::vector<double> found;
    const Tuning tuning = *tune(plan, train, &held_out);
    for (const TuningPoint& point : tuning.grid().points) {
      found.push_back(point.weight);
      found.push_back(point.value);
    }
    return found;
  };
  const std::vector<double> expected = weights(vali);
  EXPECT_EQ(weights(with_first(0.0)), expected);
  EXPECT_EQ(weights(with_first(-1.0)), expected);
}

TEST(Tune, NeedsValidationDataForASplit) {
  TunePlan plan = plan_for("listnet");
  plan.rule = TuneRule::split;
  EXPECT_THAT([&] { tune(plan, planted(40, 1), nullptr); },
              ThrowsMessage<UsageError>(HasSubstr("validation data")));
}

}  // namespace
}  // namespace podium
