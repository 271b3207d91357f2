#include "podium/learning/experiment/tuning/search.hpp"

#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/measure/profile.hpp"
#include "podium/learning/experiment/tuning/planted_data_fixture.hpp"
#include "podium/learning/experiment/tuning/search_ladder.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

SearchPlan plan_for(std::string_view algorithm, std::size_t budget, const OptionText& options = {},
                    const std::vector<GridAxis>& grid = {}) {
  const Profile& profile = find_profile("standard");
  return {.space = candidate_space(algorithm, options, grid),
          .budget = TrainingCount{budget},
          .tune = {.algorithms = {},
                   .preparation = {},
                   .metric = {parse_measure("ndcg@10", profile), &profile, profile.ties},
                   .baseline = {}}};
}

std::string text_of(const Search& search) {
  std::string text = to_json(search.trained.model);
  for (const SearchedCandidate& own : search.candidates) {
    text += "\n" + own.candidate.algorithm + own.refused;
    for (const auto& [option, value] : own.candidate.options) text += " " + option + "=" + value;
    for (const double value : own.values) text += " " + to_text(value);
  }
  return text;
}

TEST(Search, GivesTheSameForAnyNumberOfThreads) {
  const Dataset train = planted(30, 1);
  const SearchPlan plan = plan_for("regression", 16, {{"model", "linear"}});
  std::vector<std::string> found;
  for (const std::size_t threads : {1U, 3U}) {
    const ThreadLimit limit(threads);
    found.push_back(text_of(*search(plan, train, nullptr)));
  }
  EXPECT_EQ(found[0], found[1]);
}

TEST(Search, SpendsItsBudgetAndComparesTheBestOnAllFolds) {
  const Search found =
      *search(plan_for("regression", 17, {{"model", "linear"}}), planted(30, 1), nullptr);
  EXPECT_EQ(found.trainings, 15U);
  EXPECT_THAT(found.rungs, ElementsAre("1 of 5 folds", "2 of 5 folds", "5 of 5 folds"));
  ASSERT_EQ(found.candidates.size(), 9U);
  EXPECT_EQ(found.candidates.front().values.size(), 3U);
  EXPECT_EQ(found.candidates.back().values.size(), 1U);
}

TEST(Search, TrainsTheBestAsTrainDoesWithTheseOptions) {
  const Dataset train = planted(30, 1);
  const Dataset vali = planted(12, 2);
  for (const TuneRule rule : {TuneRule::inner, TuneRule::split}) {
    SearchPlan plan = plan_for("listnet", 6, {{"model", "linear"}});
    plan.tune.rule = rule;
    plan.tune.refits_with_vali = rule == TuneRule::inner;
    const Search found = *search(plan, train, &vali);
    const GridCell& best = found.candidates.front().candidate;
    TunePlan same = plan.tune;
    same.algorithms = {tuned_algorithm(best.algorithm, best.options)};
    EXPECT_EQ(to_json(found.trained.model), to_json(tune(same, train, &vali)->trained.model));
    EXPECT_EQ(found.trained.summary.queries, rule == TuneRule::inner ? 42U : 30U);
  }
}

TEST(Search, ValuesCandidatesAsTuneDoes) {
  const Dataset train = planted(30, 1);
  const std::vector<GridAxis> grid = {{"strength", {"-1", "1"}}};
  const SearchPlan plan = plan_for("regression", 60, {{"model", "linear"}}, grid);
  const Search found = *search(plan, train, nullptr);
  EXPECT_EQ(found.trainings, 10U) << "two candidates on all folds";
  TunePlan same = plan.tune;
  same.algorithms = {tuned_algorithm("regression", {}, grid)};
  const Tuning tuning = *tune(same, train, nullptr);
  for (const SearchedCandidate& own : found.candidates) {
    for (const TuningPoint& point : tuning.grid().points) {
      if (point.options.at("strength") != own.candidate.options.at("strength")) continue;
      EXPECT_EQ(own.values.back(), point.value);
    }
  }
}

TEST(Search, ContinuesFromWhatItRemembers) {
  const Dataset train = planted(30, 1);
  const SearchPlan plan = plan_for("regression", 15, {{"model", "linear"}});
  const std::string whole = text_of(*search(plan, train, nullptr));
  const std::filesystem::path path = testing::TempDir() + "search.cells";
  std::filesystem::remove(path);
  const ThreadLimit one(1);
  for (const std::size_t end : {4U, 11U, 15U}) {
    CellLog<CellScores> log({.path = path, .identity = "search"});
    EXPECT_FALSE(search(plan, train, nullptr, &log,
                        [&](const RunProgress& progress) { return progress.done < end; }));
    EXPECT_EQ(log.size(), end);
  }
  CellLog<CellScores> log({.path = path, .identity = "search"});
  EXPECT_EQ(text_of(*search(plan, train, nullptr, &log)), whole);
  EXPECT_EQ(read_whole_lines(path).size(), 1U + 15U) << "nothing is trained twice";
}

TEST(Search, ReportsWhatIsRefusedAndGoesOn) {
  const Search found = *search(
      plan_for("ranksvm-l1", 10, {{"strength", "-1"}}, {{"optimiser", {"newton", "bundle"}}}),
      planted(20, 1), nullptr);
  EXPECT_EQ(found.candidates.front().candidate.options.at("optimiser"), "bundle");
  EXPECT_THAT(found.candidates.back().values, IsEmpty());
  EXPECT_THAT(found.candidates.back().refused, HasSubstr("second derivatives"));
  EXPECT_THAT(
      [] {
        search(plan_for("ranksvm-l1", 10, {{"optimiser", "newton"}}), planted(20, 1), nullptr);
      },
      ThrowsMessage<UsageError>(HasSubstr("second derivatives")));
}

TEST(Search, IsLimitedByTime) {
  SearchPlan plan = plan_for("regression", 0, {{"model", "linear"}});
  plan.budget = SearchTime{20.0};
  const Search found = *search(plan, planted(12, 1, 3), nullptr);
  EXPECT_EQ(found.candidates.size(), 10U) << "there is time for all";
  EXPECT_EQ(found.rungs.size(), 3U);
  plan.budget = SearchTime{1e-9};
  EXPECT_THAT([&] { search(plan, planted(12, 1, 3), nullptr); },
              ThrowsMessage<UsageError>(HasSubstr("not finished in time")));
}

TEST(SplitLadder, TrainsOnGrowingSharesAndNeverOnValidationData) {
  const Dataset train = planted(45, 1);
  const Dataset vali = planted(12, 2);
  const SearchLadder ladder = split_ladder(train, &vali, 1);
  EXPECT_THAT(ladder.names,
              ElementsAre("11 % of the queries", "33 % of the queries", "all queries"));
  ASSERT_EQ(ladder.folds.size(), 3U);
  EXPECT_EQ(ladder.folds[0].train.size(), 5U);
  EXPECT_EQ(ladder.folds[1].train.size(), 15U);
  EXPECT_EQ(ladder.folds[2].train.size(), 45U);
  for (std::size_t f = 0; f < 3; ++f) {
    EXPECT_LT(ladder.folds[f].train.back(), 45U);
    EXPECT_EQ(ladder.folds[f].held_out.front(), 45U);
    EXPECT_EQ(ladder.folds[f].held_out.size(), 12U);
    if (f > 0) {
      EXPECT_TRUE(std::ranges::includes(ladder.folds[f].train, ladder.folds[f - 1].train));
    }
  }
  EXPECT_THAT(split_ladder(planted(1, 1), &vali, 1).names, ElementsAre("all queries"));
  EXPECT_THROW(split_ladder(train, nullptr, 1), UsageError);
}

TEST(InnerLadder, HasTheFoldsOfTune) {
  EXPECT_THAT(inner_ladder(planted(3, 1), 1).names,
              ElementsAre("1 of 3 folds", "2 of 3 folds", "3 of 3 folds"));
  EXPECT_THAT(inner_ladder(planted(2, 1), 1).names, ElementsAre("1 of 2 folds", "2 of 2 folds"));
  EXPECT_THAT([] { inner_ladder(planted(1, 1), 1); },
              ThrowsMessage<UsageError>(HasSubstr("2 folds need as many queries")));
}

}  // namespace
}  // namespace podium
