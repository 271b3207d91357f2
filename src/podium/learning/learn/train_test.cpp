#include "podium/learning/learn/train.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/learning/learn/learn_fixture.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

/// Queries with three features of different scales, of which the first counts; a cell in ten is
/// missing when `gaps` says so.
Dataset some_queries(std::size_t queries, std::uint64_t seed, bool gaps = false) {
  RandomStream random(seed, "", "queries");
  DatasetBuilder builder(3);
  for (std::size_t q = 0; q < queries; ++q) {
    std::vector<float> values;
    GradedTruth truth;
    for (std::size_t doc = 0; doc < 12; ++doc) {
      const double x = random.uniform();
      truth.label.push_back(std::floor(3.0 * x + 0.3 * random.uniform()));
      for (const double value : {x, 100.0 * random.uniform(), 7.0 + 0.01 * random.uniform()}) {
        const bool gap = gaps && random.uniform() < 0.1;
        values.push_back(gap ? missing : static_cast<float>(value));
      }
    }
    builder.add_query("q" + std::to_string(q), truth, values);
  }
  return std::move(builder).build();
}

MetricPlan metric_of(const char* name) {
  const Profile& profile = find_profile("standard");
  return {parse_measure(name, profile), &profile, TieRule::input};
}

// --- preparation ---

TEST(PreparedTraining, LeavesFillAndNormaliserInTheModel) {
  const Dataset raw = some_queries(20, 1, true);
  for (const NormaliserEntry& normaliser : normalisers()) {
    const PreparedTraining data({.fill = parse_fill_policy("mean,2=zero"),
                                 .normaliser = parse_normaliser_kind(normaliser.name)},
                                raw);
    const TrainedModel trained = train("listnet", {{"iterations", "5"}}, data);
    EXPECT_EQ(score(trained.model, raw), score(trained.model.kind, data.train()))
        << normaliser.name;
    EXPECT_EQ(score(model_from_json(to_json(trained.model), "model"), raw),
              score(trained.model.kind, data.train()))
        << normaliser.name;
  }
}

/// Feature 1 is a code that turns the sign of feature 2, so that its mean label says nothing.
Dataset turning_codes(std::size_t queries, std::uint64_t seed) {
  RandomStream random(seed, "", "codes");
  DatasetBuilder builder(2);
  for (std::size_t q = 0; q < queries; ++q) {
    std::vector<float> values;
    GradedTruth truth;
    for (std::size_t doc = 0; doc < 10; ++doc) {
      const auto code = static_cast<float>(random.below(6));
      const double x = random.uniform() - 0.5;
      const double use = code == 1 || code == 3 || code == 4 ? x : -x;
      truth.label.push_back(use > 0.15 ? 1.0 : 0.0);
      values.insert(values.end(), {code, static_cast<float>(x)});
    }
    builder.add_query("q" + std::to_string(q), truth, values);
  }
  return std::move(builder).build();
}

TEST(PreparedTraining, KeepsTheSetsOfTreesFromOtherAlgorithmsAndNormalisers) {
  const Dataset raw = turning_codes(60, 5);
  for (const auto kind : {NormaliserKind::automatic, NormaliserKind::zscore}) {
    const PreparationPlan own{.normaliser = kind, .categorical = {"1"}};
    PreparationPlan with_sets = own;
    with_sets.splits_sets = true;
    const PreparedTraining without(own, raw);
    const PreparedTraining data(with_sets, raw);
    ASSERT_EQ(data.preparation().features.names, (std::vector<std::string>{"1", "2", "1 (set)"}));
    const std::vector<float> row = data.train()[0].features.dense();
    EXPECT_GT(std::abs(row[1]), 0.0F);
    EXPECT_EQ(row[2], std::round(row[2])) << "a code is not normalised";
    EXPECT_GT(row[2], 0.0F);
    // Linear models and weak rankers are those of data without sets; networks do not see the sets.
    for (const char* algorithm : {"listnet", "ranksvm", "rankboost", "adarank-ndcg"}) {
      const TrainedModel trained = train(algorithm, {}, data);
      EXPECT_EQ(score(trained.model.kind, data.train()),
                score(train(algorithm, {}, without).model.kind, without.train()))
          << algorithm;
    }
    const TrainedModel network =
        train("ranknet", {{"model", "network"}, {"iterations", "2"}}, data);
    EXPECT_EQ(score(network.model.kind, data.train()),
              score(network.model.kind, data.train_without_sets()));
  }
  const PreparedTraining data(
      {.normaliser = NormaliserKind::automatic, .categorical = {"1"}, .splits_sets = true}, raw);
  const PreparedTraining means({.normaliser = NormaliserKind::automatic, .categorical = {"1"}},
                               raw);
  const Dataset held_out = turning_codes(60, 6);
  const auto value = [&](const PreparedTraining& own) {
    const TrainedModel trees = train("lambdamart", {{"rounds", "30"}}, own);
    const MetricPlan plan = metric_of("ndcg@10");
    return evaluate_scores(held_out, score(trees.model, held_out), std::span(&plan.metric, 1), plan,
                           {}, 1)
        .mean.front();
  };
  EXPECT_GT(value(data), 0.95);
  EXPECT_LT(value(means), 0.9);
}

TEST(PreparedTraining, FitsItsNormaliserOnTrainingDataAlone) {
  const Dataset train_set = some_queries(20, 1);
  const PreparationPlan plan{.normaliser = NormaliserKind::zscore};
  const PreparedTraining alone(plan, train_set);
  const PreparedTraining with_vali(plan, train_set, some_queries(5, 2), metric_of("ndcg@10"));
  EXPECT_EQ(alone.preparation(), with_vali.preparation());
}

TEST(PreparedTraining, ReportsTheValidationValueThatTheModelHas) {
  const Dataset vali = some_queries(15, 3, true);
  const PreparationPlan plan{.normaliser = NormaliserKind::query_minmax};
  for (const char* keep : {"best", "last"}) {
    const PreparedTraining data(plan, some_queries(20, 1), vali, metric_of("map"));
    const TrainedModel trained = train("ranknet", {{"iterations", "6"}, {"keep", keep}}, data);
    const MetricPlan metric = metric_of("map");
    const Evaluation found =
        evaluate_scores(vali, score(trained.model, vali), std::span(&metric.metric, 1), metric,
                        plan.truth, plan.seed);
    EXPECT_EQ(trained.summary.validation, found.mean.front()) << keep;
    EXPECT_EQ(trained.model.training.validation, (Validation{"map", found.mean.front()}));
  }
}

TEST(PreparedTraining, ShowsTheSettingToMetricsThatNeedAnOrderAndLabelsToOthers) {
  const Dataset vali = some_queries(4, 2);
  const PreparationPlan plan{.truth = parse_truth_setting("topk:10")};
  const PreparedTraining ordered(plan, some_queries(4, 1), vali, metric_of("kappa-ndcg@10"));
  const PreparedTraining plain(plan, some_queries(4, 1), vali, metric_of("map"));
  EXPECT_EQ(ordered.train()[0].truth.strict, 10U);
  EXPECT_EQ(ordered.validation()->data[0].truth.strict, 10U);
  EXPECT_EQ(plain.train()[0].truth.strict, 10U);
  EXPECT_TRUE(plain.validation()->data[0].truth.is_graded());
  EXPECT_TRUE(std::ranges::equal(plain.validation()->data[0].truth.label, vali[0].truth.label));
}

TEST(PreparedTraining, LeavesAQueryOfEqualLabelsTiedInsteadOfTeachingARandomOrder) {
  DatasetBuilder builder(1);
  builder.add_query("tied", GradedTruth{{1, 1, 1}}, std::vector<float>{1, 2, 3});
  builder.add_query("judged", GradedTruth{{0, 1, 0}}, std::vector<float>{1, 2, 3});
  const Dataset data = std::move(builder).build();
  for (const char* setting : {"full", "topk:2", "top-vs-rest:2"}) {
    const PreparationPlan plan{.truth = parse_truth_setting(setting)};
    const PreparedTraining ready(plan, data, data, metric_of("kappa-ndcg@2"));
    EXPECT_THAT(ready.train()[0].truth.label, testing::Each(0.0)) << setting;
    EXPECT_TRUE(ready.train()[0].truth.is_graded()) << setting;
    EXPECT_THAT(ready.train()[1].truth.level, testing::Contains(testing::Gt(0U))) << setting;
    // A measure that needs an order gets one of every query.
    EXPECT_THAT(ready.validation()->data[0].truth.level, testing::Contains(testing::Gt(0U)))
        << setting;
  }
}

TEST(PreparedTraining, LeavesOutBlankQueriesAndUnjudgedDocumentsWhereTheMetricDoes) {
  DatasetBuilder builder(3);
  const std::vector<float> values = {9, 0, 0, 5, 0, 0, 1, 0, 0};
  builder.add_query("good", GradedTruth{{-1, 1, 0}}, values);
  builder.add_query("blank", GradedTruth{{0, 0, 0}}, values);
  const Dataset vali = std::move(builder).build();
  const Dataset train_data = some_queries(3, 1);
  const auto value_with = [&](ListRule lists, bool skips_blank) {
    MetricPlan metric = metric_of("p@1");
    metric.lists = lists;
    metric.skips_blank = skips_blank;
    const PreparedTraining data({}, train_data, vali, metric);
    const std::vector<double> scores = {3, 2, 1, 3, 2, 1};
    return data.validation()->value_of(
        std::span(scores).first(data.validation()->data.row_count()));
  };
  EXPECT_EQ(value_with(ListRule::whole, false), 0.0);
  EXPECT_EQ(value_with(ListRule::condensed, false), 0.5);
  EXPECT_EQ(value_with(ListRule::condensed, true), 1.0);
  const auto identity = [&](ListRule lists) {
    MetricPlan metric = metric_of("p@1");
    metric.lists = lists;
    return run_identity("listnet", {}, PreparedTraining({}, train_data, vali, metric));
  };
  EXPECT_NE(identity(ListRule::whole), identity(ListRule::condensed));
}

TEST(PreparedTraining, RefusesAMetricThatNeedsAnOrderOfGradedLabels) {
  const PreparedTraining data({}, some_queries(4, 1), some_queries(4, 2),
                              metric_of("kappa-ndcg@10"));
  EXPECT_THROW(train("listnet", {}, data), UsageError);
}

TEST(Train, NamesTheValueThatIsTooLarge) {
  const Dataset data = one_query({0, 1}, {1, 2, 3, 1e30F}, 2);
  EXPECT_THAT([&] { train("ranknet", {}, PreparedTraining({}, data)); },
              ThrowsMessage<NumericError>(AllOf(
                  HasSubstr("query 'only', document '2', feature '2'"), HasSubstr("found 1e+30"))));
  const PreparedTraining held_out({}, one_query({0, 1}, {1, 2, 3, 4}, 2), data, metric_of("map"));
  EXPECT_THAT([&] { train("ranknet", {}, held_out); },
              ThrowsMessage<NumericError>(HasSubstr("feature '2'")));
}

TEST(Train, NamesAMissingValueThatIsKept) {
  const PreparedTraining data({.fill = parse_fill_policy("keep")},
                              one_query({0, 1}, {1, 2, missing, 4}, 2));
  EXPECT_THAT([&] { train("ranknet", {}, data); },
              ThrowsMessage<NumericError>(
                  AllOf(HasSubstr("only"), HasSubstr("document"), HasSubstr("feature '1'"))));
}

TEST(Train, NamesAMissingValueOfTheHeldOutData) {
  const Dataset data = one_query({0, 1}, {1, 2, 3, 4}, 2);
  const Dataset gap = one_query({0, 1}, {1, 2, 3, missing}, 2);
  const PreparedTraining prepared({.fill = parse_fill_policy("keep")}, data, gap, metric_of("map"));
  EXPECT_THAT([&] { train("ranknet", {}, prepared); },
              ThrowsMessage<NumericError>(HasSubstr("feature '2': the value is missing")));
}

TEST(RunIdentity, TellsRunsApart) {
  const PreparedTraining data({}, some_queries(5, 1));
  const auto identity = [&](const PreparedTraining& d) { return run_identity("listnet", {}, d); };
  EXPECT_EQ(identity(data), identity(PreparedTraining({}, some_queries(5, 1))));
  EXPECT_NE(identity(data), identity(PreparedTraining({}, some_queries(5, 2))));
  EXPECT_NE(identity(data), identity(PreparedTraining({.seed = 2}, some_queries(5, 1))));
  EXPECT_NE(identity(data),
            identity(PreparedTraining({.normaliser = NormaliserKind::zscore}, some_queries(5, 1))));
  EXPECT_NE(identity(data),
            identity(PreparedTraining({.truth = parse_truth_setting("full")}, some_queries(5, 1))));
  EXPECT_NE(identity(data), run_identity("listnet", {{"l2", "1"}}, data));
  EXPECT_NE(identity(data), run_identity("ranknet", {}, data));
  const RankingModel start = train("listnet", {}, data).model;
  EXPECT_NE(identity(data), run_identity("listnet", {}, data, &start));
  const auto with_vali = [&](std::uint64_t seed, const char* metric) {
    return identity({{}, some_queries(5, 1), some_queries(5, seed), metric_of(metric)});
  };
  EXPECT_NE(identity(data), with_vali(3, "map"));
  EXPECT_NE(with_vali(3, "map"), with_vali(4, "map"));
  EXPECT_NE(with_vali(3, "map"), with_vali(3, "ndcg@5"));
}

// --- training ---

TEST(Train, RefusesDataThatTeachesNothing) {
  const PreparedTraining data({}, one_query({1, 1}, {1, 2}, 1));
  EXPECT_THAT([&] { train("ranknet", {}, data); },
              ThrowsMessage<NumericError>(HasSubstr("can be used for training")));
}

TEST(Train, NamesQueryAndIterationWhenStepsAreTooLong) {
  const PreparedTraining data({}, some_queries(8, 1));
  for (const char* model : {"linear", "network"}) {
    const OptionText options = {{"optimiser", "sgd"},
                                {"step", "1e6"},
                                {"model", model},
                                {"l2", "10"},
                                {"iterations", "300"}};
    EXPECT_THAT([&] { train("regression", options, data); },
                ThrowsMessage<NumericError>(AllOf(HasSubstr("query 'q"), HasSubstr("iteration "),
                                                  HasSubstr("a smaller step"))))
        << model;
  }
}

TEST(Train, NeverLeavesAModelThatIsNotFinite) {
  const PreparedTraining data({}, some_queries(8, 1));
  for (const AlgorithmEntry& algorithm : algorithms()) {
    if (algorithm.path_option.empty()) continue;  // no steps that could be too long
    for (const char* optimiser : {"sgd", "adam"}) {
      try {
        const TrainedModel trained =
            train(algorithm.name, {{"optimiser", optimiser}, {"step", "1e6"}, {"iterations", "20"}},
                  data);
        for (const double w : weights_of(trained)) EXPECT_TRUE(std::isfinite(w)) << algorithm.name;
      } catch (const NumericError& error) {
        EXPECT_THAT(error.what(), HasSubstr("iteration")) << algorithm.name;
      }
    }
  }
}

TEST(Train, TakesTheWeightOfAQueryAsSoManyQueries) {
  const Dataset plain = some_queries(6, 1);
  const Dataset weighted = plain.with_weights({}, {3, 1, 1, 2, 1, 0});
  const std::vector<std::size_t> repeated = {0, 0, 0, 1, 2, 3, 3, 4};
  const PreparationPlan plan{.normaliser = NormaliserKind::query_minmax};
  const auto w = [&](const Dataset& data, const char* l2) {
    return weights_of(
        train("listnet", {{"l2", l2}, {"tolerance", "1e-10"}}, PreparedTraining(plan, data)));
  };
  // Six queries of weight 8 in all, and 8 queries: the mean is taken over another number.
  const auto by_weight = w(weighted, "0.08");
  const auto by_count = w(plain.subset(repeated), "0.06");
  for (std::size_t i = 0; i < by_weight.size(); ++i) {
    EXPECT_NEAR(by_weight[i], by_count[i], 1e-7);
  }
  EXPECT_GT(std::abs(by_weight[0] - w(plain, "0.08")[0]), 1e-3);
}

TEST(Train, StartsFromAModelOfTheSameShapeOnly) {
  const PreparedTraining data({}, some_queries(8, 1));
  const TrainedModel done = train("listnet", {{"tolerance", "1e-9"}}, data);
  const TrainedModel again = train("listnet", {{"iterations", "0"}}, data, {.start = &done.model});
  EXPECT_EQ(weights_of(again), weights_of(done));
  EXPECT_THROW(train("regression", {}, data, {.start = &done.model}), UsageError) << "a bias more";
  EXPECT_THROW(train("listnet", {{"model", "network"}}, data, {.start = &done.model}), UsageError);
  RankingModel boosted = done.model;
  boosted.kind = WeakRankerSum{data.train().feature_count(), {}};
  EXPECT_THAT([&] { train("listnet", {}, data, {.start = &boosted}); },
              ThrowsMessage<UsageError>(
                  HasSubstr("start: found a model of kind weak-rankers, expected linear")));
}

TEST(Train, RefusesToStartFromAModelOfOtherFeatures) {
  const PreparedTraining two({}, one_query({0, 1}, {1, 2, 3, 4}, 2));
  const PreparedTraining four({}, one_query({0, 1}, {1, 2, 3, 4, 5, 6, 7, 8}, 4));
  const auto network = [](const char* hidden) {
    return OptionText{{"model", "network"}, {"hidden", hidden}, {"iterations", "1"}};
  };
  // Three units of two features have as many parameters as two units of four.
  const TrainedModel start = train("listnet", network("3"), two);
  EXPECT_THAT([&] { train("listnet", network("2"), four, {.start = &start.model}); },
              ThrowsMessage<UsageError>(HasSubstr("start: found a model of 2 features")));
}

TEST(Train, ResumesFromEveryCheckpointToTheSameModel) {
  const PreparedTraining data({.normaliser = NormaliserKind::zscore}, some_queries(15, 1),
                              some_queries(15, 2), metric_of("ndcg@3"));
  for (const char* optimiser : {"newton", "lbfgs", "sgd", "adam"}) {
    const OptionText options = {
        {"optimiser", optimiser}, {"iterations", "15"}, {"patience", "4"}, {"step", "0.01"}};
    std::vector<Checkpoint> saved;
    const TrainedModel whole =
        train("ranksvm", options, data,
              {.checkpoint = {.save = [&](const Checkpoint& c) { saved.push_back(c); },
                              .seconds_between = 0.0}});
    EXPECT_GE(saved.size(), 3U) << optimiser;
    for (const Checkpoint& checkpoint : saved) {
      const TrainedModel resumed =
          train("ranksvm", options, data, {.checkpoint = {.from = checkpoint}});
      EXPECT_EQ(to_json(resumed.model), to_json(whole.model))
          << optimiser << " after " << checkpoint.optimiser.iteration;
    }
  }
}

// --- pairs ---

QueryPairs pairs_of_labels(const Dataset& data) {
  QueryPairs pairs(data.query_count());
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const TruthView truth = data[q].truth;
    for (DocIndex i = 0; i < truth.size(); ++i) {
      for (DocIndex j = 0; j < truth.size(); ++j) {
        if (truth.prefers(i, j)) pairs[q].push_back({i, j, 1.0});
      }
    }
  }
  return pairs;
}

Dataset with_equal_labels(const Dataset& data) {
  std::vector<WeakOrder> truth;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    truth.push_back(weak_order(GradedTruth{std::vector<double>(data[q].size())}));
  }
  return data.with_truth(truth);
}

/// Few steps, so that differences in the last bits do not grow.
OptionText few_steps(const AlgorithmEntry& entry) {
  for (const OptionInfo& option : entry.options()) {
    if (option.name == "rounds") return {{"rounds", "2"}};
  }
  return {{"iterations", "4"}};
}

std::vector<const AlgorithmEntry*> learners_of_pairs() {
  std::vector<const AlgorithmEntry*> able;
  for (const AlgorithmEntry& entry : algorithms()) {
    if (entry.algorithm->takes_pairs()) able.push_back(&entry);
  }
  return able;
}

TEST(Pairs, OfLabelsGiveTheModelOfTheLabels) {
  const Dataset labelled = some_queries(20, 1);
  const PreparationPlan plan{.normaliser = NormaliserKind::minmax};
  const PreparedTraining by_labels(plan, labelled);
  PreparedTraining by_pairs(plan, with_equal_labels(labelled));
  by_pairs.use_pairs(pairs_of_labels(labelled));
  for (const AlgorithmEntry* entry : learners_of_pairs()) {
    const OptionText options = few_steps(*entry);
    const TrainedModel expected = train(entry->name, options, by_labels);
    const TrainedModel found = train(entry->name, options, by_pairs);
    EXPECT_NEAR(found.summary.objective, expected.summary.objective,
                1e-9 * (1.0 + std::abs(expected.summary.objective)))
        << entry->name;
    const std::vector<double> expected_scores = score(expected.model, labelled);
    const std::vector<double> scores = score(found.model, labelled);
    for (std::size_t row = 0; row < scores.size(); ++row) {
      ASSERT_NEAR(scores[row], expected_scores[row], 1e-9 * (1.0 + std::abs(scores[row])))
          << entry->name << ", row " << row;
    }
  }
}

TEST(Pairs, ThatContradictEachOtherCountByTheirWeights) {
  // Two answers for the first document, one for the second: 2 log(1 + e^-w) + log(1 + e^w) is least
  // at w = log 2.
  PreparedTraining data({}, one_query({0.0, 0.0}, {1.0F, 0.0F}, 1));
  data.use_pairs({{{0, 1, 2.0}, {1, 0, 1.0}}});
  const TrainedModel trained = train("ranknet", {{"l2", "0"}, {"tolerance", "1e-9"}}, data);
  EXPECT_NEAR(weights_of(trained)[0], std::log(2.0), 1e-4);
}

TEST(Pairs, GiveTheSameBitsForAnyNumberOfThreads) {
  const Dataset labelled = some_queries(60, 1);
  PreparedTraining data({}, labelled);
  data.use_pairs(pairs_of_labels(some_queries(60, 2)));
  for (const AlgorithmEntry* entry : learners_of_pairs()) {
    std::optional<TrainedModel> one;
    {
      const ThreadLimit limit(1);
      one = train(entry->name, few_steps(*entry), data);
    }
    EXPECT_EQ(to_json(train(entry->name, few_steps(*entry), data).model), to_json(one->model))
        << entry->name;
  }
}

TEST(Pairs, AreRefusedByAlgorithmsThatLookAtMoreThanPairs) {
  PreparedTraining data({}, some_queries(5, 1));
  data.use_pairs(pairs_of_labels(some_queries(5, 1)));
  for (const char* name : {"regression", "listnet", "lambdarank", "svmmap", "topslack",
                           "adarank-map", "focusedboost", "focusednet", "toprank"}) {
    EXPECT_THAT([&] { train(name, {}, data); },
                ThrowsMessage<UsageError>(
                    AllOf(HasSubstr(std::string(name) + " cannot be trained on pairs"),
                          HasSubstr("ranksvm, ranksvm-l1, ranknet, rankboost, frank"))));
  }
}

TEST(Pairs, TellOneRunFromAnotherAndNeedAQuery) {
  const Dataset labelled = some_queries(5, 1);
  const PreparedTraining plain({}, labelled);
  PreparedTraining first({}, labelled);
  PreparedTraining second({}, labelled);
  PreparedTraining none({}, labelled);
  QueryPairs pairs = pairs_of_labels(labelled);
  first.use_pairs(pairs);
  pairs[0][0].weight = 2.0;
  second.use_pairs(pairs);
  none.use_pairs(QueryPairs(5));
  EXPECT_NE(run_identity("ranknet", {}, first), run_identity("ranknet", {}, second));
  EXPECT_NE(run_identity("ranknet", {}, first), run_identity("ranknet", {}, plain));
  EXPECT_NE(first.fingerprint(), second.fingerprint());
  EXPECT_THAT([&] { train("ranknet", {}, none); },
              ThrowsMessage<NumericError>(HasSubstr("each of the 5 queries has no pair")));
}

}  // namespace
}  // namespace podium
