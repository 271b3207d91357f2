#include "podium/learning/experiment/tuning/halving.hpp"

#include <map>
#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Le;
using testing::ThrowsMessage;

const std::vector<Rung> five_folds = {{{0}}, {{0, 1}}, {{0, 1, 2, 3, 4}}};
const std::vector<Rung> shares = {{{0}}, {{1}}, {{2}}};

/// Candidates of known quality, seen through noise; a training takes one second of a made-up clock.
class MadeUpTrials : public Trials {
 public:
  explicit MadeUpTrials(std::vector<double> quality, double noise = 0.0)
      : quality_(std::move(quality)), noise_(noise) {}

  bool run(std::span<const Trial> trials, const TrialLimits& limits) override {
    for (const Trial& trial : trials) {
      if (ends_after == trained.size()) return false;
      if (clock >= limits.begin_before) continue;
      EXPECT_TRUE(trained.insert({trial.candidate, trial.fold}).second) << "trained twice";
      clock += slow.contains(trial.candidate) ? 50.0 : 1.0;
      if (clock > limits.end_before) refused.insert(trial.candidate);
    }
    return true;
  }

  std::optional<double> value(std::size_t candidate,
                              std::span<const std::size_t> folds) const override {
    if (refused.contains(candidate)) return std::nullopt;
    double sum = 0.0;
    for (const std::size_t fold : folds) {
      if (!trained.contains({candidate, fold})) return std::nullopt;
      RandomStream random(fold, std::to_string(candidate), "noise");
      sum += quality_[candidate] + noise_ * random.normal();
    }
    return sum / static_cast<double>(folds.size());
  }

  bool is_better(double value, double than) const override { return value > than; }
  double seconds() const override { return clock; }
  double expected_seconds(const Trial& trial) const override {
    return slow.contains(trial.candidate) ? 50.0 : 1.0;
  }

  std::set<std::pair<std::size_t, std::size_t>> trained;
  std::set<std::size_t> refused;
  std::set<std::size_t> slow;
  double clock = 0.0;
  std::size_t ends_after = 1'000'000;

 private:
  std::vector<double> quality_;
  double noise_;
};

std::vector<double> qualities(std::size_t count, std::size_t best) {
  std::vector<double> quality;
  for (std::size_t c = 0; c < count; ++c) {
    quality.push_back(c == best ? 1.0 : 0.5 * static_cast<double>(c % 7) / 7.0);
  }
  return quality;
}

TEST(PlanHalving, TakesAThirdFromRungToRung) {
  EXPECT_THAT(plan_halving(five_folds, 60, 1, 1000), ElementsAre(36, 12, 4));
  EXPECT_THAT(plan_halving(five_folds, 15, 1, 1000), ElementsAre(9, 3, 1));
  EXPECT_THAT(plan_halving(shares, 13, 1, 1000), ElementsAre(9, 3, 1));
}

TEST(PlanHalving, HasFewerRungsForAFewTrainings) {
  EXPECT_THAT(plan_halving(five_folds, 1, 1, 1000), ElementsAre(1));
  EXPECT_THAT(plan_halving(five_folds, 2, 1, 1000), ElementsAre(2));
  EXPECT_THAT(plan_halving(five_folds, 4, 1, 1000), ElementsAre(3, 1));
  EXPECT_THAT(plan_halving(five_folds, 19, 19, 1000), ElementsAre(19));
}

TEST(PlanHalving, LetsMoreGoOnIfThereAreFewCandidates) {
  EXPECT_THAT(plan_halving(five_folds, 60, 1, 6), ElementsAre(6, 6, 6));
  EXPECT_THAT(plan_halving(five_folds, 60, 1, 1), ElementsAre(1, 1, 1));
  EXPECT_THAT(plan_halving(five_folds, 40, 1, 20), ElementsAre(20, 9, 3));
}

TEST(PlanHalving, RefusesLessThanOneTrainingPerRequiredCandidate) {
  EXPECT_THAT([] { plan_halving(five_folds, 18, 19, 1000); },
              ThrowsMessage<UsageError>(
                  HasSubstr("a budget of 18 trainings is too small; expected at least 19")));
}

TEST(Halve, NeverSpendsMoreThanTheBudgetAndAboutAllOfIt) {
  for (const auto& rungs : {five_folds, shares}) {
    for (std::size_t budget = 1; budget < 130; ++budget) {
      MadeUpTrials trials(qualities(200, 0));
      const Halving halving = *halve(rungs, 200, 1, TrainingCount{budget}, trials);
      EXPECT_THAT(trials.trained.size(), Le(budget));
      EXPECT_GE(trials.trained.size() + 5, budget);
      EXPECT_EQ(halving.order.size(), halving.values.size()) << "all that were tried have a value";
    }
  }
}

TEST(Halve, KeepsTheCandidateThatLeadsOnEveryRung) {
  for (std::size_t budget = 1; budget < 100; ++budget) {
    const std::size_t tried = plan_halving(five_folds, budget, 1, 200).front();
    for (const std::size_t best : {std::size_t{0}, tried / 2, tried - 1}) {
      MadeUpTrials trials(qualities(200, best));
      const Halving halving = *halve(five_folds, 200, 1, TrainingCount{budget}, trials);
      EXPECT_EQ(halving.order.front(), best);
      EXPECT_EQ(halving.values[best].size(), halving.rungs.size());
    }
  }
}

TEST(Halve, GivesTheSameTwiceAndOrdersByRungAndValue) {
  MadeUpTrials first(qualities(36, 5), 0.3);
  MadeUpTrials second(qualities(36, 5), 0.3);
  const Halving halving = *halve(five_folds, 36, 1, TrainingCount{60}, first);
  const Halving again = *halve(five_folds, 36, 1, TrainingCount{60}, second);
  EXPECT_EQ(halving.order, again.order);
  EXPECT_EQ(halving.values, again.values);
  EXPECT_EQ(first.trained, second.trained);
  for (std::size_t i = 1; i < halving.order.size(); ++i) {
    const std::vector<double>& before = halving.values[halving.order[i - 1]];
    const std::vector<double>& after = halving.values[halving.order[i]];
    EXPECT_GE(before.size(), after.size());
    if (before.size() == after.size()) EXPECT_GE(before.back(), after.back());
  }
}

TEST(Halve, TakesTheFirstOfEqualCandidates) {
  MadeUpTrials trials(std::vector<double>(36, 0.5));
  EXPECT_EQ(halve(five_folds, 36, 1, TrainingCount{60}, trials)->order.front(), 0U);
}

TEST(Halve, GoesOnWithoutThoseThatAreRefused) {
  MadeUpTrials trials(qualities(36, 4));
  trials.refused = {4, 0};
  const Halving halving = *halve(five_folds, 36, 1, TrainingCount{60}, trials);
  EXPECT_EQ(halving.order.size(), 34U);
  EXPECT_THAT(halving.values[4], IsEmpty());
  MadeUpTrials none(qualities(2, 0));
  none.refused = {0, 1};
  EXPECT_THAT(halve(five_folds, 2, 1, TrainingCount{60}, none)->order, IsEmpty());
}

TEST(Halve, EndsWhenTheUserDoes) {
  for (const std::size_t after : {0U, 10U, 40U, 50U}) {
    MadeUpTrials trials(qualities(36, 0));
    trials.ends_after = after;
    EXPECT_FALSE(halve(five_folds, 36, 1, TrainingCount{60}, trials));
    EXPECT_EQ(trials.trained.size(), after);
  }
}

TEST(HalveByTime, BeginsOnlyWhatItCanPayFor) {
  MadeUpTrials trials(qualities(500, 20));
  const Halving halving = *halve(five_folds, 500, 2, SearchTime{60.0}, trials);
  EXPECT_EQ(halving.order.size(), 36U) << "60 % of the time";
  EXPECT_EQ(halving.order.front(), 20U);
  EXPECT_EQ(halving.rungs.size(), 3U);
  EXPECT_LE(trials.clock, 60.0);
}

TEST(HalveByTime, LeavesARungOutThatIsTooExpensive) {
  MadeUpTrials trials(qualities(500, 1));
  trials.slow = {1};
  const Halving halving = *halve(five_folds, 500, 2, SearchTime{100.0}, trials);
  EXPECT_EQ(halving.order.front(), 1U);
  EXPECT_EQ(halving.rungs.size(), 1U) << "one more training of the best does not fit";
  EXPECT_LE(trials.clock, 100.0);
}

TEST(HalveByTime, TriesTheRequiredOnesEvenIfTheyTakeLong) {
  MadeUpTrials trials(qualities(500, 1));
  trials.slow = {0, 1};
  const Halving halving = *halve(five_folds, 500, 2, SearchTime{101.0}, trials);
  EXPECT_EQ(halving.order.size(), 2U);
  MadeUpTrials late(qualities(500, 1));
  late.slow = {0, 1};
  EXPECT_THAT(halve(five_folds, 500, 2, SearchTime{40.0}, late)->order, IsEmpty());
}

TEST(HalveByTime, DoesNotCountARungThatTimeEnded) {
  class Underestimated : public MadeUpTrials {
   public:
    using MadeUpTrials::MadeUpTrials;
    double expected_seconds(const Trial&) const override { return 0.01; }
  };
  Underestimated trials(qualities(500, 0));
  const Halving halving = *halve(five_folds, 500, 2, SearchTime{10.0}, trials);
  EXPECT_EQ(halving.rungs.size(), 1U);
  EXPECT_EQ(halving.order.front(), 0U);
}

}  // namespace
}  // namespace podium
