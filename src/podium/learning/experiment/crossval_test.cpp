#include "podium/learning/experiment/crossval.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

Dataset some_queries(std::size_t queries, std::uint64_t seed) {
  RandomStream random(seed, "", "queries");
  DatasetBuilder builder(4);
  for (std::size_t q = 0; q < queries; ++q) {
    std::vector<float> values;
    GradedTruth truth;
    for (std::size_t doc = 0; doc < 10; ++doc) {
      double utility = 0.4 * random.normal();
      for (const double weight : {1.0, -1.0, 0.5, 0.0}) {
        values.push_back(static_cast<float>(random.uniform()));
        utility += weight * double{values.back()};
      }
      truth.label.push_back(utility > 0.8 ? 2.0 : utility > 0.3 ? 1.0 : 0.0);
    }
    builder.add_query("q" + std::to_string(100 * seed + q), truth, values);
  }
  return std::move(builder).build();
}

FoldData fold_of(std::size_t fold) {
  const std::uint64_t seed = 3 * fold + 1;
  return {some_queries(12, seed), some_queries(8, seed + 1), some_queries(8, seed + 2)};
}

CrossvalPlan plan_of(std::string algorithm, std::vector<GridAxis> grid) {
  const Profile& profile = find_profile("standard");
  return {.algorithm = std::move(algorithm),
          .options = {{"tolerance", "1e-9"}},
          .grid = std::move(grid),
          .preparation = {.normaliser = NormaliserKind::query_minmax},
          .metric = {parse_measure("ndcg@10", profile), &profile, TieRule::input},
          .measures = parse_measures("map,ndcg@10", profile)};
}

CrossvalPlan usual_plan() {
  return plan_of("ranksvm", {{"c", {"1", "0.01", "10"}}, {"c-scale", {"light", "mean"}}});
}

void expect_same(const std::vector<FoldOutcome>& a, const std::vector<FoldOutcome>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t f = 0; f < a.size(); ++f) {
    ASSERT_EQ(a[f].cells.size(), b[f].cells.size());
    for (std::size_t c = 0; c < a[f].cells.size(); ++c) {
      EXPECT_EQ(a[f].cells[c].options, b[f].cells[c].options);
      EXPECT_EQ(a[f].cells[c].value, b[f].cells[c].value);
    }
    EXPECT_EQ(a[f].best, b[f].best);
    EXPECT_EQ(a[f].vali.mean, b[f].vali.mean);
    EXPECT_EQ(a[f].test.mean, b[f].test.mean);
    EXPECT_EQ(a[f].test.value, b[f].test.value);
    EXPECT_EQ(a[f].skipped, b[f].skipped);
  }
}

TEST(GridAxis, ReadsAnOptionAndItsValues) {
  EXPECT_THAT(
      [] { parse_grid_axis("l2=1,10,1"); },
      ThrowsMessage<UsageError>("grid: option 'l2': found '1' twice, expected each value once"));
  const GridAxis axis = parse_grid_axis("l2 = 0.1, 1,10");
  EXPECT_EQ(axis.option, "l2");
  EXPECT_THAT(axis.values, ElementsAre("0.1", "1", "10"));
  for (const char* bad : {"", "l2", "=1", "l2=", "l2=1,,2", "l2=1,"}) {
    EXPECT_THAT([&] { parse_grid_axis(bad); },
                ThrowsMessage<UsageError>(HasSubstr("expected option=value,value,...")))
        << bad;
  }
}

TEST(CrossValidation, DoesNotDependOnTheNumberOfThreads) {
  std::vector<FoldOutcome> one;
  {
    const ThreadLimit limit(1);
    one = cross_validate(usual_plan(), 3, fold_of);
  }
  const ThreadLimit limit(2);
  expect_same(one, cross_validate(usual_plan(), 3, fold_of));
}

TEST(CrossValidation, ChoosesTheCellOfTheBestValidationValue) {
  for (const FoldOutcome& fold : cross_validate(usual_plan(), 3, fold_of)) {
    for (const TuningPoint& cell : fold.cells) EXPECT_LE(cell.value, fold.cells[fold.best].value);
    EXPECT_EQ(fold.vali.mean[1], fold.cells[fold.best].value) << "ndcg@10 is the metric";
    EXPECT_EQ(fold.test.query.size(), 8U);
    EXPECT_GE(fold.seconds, 0.0);
  }
}

TEST(CrossValidation, ChoosesTheSmallestOfALoss) {
  CrossvalPlan plan = usual_plan();
  plan.preparation.truth = parse_truth_setting("topk:3");
  plan.metric.metric = parse_measure("topk-loss@3", *plan.metric.profile);
  for (const FoldOutcome& fold : cross_validate(plan, 2, fold_of)) {
    for (const TuningPoint& cell : fold.cells) EXPECT_GE(cell.value, fold.cells[fold.best].value);
  }
}

TEST(CrossValidation, GoesFromStrongToWeakRegularisation) {
  const auto path = [](const char* algorithm, const char* option) {
    const auto folds =
        cross_validate(plan_of(algorithm, {{option, {"1", "0.01", "1e2", "1.0"}}}), 1, fold_of);
    std::vector<std::string> values;
    for (const TuningPoint& cell : folds.front().cells) values.push_back(cell.options.at(option));
    return values;
  };
  EXPECT_THAT(path("ranksvm", "c"), ElementsAre("0.01", "1", "1e2"));
  EXPECT_THAT(path("listnet", "l2"), ElementsAre("1e2", "1", "0.01"));
}

TEST(CrossValidation, OfEqualCellsChoosesTheStrongestRegularisation) {
  CrossvalPlan plan = plan_of("listnet", {{"l2", {"1", "10", "100"}}});
  plan.options["iterations"] = "0";  // w = 0 in every cell
  const FoldOutcome fold = cross_validate(plan, 1, fold_of).front();
  EXPECT_EQ(fold.cells[0].value, fold.cells[2].value);
  EXPECT_EQ(fold.cells[fold.best].options.at("l2"), "100");
}

TEST(CrossValidation, OfEqualCombinationsChoosesTheFirst) {
  CrossvalPlan plan =
      plan_of("listnet", {{"optimiser", {"sgd", "adam", "lbfgs"}}, {"l2", {"1", "10"}}});
  plan.options["iterations"] = "0";  // w = 0 in every cell
  const FoldOutcome fold = cross_validate(plan, 1, fold_of).front();
  ASSERT_EQ(fold.cells.size(), 6U);
  for (const TuningPoint& cell : fold.cells) EXPECT_EQ(cell.value, fold.cells[0].value);
  EXPECT_EQ(fold.best, 0U);
  EXPECT_EQ(fold.cells[fold.best].options, (OptionText{{"optimiser", "sgd"}, {"l2", "10"}}));
}

TEST(CrossValidation, WorksWithoutAGrid) {
  const auto folds = cross_validate(plan_of("listnet", {}), 2, fold_of);
  ASSERT_EQ(folds.size(), 2U);
  ASSERT_EQ(folds[0].cells.size(), 1U);
  EXPECT_TRUE(folds[0].cells[0].options.empty());
}

TEST(CrossValidation, CountsItsCells) {
  EXPECT_EQ(cell_count(usual_plan()), 6U);
  EXPECT_EQ(cell_count(plan_of("listnet", {})), 1U);
  EXPECT_EQ(cell_count(plan_of("listnet", {{"l2", {"1", "2"}}})), 2U);
}

TEST(CrossValidation, GoesOnWhereAnInterruptedOneStopped) {
  const std::vector<FoldOutcome> whole = cross_validate(usual_plan(), 3, fold_of);
  CellLog<FoldOutcome> log;
  EXPECT_TRUE(cross_validate(usual_plan(), 3, fold_of, &log, [](const RunProgress& progress) {
                EXPECT_EQ(progress.of, 18U);
                return progress.done < 5;
              }).empty());
  EXPECT_GE(log.size(), 5U);
  EXPECT_LT(log.size(), 18U);
  expect_same(cross_validate(usual_plan(), 3, fold_of, &log), whole);
  EXPECT_EQ(log.size(), 18U);
  const auto never = [](std::size_t) -> FoldData { throw std::logic_error("nothing to load"); };
  expect_same(cross_validate(usual_plan(), 3, never, &log), whole);
}

TEST(CrossValidation, EndsAtTheFirstError) {
  const ThreadLimit one(1);
  std::vector<std::size_t> loaded;
  const auto load = [&](std::size_t fold) -> FoldData {
    loaded.push_back(fold);
    throw DataError({"Fold" + std::to_string(fold + 1)}, "damaged");
  };
  CellLog<FoldOutcome> log;
  EXPECT_THAT([&] { cross_validate(usual_plan(), 3, load, &log); },
              ThrowsMessage<DataError>(HasSubstr("Fold1")));
  EXPECT_THAT(loaded, ElementsAre(0U));
  EXPECT_EQ(log.size(), 0U);
}

TEST(CrossValidation, GivesUpTheTrainingsThatRunWhenAnEarlierCellFails) {
  CrossvalPlan grid = plan_of("lambdamart", {});
  grid.options = {{"rounds", "1000000"}};
  CrossvalPlan tuned = grid;
  const GridAxis axis{"rounds", {"1000000", "999999"}};
  tuned.tune = TunePlan{.algorithms = tuned_algorithms("lambdamart", {}, std::span(&axis, 1)),
                        .metric = tuned.metric};
  for (const CrossvalPlan& plan : {grid, tuned}) {
    const ThreadLimit two(2);
    std::atomic<bool> trains = false;
    std::atomic<std::size_t> asked = 0;
    const auto load = [&](std::size_t fold) -> FoldData {
      if (fold > 0) {
        trains = true;
        return fold_of(fold);
      }
      // Until another fold is in training, or there is no thread for it.
      for (int i = 0; i < 500 && !(trains && asked > 4); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
      throw DataError({"Fold1"}, "damaged");
    };
    CellLog<FoldOutcome> log;
    EXPECT_THAT(
        [&] {
          cross_validate(plan, 2, load, &log, [&](const RunProgress&) {
            ++asked;
            return true;
          });
        },
        ThrowsMessage<DataError>(HasSubstr("Fold1")));
    EXPECT_EQ(log.size(), 0U);
  }
}

TEST(CrossValidation, EndsWithinATraining) {
  CrossvalPlan tuned = plan_of("listnet", {});
  const GridAxis axis{"l2", {"1", "0.1"}};
  tuned.tune = TunePlan{.algorithms = tuned_algorithms("listnet", {}, std::span(&axis, 1)),
                        .metric = tuned.metric};
  for (const CrossvalPlan& plan : {plan_of("listnet", {}), tuned}) {
    CellLog<FoldOutcome> log;
    std::size_t asked = 0;
    const auto folds = cross_validate(plan, 3, fold_of, &log, [&](const RunProgress& progress) {
      EXPECT_EQ(progress.done, 0U);
      EXPECT_EQ(progress.of, 3U);
      return ++asked < 4;
    });
    EXPECT_EQ(log.size(), 0U) << "kept a cell that was given up";
    EXPECT_TRUE(folds.empty());
    EXPECT_EQ(asked, 4U) << "asked again after the end";
  }
}

TEST(CrossValidation, IsCompleteWhenItIsAskedToStopAfterItsLastCell) {
  const auto folds =
      cross_validate(usual_plan(), 2, fold_of, nullptr,
                     [](const RunProgress& progress) { return progress.done < progress.of; });
  EXPECT_EQ(folds.size(), 2U);
}

TEST(CrossValidation, LoadsEachFoldOnceAndLetsItGo) {
  constexpr std::size_t folds = 5;
  std::array<std::atomic<int>, folds> loaded = {};
  std::mutex mutex;
  std::vector<std::weak_ptr<int>> alive;
  std::size_t most = 0;
  const auto load = [&](std::size_t fold) {
    ++loaded.at(fold);
    FoldData data = fold_of(fold);
    // Data that keeps a mark alive as long as it lives itself.
    auto owner = std::make_shared<std::pair<Dataset, std::shared_ptr<int>>>(
        data.test, std::make_shared<int>(0));
    const std::scoped_lock lock(mutex);
    alive.emplace_back(owner->second);
    std::size_t now = 0;
    for (const auto& mark : alive) now += mark.expired() ? 0U : 1U;
    most = std::max(most, now);
    data.test = Dataset(owner->first.columns(), owner);
    return data;
  };
  CrossvalPlan plan = usual_plan();
  plan.preparation.normaliser.reset();  // which would make the features anew
  const ThreadLimit limit(1);
  cross_validate(plan, folds, load);
  for (const auto& count : loaded) EXPECT_EQ(count, 1);
  EXPECT_EQ(most, 1U);
}

TEST(CrossValidation, RefusesAMissingValueOfTheTestDataBeforeItTrains) {
  CrossvalPlan plan = usual_plan();
  plan.preparation.fill = parse_fill_policy("keep");
  const auto load = [](std::size_t fold) {
    FoldData data = fold_of(fold);
    DatasetBuilder builder(4);
    builder.add_query("gap", GradedTruth{{0}}, std::vector<float>{1, std::nanf(""), 2, 3});
    data.test = std::move(builder).build();
    return data;
  };
  EXPECT_THAT([&] { cross_validate(plan, 1, load); },
              ThrowsMessage<NumericError>(testing::AllOf(
                  HasSubstr("fold 1: "), HasSubstr("feature '2': the value is missing"))));
}

TEST(CrossValidation, TakesMissingValuesWhereTheAlgorithmDoes) {
  CrossvalPlan plan = plan_of("rankboost", {{"rounds", {"3", "10"}}});
  plan.options.clear();
  plan.preparation = {.fill = parse_fill_policy("keep")};
  const auto with_gaps = [](const Dataset& data) {
    FeatureMatrix matrix(data.columns().query_end, data.feature_count(), default_memory_limit());
    std::ranges::copy(data.columns().features, matrix.values().begin());
    for (std::size_t q = 0; q < data.query_count(); ++q) {
      matrix.values()[matrix.begins()[q] + q % 4] = std::nanf("");
    }
    return data.with_features({std::move(matrix), {}, {}});
  };
  const auto load = [&](std::size_t fold) {
    const FoldData data = fold_of(fold);
    return FoldData{with_gaps(data.train), with_gaps(data.vali), with_gaps(data.test)};
  };
  const FoldOutcome fold = cross_validate(plan, 1, load).front();
  const FoldData data = load(0);
  const PreparedTraining training(plan.preparation, data.train, data.vali, plan.metric);
  const TrainedModel by_hand = train("rankboost", fold.cells[fold.best].options, training);
  EXPECT_EQ(fold.cells[fold.best].value, by_hand.summary.validation);
  EXPECT_EQ(fold.test.mean,
            evaluate_scores(data.test, score(by_hand.model, data.test), plan.measures, plan.metric,
                            plan.preparation.truth, plan.preparation.seed)
                .mean);
}

// --- a cell does not depend on the others ---

class CrossValidationOfEvery : public testing::TestWithParam<AlgorithmEntry> {
 protected:
  /// Three values of an option that every algorithm of the kind has, in no order.
  static GridAxis axis() {
    if (GetParam().is_composed) return {"top", {"10", "2", "5"}};
    if (GetParam().path_option.empty()) return {"rounds", {"6", "1", "3"}};
    return {std::string(GetParam().path_option), {"1", "0.001", "30"}};
  }

  static CrossvalPlan plan(std::vector<std::string> values) {
    CrossvalPlan plan = plan_of(std::string(GetParam().name), {{axis().option, values}});
    plan.options.clear();
    if (GetParam().is_composed) {
      plan.options = {{"first", "ranksvm"}, {"rankers", "regression,listnet"}};
    } else if (!GetParam().path_option.empty()) {
      plan.options = {{"iterations", "15"}};
    }
    return plan;
  }
};

TEST_P(CrossValidationOfEvery, TrainsEachCellAsIfItWereAlone) {
  const CrossvalPlan together = plan(axis().values);
  const std::vector<FoldOutcome> folds = cross_validate(together, 2, fold_of);
  for (std::size_t f = 0; f < folds.size(); ++f) {
    const FoldData data = fold_of(f);
    const PreparedTraining training(together.preparation, data.train, data.vali, together.metric);
    ASSERT_EQ(folds[f].cells.size(), 3U);
    for (std::size_t c = 0; c < folds[f].cells.size(); ++c) {
      const TuningPoint& cell = folds[f].cells[c];
      const TrainedModel alone =
          train(together.algorithm, merged(together.options, cell.options), training);
      EXPECT_EQ(cell.value, alone.summary.validation) << cell.options.at(axis().option);
      if (c != folds[f].best) continue;
      EXPECT_EQ(folds[f].weight, feature_weights(alone.model.kind).value);
      const Evaluation test =
          evaluate_scores(data.test, score(alone.model, data.test), together.measures,
                          together.metric, together.preparation.truth, together.preparation.seed);
      EXPECT_EQ(folds[f].test.value, test.value);
      EXPECT_EQ(folds[f].test.mean, test.mean);
    }
  }
}

TEST_P(CrossValidationOfEvery, NeverLosesByMoreValuesToChooseFrom) {
  const std::vector<std::string> values = axis().values;
  std::vector<double> before(3, 0.0);
  for (std::size_t count = 1; count <= values.size(); ++count) {
    const auto some = std::vector(values.begin(), values.begin() + static_cast<long>(count));
    const std::vector<FoldOutcome> folds = cross_validate(plan(some), before.size(), fold_of);
    for (std::size_t f = 0; f < folds.size(); ++f) {
      const double chosen = folds[f].cells[folds[f].best].value;
      EXPECT_GE(chosen, before[f]) << count << " values";
      before[f] = chosen;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, CrossValidationOfEvery,
                         testing::ValuesIn(algorithms().begin(), algorithms().end()),
                         [](const auto& row) {
                           std::string name(row.param.name);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(CrossValidation, RefusesABadGrid) {
  const auto run = [](std::vector<GridAxis> grid) {
    return [grid] { cross_validate(plan_of("listnet", grid), 1, fold_of); };
  };
  EXPECT_THAT(run({{"magic", {"1"}}}), ThrowsMessage<UsageError>(HasSubstr("magic")));
  EXPECT_THAT(run({{"l2", {"1", "much"}}}),
              ThrowsMessage<UsageError>(HasSubstr("found 'much', expected a number")));
  EXPECT_THAT(run({{"l2", {"-1"}}}), ThrowsMessage<UsageError>(HasSubstr("outside")));
  EXPECT_THAT(run({{"l2", {"1"}}, {"l2", {"2"}}}),
              ThrowsMessage<UsageError>(HasSubstr("option 'l2': found it twice")));
  EXPECT_THAT([] { cross_validate(plan_of("magic", {}), 1, fold_of); },
              ThrowsMessage<UsageError>(HasSubstr("unknown algorithm 'magic'")));
}

TEST(Crossval, TakesTheHighestGradeFromAllPartsOfAFold) {
  CrossvalPlan plan = plan_of("ranksvm", {});
  plan.metric.metric = parse_measure("err", *plan.metric.profile);
  plan.measures = parse_measures("err@5,map", *plan.metric.profile);
  const auto folds = cross_validate(plan, 2, fold_of);
  for (const FoldOutcome& fold : folds) {
    EXPECT_EQ(fold.metric, "err(max=2)");
    EXPECT_THAT(fold.test.measure, ElementsAre("err(max=2)@5", "map"));
    EXPECT_THAT(fold.vali.measure, ElementsAre("err(max=2)@5", "map"));
  }
  const auto other_labels = [](std::size_t fold) {
    FoldData data = fold_of(fold);
    if (fold == 0) return data;
    DatasetBuilder builder(4);
    builder.add_query("q", GradedTruth{{7, 0}}, std::vector<float>(8));
    data.test = std::move(builder).build();
    return data;
  };
  EXPECT_THAT([&] { cross_validate(plan, 2, other_labels); },
              ThrowsMessage<UsageError>(HasSubstr("err(max=2)@5 and err(max=7)@5")));
}

TEST(CrossValidation, LearnsPairsInsteadOfLabels) {
  CrossvalPlan plan = plan_of("ranksvm", {});
  const auto load = [](std::size_t fold) {
    FoldData data = fold_of(fold);
    // Those of the labels, turned round.
    QueryPairs pairs(data.train.query_count());
    for (std::size_t q = 0; q < pairs.size(); ++q) {
      const auto label = data.train[q].truth.label;
      for (DocIndex a = 0; a < label.size(); ++a) {
        for (DocIndex b = 0; b < label.size(); ++b) {
          if (label[a] > label[b]) pairs[q].push_back({b, a});
        }
      }
    }
    merge_equal_pairs(pairs);
    data.pairs = std::move(pairs);
    return data;
  };
  const FoldOutcome by_label = cross_validate(plan, 1, fold_of).front();
  const FoldOutcome by_pairs = cross_validate(plan, 1, load).front();
  ASSERT_EQ(by_pairs.weight.size(), by_label.weight.size());
  EXPECT_LT(by_pairs.weight[0] * by_label.weight[0], 0.0) << "they teach the opposite";
  EXPECT_LT(by_pairs.test.mean[1], by_label.test.mean[1]);
  plan.algorithm = "listnet";
  EXPECT_THAT([&] { cross_validate(plan, 1, load); },
              ThrowsMessage<UsageError>(HasSubstr("listnet cannot be trained on pairs")));
}

TEST(CrossValidation, ChoosesAndMeasuresUnderTheRulesOfItsMetric) {
  CrossvalPlan plan = plan_of("ranksvm", {{"c", {"0.01", "1"}}});
  plan.metric.skips_blank = true;
  plan.metric.lists = ListRule::condensed;
  plan.measures = parse_measures("p@1,ndcg@10,judged@10", *plan.metric.profile);
  const auto load = [](std::size_t fold) {
    FoldData data = fold_of(fold);
    // A blank query, and a document that nobody judged, in validation and test data.
    for (Dataset* part : {&data.vali, &data.test}) {
      std::vector<WeakOrder> truth;
      for (std::size_t q = 0; q < part->query_count(); ++q) {
        const auto label = (*part)[q].truth.label;
        GradedTruth changed{{label.begin(), label.end()}};
        changed.label[0] = -1.0;
        if (q == 0) changed.label.assign(label.size(), 0.0);
        truth.push_back(weak_order(changed));
      }
      *part = part->with_truth(truth);
    }
    return data;
  };
  const FoldOutcome fold = cross_validate(plan, 1, load).front();
  const FoldData data = load(0);
  EXPECT_EQ(fold.test.query.size(), data.test.query_count() - 1);
  EXPECT_EQ(fold.vali.query.size(), data.vali.query_count() - 1);
  EXPECT_EQ(fold.test.lists, ListRule::condensed);
  EXPECT_LT(fold.test.mean[2], 1.0);
  EXPECT_EQ(fold.cells[fold.best].value, fold.vali.mean[1]) << "chosen by what is reported";
}

}  // namespace
}  // namespace podium
