#include <algorithm>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/synth/synth.hpp"
#include "podium/learning/learn/parts_run.hpp"
#include "podium/learning/learn/train.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

Dataset queries(std::uint64_t seed, std::size_t count = 30) {
  return synthesise({.queries = count, .documents = 20, .features = 6}, seed).data;
}

MetricPlan metric(const char* name) {
  const Profile& profile = find_profile("standard");
  return {parse_measure(name, profile), &profile, TieRule::input};
}

PreparedTraining with_validation(const char* name = "ndcg@10") {
  return {{.normaliser = NormaliserKind::query_minmax}, queries(1), queries(2), metric(name)};
}

const ReRanking& stages_of(const TrainedModel& trained) {
  return std::get<ReRanking>(trained.model.kind);
}

const OptionText quick = {{"topslack.iterations", "30"}, {"listnet.iterations", "10"}};

// --- what it is made of ---

TEST(TopRank, IsItsPartsTrainedAloneAndPutTogetherByHand) {
  const PreparedTraining data = with_validation();
  const TrainedModel trained = train("toprank", merged(quick, {{"ranksvm.c", "0.01"}}), data);
  const ReRanking& model = stages_of(trained);

  const OptionText penalty = {{"strength", "-1"}};
  const TrainedModel first =
      train("topslack", merged(penalty, {{"iterations", "30"}, {"cutoff", "100"}}), data);
  const std::vector<std::pair<std::string, TrainedModel>> voters = {
      {"topslack", first},
      {"regression", train("regression", penalty, data)},
      {"ranksvm", train("ranksvm", {{"c", "0.01"}}, data)},
      {"listnet", train("listnet", merged(penalty, {{"iterations", "10"}}), data)}};
  EXPECT_EQ(model.first->name, "topslack");
  EXPECT_EQ(model.first->kind, first.model.kind);
  ASSERT_EQ(model.voters.size(), voters.size());
  for (std::size_t v = 0; v < voters.size(); ++v) {
    EXPECT_EQ(model.voters[v].ranker.name, voters[v].first);
    EXPECT_EQ(model.voters[v].ranker.kind, voters[v].second.model.kind);
    EXPECT_EQ(model.voters[v].weight, *voters[v].second.summary.validation);
  }

  const Dataset test = queries(3);
  const std::vector<double> scores = score(trained.model, test);
  const std::vector<double> base = score(first.model, test);
  for (std::size_t q = 0; q < test.query_count(); ++q) {
    const QueryView view = test[q];
    const auto own = [&](std::span<const double> all) {
      return all.subspan(view.first_row, view.size());
    };
    const std::vector<DocIndex> order = rank_by_score(own(base)).order;
    std::vector<Ballot> ballots;
    for (const auto& [name, voter] : voters) {
      const std::vector<double> all = score(voter.model, test);
      std::vector<double> of_order;
      for (const DocIndex doc : order) of_order.push_back(own(all)[doc]);
      ballots.push_back(ballot_by_score(order, of_order, *voter.summary.validation));
      const std::size_t depth = view.size() / 2;
      ballots.back().order.resize(depth);  // without ties
      ballots.back().tie_end.resize(depth);
      ballots.back().score.resize(depth);
    }
    const Election election(view.size(), ballots, order);
    EXPECT_EQ(rank_by_score(own(scores)).order,
              find_aggregator("skr").make({})(election).ranking.order);
  }
}

TEST(TopRank, WeighsVotersOnTheTrainingDataWithoutValidationData) {
  const PreparedTraining data({}, queries(1));
  for (const auto& [measure, name] : {std::pair{"ndcg", "ndcg@10"}, {"precision", "p@10"}}) {
    const TrainedModel trained = train("toprank", merged(quick, {{"measure", measure}}), data);
    const MetricPlan plan = metric(name);
    for (const Voter& voter : stages_of(trained).voters) {
      const std::vector<double> scores = score(voter.ranker.kind, data.train());
      EXPECT_EQ(voter.weight, evaluate(scored_queries(data.train(), scores),
                                       std::span(&plan.metric, 1), *plan.profile, plan.ties)
                                  .mean.front());
    }
    EXPECT_FALSE(trained.summary.validation);
  }
}

TEST(TopRank, WeighsByItsMeasureWhenLessOfTheMetricIsBetter) {
  const PreparedTraining data({.truth = parse_truth_setting("topk:5")}, queries(1), queries(2),
                              metric("topk-loss@3"));
  const OptionText options = {{"first", "ranksvm"}, {"rankers", "regression,listnet"}};
  const TrainedModel trained = train("toprank", options, data);
  const MetricPlan ndcg = metric("ndcg@10");
  const HeldOut judge{data.validation()->data, ndcg.metric, ndcg.profile, ndcg.ties};
  for (const Voter& voter : stages_of(trained).voters) {
    EXPECT_EQ(voter.weight, judge.value_of(score(voter.ranker.kind, judge.data)));
  }
}

TEST(TopRank, LetsTheFirstRankerVoteWithoutTrainingItAgain) {
  OptionText options = {{"first", "regression"},
                        {"rankers", "ranksvm,regression"},
                        {"top", "7"},
                        {"depth", "3"},
                        {"aggregation", "rrf(k=5)"}};
  const TrainedModel trained = train("toprank", options, with_validation());
  const ReRanking& model = stages_of(trained);
  ASSERT_EQ(model.voters.size(), 2U);
  EXPECT_EQ(model.voters[1].ranker, *model.first);
  EXPECT_EQ(model.top, 7U);
  EXPECT_EQ(model.depth, 3U);
  EXPECT_EQ(to_text(model.aggregation), "rrf(k=5)");
}

TEST(TopRank, SaysTheMeasureToTopSlackAlone) {
  const PreparedTraining data = with_validation();
  const TrainedModel trained = train("toprank", merged(quick, {{"measure", "precision"}}), data);
  const TrainedModel alone =
      train("topslack", {{"iterations", "30"}, {"measure", "precision"}, {"strength", "-1"}}, data);
  EXPECT_EQ(stages_of(trained).first->kind, alone.model.kind);
}

TEST(TopRank, CanWeighAllVotersEqually) {
  const PreparedTraining data = with_validation();
  const TrainedModel trained = train("toprank", merged(quick, {{"weights", "equal"}}), data);
  for (const Voter& voter : stages_of(trained).voters) EXPECT_EQ(voter.weight, 1.0);
}

TEST(TopRank, RanksAsManyDocumentsAgainAsTheSmallestTrainingQueryHas) {
  const OptionText options = {{"first", "regression"}, {"rankers", "ranksvm"}, {"top", "min"}};
  const auto smallest = [](const PreparedTraining& data) {
    std::size_t least = data.train()[0].size();
    for (std::size_t q = 0; q < data.train().query_count(); ++q) {
      least = std::min(least, data.train()[q].size());
    }
    return least;
  };
  const PreparedTraining few({}, queries(1));
  EXPECT_LT(smallest(few), 100U);
  EXPECT_EQ(stages_of(train("toprank", options, few)).top, smallest(few));
  const PreparedTraining many({},
                              synthesise({.queries = 3, .documents = 400, .features = 3}, 1).data);
  EXPECT_GT(smallest(many), 100U);
  EXPECT_EQ(stages_of(train("toprank", options, many)).top, 100U);
  EXPECT_THROW(train("toprank", merged(options, {{"top", "0"}}), few), UsageError);
}

// --- tuning ---

TEST(TopRank, TunesWhatIsNotSetOnValidationData) {
  const PreparedTraining data = with_validation();
  const TrainedModel trained = train("toprank",
                                     {{"first", "ranksvm"},
                                      {"rankers", "regression,listnet"},
                                      {"listnet.l2", "3"},
                                      {"tune", "true"}},
                                     data);
  const ReRanking& model = stages_of(trained);
  double best = 0.0;
  for (const char* c :
       {"1e-5", "1e-4", "1e-3", "0.01", "0.1", "1", "10", "100", "1000", "1e4", "1e5"}) {
    best = std::max(best, *train("ranksvm", {{"c", c}}, data).summary.validation);
  }
  const HeldOut& held = *data.validation();
  EXPECT_EQ(held.value_of(score(model.first->kind, held.data)), best);
  EXPECT_EQ(model.voters[1].ranker.kind, train("listnet", {{"l2", "3"}}, data).model.kind);
}

TEST(TrainParts, TakesTheFirstOfEqualsAlongAPath) {
  // One held-out query that every model ranks as it should be.
  DatasetBuilder builder(1);
  builder.add_query("easy", GradedTruth{{0, 1}}, std::vector<float>{0, 1});
  const Dataset easy = std::move(builder).build();
  const PreparedTraining data({}, easy, easy, metric("map"));
  TrainingTask task{.train = data.train(), .validation = data.validation()};
  const AlgorithmEntry& listnet = find_algorithm("listnet");
  const OptionText last = {{"keep", "last"}};  // the minimum, which depends on l2
  const auto found = train_parts(task, {{&listnet, last, {"10", "0.1", "0.001"}}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].summary.validation, 1.0);
  EXPECT_EQ(found[0].kind, train("listnet", merged(last, {{"l2", "10"}}), data).model.kind);
  EXPECT_NE(found[0].kind, train("listnet", merged(last, {{"l2", "0.001"}}), data).model.kind);
}

TEST(TopRank, RefusesToTuneWithoutValidationData) {
  const PreparedTraining data({}, queries(1));
  EXPECT_THAT(
      [&] {
        train("toprank", {{"tune", "true"}}, data);
      },
      ThrowsMessage<UsageError>(HasSubstr("expected some to choose c of topslack on")));
}

// --- interruption, checkpoints ---

TEST(TopRank, KeepsThePartsThatAreDoneWhenInterrupted) {
  const PreparedTraining data = with_validation();
  const OptionText options = {{"first", "ranksvm"}, {"rankers", "regression,listnet"}};
  std::size_t all = 0;
  const auto stopped_after = [&](std::size_t iterations) {
    std::size_t seen = 0;
    return train("toprank", options, data, {.progress = [&](const TrainingProgress&) {
                   all = std::max(all, ++seen);
                   return seen < iterations;
                 }});
  };
  EXPECT_FALSE(stopped_after(1'000'000).summary.interrupted);
  std::size_t most = 0;
  for (std::size_t n = 1; n < all; ++n) {
    const TrainedModel trained = stopped_after(n);
    EXPECT_TRUE(trained.summary.interrupted);
    EXPECT_EQ(trained.summary.stop, "interrupted");
    EXPECT_GE(stages_of(trained).voters.size(), most);
    most = stages_of(trained).voters.size();
    EXPECT_LT(most, 2U);
    const Dataset test = queries(3, 2);
    EXPECT_EQ(score(trained.model, test).size(), test.row_count());
  }
  EXPECT_EQ(most, 1U);
}

TEST(TopRank, CountsProgressOverAllParts) {
  std::vector<double> fractions;
  train("toprank", quick, with_validation(), {.progress = [&](const TrainingProgress& p) {
          fractions.push_back(static_cast<double>(p.iteration) / static_cast<double>(p.limit));
          return true;
        }});
  EXPECT_LT(fractions.front(), 0.25);
  EXPECT_GT(fractions.back(), 0.75);
  EXPECT_LE(fractions.back(), 1.0);
}

TEST(TopRank, GoesOnFromTheEndOfAnyTunedPartToTheSameModel) {
  const PreparedTraining data = with_validation();
  const OptionText options = {{"first", "ranksvm"},
                              {"rankers", "rankboost,listnet"},
                              {"rankboost.rounds", "5"},
                              {"tune", "true"},
                              {"listnet.iterations", "5"}};
  std::vector<Checkpoint> saved;
  const TrainedModel whole =
      train("toprank", options, data,
            {.checkpoint = {.save = [&](const Checkpoint& c) { saved.push_back(c); },
                            .seconds_between = 0.0}});
  ASSERT_GT(saved.size(), 40U);
  EXPECT_EQ(saved.back().finished.size(), 23U);
  for (std::size_t i = 0; i < saved.size(); i += 17) {
    const TrainedModel resumed =
        train("toprank", options, data, {.checkpoint = {.from = saved[i]}});
    EXPECT_EQ(to_json(resumed.model), to_json(whole.model)) << i;
    EXPECT_EQ(resumed.summary.skipped, whole.summary.skipped);
  }
}

TEST(TopRank, RefusesTheCheckpointOfOtherParts) {
  const PreparedTraining data = with_validation();
  std::optional<Checkpoint> saved;
  const OptionText options = {{"first", "regression"}, {"rankers", "ranksvm"}};
  train("toprank", options, data,
        {.checkpoint = {.save = [&](const Checkpoint& c) { saved = c; }, .seconds_between = 0.0}});
  ASSERT_EQ(saved->finished.size(), 2U);
  const RunOptions run{.checkpoint = {.from = saved}};
  EXPECT_THROW(train("toprank", {{"first", "ranksvm"}, {"rankers", "regression"}}, data, run),
               DataError);
  saved->finished.resize(3);
  EXPECT_THROW(train("toprank", options, data, {.checkpoint = {.from = saved}}), DataError);
}

// --- options ---

TEST(TopRank, SaysWhatIsWrongWithItsOptions) {
  const auto refusal = [](const OptionText& options) -> std::string {
    try {
      find_algorithm("toprank").check(options);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal({{"topslack.c", "3"}, {"ranksvm.c-scale", "mean"}}), "accepted");
  EXPECT_EQ(refusal({{"rankers", "listmle, frank"}, {"frank.rounds", "3"}}), "accepted");
  EXPECT_EQ(refusal({{"listmle.l2", "1"}}),
            "option 'listmle.l2': found 'listmle', expected one of: topslack, regression, ranksvm, "
            "listnet");
  EXPECT_THAT(refusal({{"ranksvm.l2", "1"}}), HasSubstr("ranksvm: unknown option 'l2'"));
  EXPECT_THAT(refusal({{"ranksvm.c", "-1"}}), HasSubstr("ranksvm: option 'c' = -1 is outside"));
  EXPECT_THAT(refusal({{"first", "magic"}}), HasSubstr("unknown algorithm 'magic'"));
  EXPECT_THAT(refusal({{"rankers", "toprank"}}), HasSubstr("does not combine others"));
  EXPECT_THAT(refusal({{"rankers", "listnet,listnet"}}), HasSubstr("found 'listnet' twice"));
  EXPECT_THAT(refusal({{"rankers", ""}}), HasSubstr("found no algorithm, expected at least one"));
  EXPECT_THAT(refusal({{"aggregation", "skr(sort=bubble)"}}), HasSubstr("found 'bubble'"));
}

TEST(TopRank, RefusesAModelToStartFrom) {
  const PreparedTraining data = with_validation();
  const RankingModel start = train("regression", {}, data).model;
  EXPECT_THAT([&] { train("toprank", quick, data, {.start = &start}); },
              ThrowsMessage<UsageError>(HasSubstr("cannot start from a model")));
}

TEST(TopRank, TakesMissingValuesWhenAllPartsDo) {
  const AlgorithmEntry& entry = find_algorithm("toprank");
  EXPECT_FALSE(entry.accepts_missing({}));
  EXPECT_TRUE(entry.accepts_missing({{"first", "rankboost"}, {"rankers", "frank"}}));
  EXPECT_FALSE(entry.accepts_missing({{"first", "rankboost"}, {"rankers", "frank,listnet"}}));
}

}  // namespace
}  // namespace podium
