#include "podium/learning/loss/label_map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/learning/loss/loss_fixture.hpp"

namespace podium {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pointwise;
using testing::Property;
using testing::ThrowsMessage;

std::vector<double> targets(const LabelMap& map, const WeakOrder& truth) {
  std::vector<double> psi(truth.label.size());
  map.write_targets(truth.view(), psi);
  return psi;
}

TEST(LabelMap, KeepsLabelsAsTheyAreByDefault) {
  EXPECT_THAT(targets({}, fixture::graded), ElementsAre(0, 2, 1, 0, 2, 1));
  EXPECT_THAT(targets({}, fixture::top3), ElementsAre(0, 2, 1, 0, 3, 0));
  EXPECT_THAT(targets({}, fixture::full), ElementsAre(1, 4, 3, 0, 5, 2));
}

TEST(LabelMap, GivesTheGainOfLabels) {
  EXPECT_THAT(targets({.value = LabelValue::gain, .scale = 2.0}, fixture::top3),
              ElementsAre(0, 6, 2, 0, 14, 0));
}

TEST(LabelMap, PowerSetsTheRatioOfLevelsAlikeInEveryQuery) {
  const LabelMap map{.power = 3.0};
  EXPECT_THAT(targets(map, weak_order(GradedTruth{{0, 1, 2}})), ElementsAre(0, 1, 8));
  EXPECT_THAT(targets(map, weak_order(GradedTruth{{0, 1, 0}})), ElementsAre(0, 1, 0));
}

TEST(LabelMap, CountsLabelsBelowZeroAsZero) {
  EXPECT_THAT(targets({.power = 0.5}, weak_order(GradedTruth{{-1, 4, 0}})), ElementsAre(0, 2, 0));
}

TEST(LabelMap, GivesTheRestOfATopKTruthItsOwnTarget) {
  EXPECT_THAT(targets({.scale = 2.0, .rest = 0.1}, fixture::top3),
              ElementsAre(0.1, 4, 2, 0.1, 6, 0.1));
  EXPECT_THAT(targets({.rest = 0.1}, fixture::graded), ElementsAre(0, 2, 1, 0, 2, 1));
}

TEST(LabelMap, SpreadsAFullOrderAsItsLossWants) {
  EXPECT_THAT(targets({.full_order = FullOrderLabels::zero_to_ten}, fixture::full),
              Pointwise(DoubleEq(), {2.0, 8.0, 6.0, 0.0, 10.0, 4.0}));
  EXPECT_THAT(targets({.rest = 0.5, .full_order = FullOrderLabels::down_to_one}, fixture::full),
              ElementsAre(2, 5, 4, 1, 6, 3));
}

TEST(LabelMap, TakesATopKTruthForWhatItIsEvenWhenItOrdersAllDocuments) {
  const WeakOrder top5 = fixture::with_setting(weak_order(GradedTruth{{0, 2, 1}}), "topk:5");
  EXPECT_THAT(targets({.full_order = FullOrderLabels::zero_to_ten}, top5), ElementsAre(3, 5, 4));
}

TEST(LabelMap, LeavesOneDocumentOfAFullOrderAtZero) {
  EXPECT_THAT(targets({.full_order = FullOrderLabels::zero_to_ten}, weak_order(OrderTruth{{0}})),
              ElementsAre(0));
}

TEST(LabelMap, RefusesTargetsBeyondWhatADoubleSquares) {
  const WeakOrder truth = weak_order(GradedTruth{{0, 1001, 1}});
  EXPECT_THAT([&] { targets({.value = LabelValue::gain}, truth); },
              ThrowsMessage<NumericError>(HasSubstr("target of label 1001")));
  EXPECT_THAT([&] { targets({.power = 100.0}, truth); },
              ThrowsMessage<NumericError>(HasSubstr("a smaller label-power")));
  EXPECT_THAT(
      [] {
        targets({}, weak_order(GradedTruth{{0, 5e299}}));
      },
      ThrowsMessage<NumericError>(testing::EndsWith("1e+150; use smaller labels")));
}

TEST(LabelMap, RefusesARestThatIsNotBelowTheTop) {
  EXPECT_THAT([] { targets({.scale = 0.5, .rest = 0.5}, fixture::top3); },
              ThrowsMessage<UsageError>(HasSubstr("option 'rest': found 0.5")));
}

}  // namespace
}  // namespace podium
