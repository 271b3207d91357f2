#include "podium/learning/loss/own_loss.hpp"

#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/learning/loss/expect_near_fixture.hpp"
#include "podium/learning/loss/loss_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;
using testing::HasSubstr;

/// What the loss says when the function returns `found` for the worked example.
Evaluated with_value(const OwnLossValue& found, double weight = 1.0) {
  const OwnLoss loss(
      [&](const LossQuery& /*query*/, std::span<const double> /*scores*/) { return found; });
  return curved(loss, prepared(loss, graded), scores, CurvatureKind::exact, weight);
}

template <class Kind>
std::string refusal_of(const OwnLossValue& found) {
  const OwnLoss loss(
      [&](const LossQuery& /*query*/, std::span<const double> /*scores*/) { return found; });
  LossQuery query = prepared(loss, graded).query();
  query.id = "seven";
  std::vector<double> gradient(scores.size());
  Workspace workspace;
  try {
    (void)loss.accumulate(query, scores, 1.0, gradient, workspace);
  } catch (const Kind& error) {
    return error.what();
  }
  return "accepted";
}

TEST(OwnLoss, SeesScoresAndLabelsOfAQuery) {
  std::vector<double> seen;
  const OwnLoss loss([&](const LossQuery& query, std::span<const double> own) {
    seen.assign(query.truth.label.begin(), query.truth.label.end());
    seen.insert(seen.end(), own.begin(), own.end());
    return OwnLossValue{0.0, std::vector<double>(own.size()), {}};
  });
  (void)evaluated(loss, graded, scores);
  std::vector<double> expected = graded.label;
  expected.insert(expected.end(), scores.begin(), scores.end());
  EXPECT_EQ(seen, expected);
}

TEST(OwnLoss, AddsWhatTheFunctionSaysTimesTheWeight) {
  const Evaluated found =
      with_value({3.0, {1, -2, 0, 4, -1, -2}, std::vector<double>{1, 2, 3, 4, 5, 0}}, 0.5);
  EXPECT_EQ(found.value, 1.5);
  expect_near(found.gradient, {0.5, -1, 0, 2, -0.5, -1}, 0.0);
  expect_near(found.curvature, {0.5, 1, 1.5, 2, 2.5, 0}, 0.0);
}

TEST(OwnLoss, HasTheAbsoluteGradientForWantOfACurvature) {
  const Evaluated found = with_value({3.0, {1, -2, 0, 4, -1, -2}, {}}, 0.5);
  expect_near(found.curvature, {0.5, 1, 0, 2, 0.5, 1}, 0.0);
}

TEST(OwnLoss, RefusesWhatCannotBeALossAndNamesTheQuery) {
  const double nan = std::nan("");
  EXPECT_THAT(
      refusal_of<UsageError>({1.0, {1, 2}, {}}),
      testing::AllOf(HasSubstr("'seven'"), HasSubstr("a gradient of 2 numbers, expected 6")));
  EXPECT_THAT(refusal_of<UsageError>({1.0, {1, 2, 3, 4, 5, 6}, std::vector<double>{1}}),
              HasSubstr("a curvature of 1 numbers"));
  EXPECT_THAT(refusal_of<NumericError>({nan, {1, 2, 3, 4, 5, 6}, {}}),
              testing::AllOf(HasSubstr("'seven'"), HasSubstr("the value is not a number")));
  EXPECT_THAT(refusal_of<NumericError>({1.0, {1, 2, nan, 4, 5, 6}, {}}), HasSubstr("gradient[2]"));
  EXPECT_THAT(
      refusal_of<NumericError>({1.0, {1, 2, 3, 4, 5, 6}, std::vector<double>{1, 1, 1, 1, nan, 1}}),
      HasSubstr("curvature[4]"));
  EXPECT_THAT(
      refusal_of<UsageError>({1.0, {1, 2, 3, 4, 5, 6}, std::vector<double>{1, -0.5, 1, 1, 1, 1}}),
      HasSubstr("curvature[1] = -0.5"));
  EXPECT_EQ(refusal_of<Error>({std::numeric_limits<double>::infinity(), {1, 2, 3, 4, 5, 6}, {}}),
            "accepted");
}

}  // namespace
}  // namespace podium
