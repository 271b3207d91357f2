#include "podium/exchange/served_model.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/base/random.hpp"
#include "podium/exchange/exchange_fixture.hpp"
#include "podium/exchange/export_check.hpp"
#include "podium/exchange/export_format.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(FloatBelow, IsTheLargestFloatThatIsNotAbove) {
  EXPECT_EQ(float_below(0.5), 0.5F);
  EXPECT_EQ(float_above(0.5), std::nextafter(0.5F, 1.0F));
  EXPECT_LT(double{float_below(0.2)}, 0.2);  // the nearest float is above 0.2
  EXPECT_EQ(float_above(0.2), 0.2F);
  EXPECT_EQ(float_above(double{greatest_float}), infinity);
  RandomStream random(1, "", "thresholds");
  for (int i = 0; i < 1000; ++i) {
    const double t = random.normal() * std::pow(10.0, static_cast<double>(random.below(20)) - 10.0);
    EXPECT_LE(double{float_below(t)}, t);
    EXPECT_GT(double{float_above(t)}, t);
  }
}

TEST(RawThreshold, IsWhereTheScaledValuePassesTheThreshold) {
  RandomStream random(2, "", "scales");
  for (int i = 0; i < 2000; ++i) {
    ServedFeature feature;
    feature.scaling = random.below(2) == 0 ? Scaling::linear : Scaling::log1p;
    feature.shift = random.normal();
    feature.scale = std::exp(3.0 * random.normal());
    const double threshold = random.normal();
    const std::optional<float> raw = raw_threshold(feature, threshold);
    ASSERT_TRUE(raw);
    EXPECT_LE(double{feature.scaled(*raw)}, threshold);
    EXPECT_GT(double{feature.scaled(std::nextafter(*raw, infinity))}, threshold);
  }
}

TEST(RawThreshold, KnowsThresholdsBeyondAllValues) {
  ServedFeature feature;
  feature.scaling = Scaling::log1p;
  EXPECT_EQ(raw_threshold(feature, -1000.0), std::nullopt);
  EXPECT_EQ(raw_threshold(feature, 1000.0), greatest_float);
  feature.scaling = Scaling::zero;
  EXPECT_EQ(raw_threshold(feature, -0.5), std::nullopt);
  EXPECT_EQ(raw_threshold(feature, 0.0), greatest_float);
}

/// Made-up documents have the scores of the model itself.
void expect_same_scores(const RankingModel& model) {
  const ServedModel served = served_model(model);
  const ExportFormat& exact = find_export_format("c");
  const CheckRows rows = made_up_rows(served, 1);
  EXPECT_GE(rows.size(), 1000U);
  EXPECT_NO_THROW(check_export(model, served, exact, {}, rows));
}

TEST(ServedModel, ScoresAsTheModelDoesForEveryKindAndNormaliser) {
  const Dataset data = random_dataset(3, 20, 5);
  for (const RankingModel& plain : random_models(data, 4)) {
    if (std::holds_alternative<ReRanking>(plain.kind)) continue;
    expect_same_scores(plain);
    for (const NormaliserEntry& entry : normalisers()) {
      if (!entry.servable) continue;
      RankingModel model = plain;
      model.preparation.normaliser = Normaliser::fit(entry.kind, data);
      expect_same_scores(model);
      if (std::holds_alternative<TreeEnsemble>(model.kind)) {
        model.preparation.fill = {{FillRule::Kind::keep}, {}};
        expect_same_scores(model);
      }
    }
  }
}

TEST(ServedModel, ReplacesCategories) {
  RankingModel model = linear_model({2.0, 1.0}, {"site", "bm25"});
  model.preparation.categories = {{"site", {1.0F, 7.0F}, {0.25, -0.5}}};
  model.preparation.fill.otherwise = {FillRule::Kind::zero};
  expect_same_scores(model);
  const ServedModel served = served_model(model);
  EXPECT_EQ(served.score(std::vector<float>{7.0F, 1.0F}), 0.0);
  EXPECT_EQ(served.score(std::vector<float>{8.0F, 1.0F}), 1.0);
}

TEST(ServedModel, GivesTheSideOfMissingValuesThatTheFillRuleGives) {
  RankingModel model = tree_model({one_split(0, 0.5, true, -1.0, 1.0)}, {"a"});
  const std::vector<float> missing = {std::nanf("")};
  EXPECT_EQ(served_model(model).score(missing), -1.0);
  model.preparation.fill.otherwise = {FillRule::Kind::constant, 0.75};
  const ServedModel served = served_model(model);
  EXPECT_FALSE(served.trees.at(0).splits.at(0).missing_left);
  EXPECT_EQ(served.score(missing), 1.0);
}

TEST(ServedModel, LeavesOutSplitsThatOnlyOneSideOfCanBeReached) {
  RankingModel model = tree_model({one_split(0, 0.5, true, -1.0, 1.0)}, {"a"});
  const Dataset constant = [] {
    DatasetBuilder builder(1);
    builder.add_query("q", GradedTruth{{0.0, 1.0}}, std::vector<float>{3.0F, 3.0F});
    return std::move(builder).build();
  }();
  model.preparation.normaliser = Normaliser::fit(NormaliserKind::zscore, constant);
  const ServedModel always_left = served_model(model);
  EXPECT_TRUE(always_left.trees.empty());
  EXPECT_EQ(always_left.base, -1.0);
  std::get<TreeEnsemble>(model.kind).trees[0].splits[0].threshold = -0.5;
  const ServedModel only_missing_left = served_model(model);
  EXPECT_EQ(only_missing_left.score(std::vector<float>{2.0F}), 1.0);
  EXPECT_EQ(only_missing_left.score(std::vector<float>{std::nanf("")}), -1.0);
}

TEST(ServedModel, RefusesWhatNeedsWholeQueriesWithTheWaysOut) {
  const auto refusal = [](const RankingModel& model, const ServingPlan& plan = {}) -> std::string {
    try {
      served_model(model, plan);
    } catch (const NotExpressible& problem) {
      return problem.what();
    }
    return "";
  };
  const Dataset data = random_dataset(3, 20, 1);
  RankingModel model = linear_model({1.0}, {"1"});
  EXPECT_EQ(refusal(model), "");
  model.preparation.fill.otherwise = {FillRule::Kind::min};
  EXPECT_THAT(refusal(model),
              HasSubstr("missing value of feature '1' becomes the min of its query"));
  EXPECT_EQ(refusal(model, {.complete = true}), "");
  model.preparation.normaliser = Normaliser::fit(NormaliserKind::query_minmax, data);
  model.preparation.fill.otherwise = {FillRule::Kind::zero};
  EXPECT_THAT(refusal(model), HasSubstr("train with '--normalise minmax'"));
  model = linear_model({1.0}, {"1"});
  model.baseline = ModelBaseline{BaselineKind::run};
  EXPECT_THAT(refusal(model), HasSubstr("train without --baseline"));
  model = plain_model(ReRanking{NamedRanker{"ranksvm", LinearModel{{1}, {2.0}}}}, {"1"});
  EXPECT_THAT(refusal(model), HasSubstr("'--part first' to export its first ranker 'ranksvm'"));
  EXPECT_EQ(served_model(model, {.part = ModelPart::first}).linear, std::vector<double>{2.0});
}

TEST(CheckExport, FindsAScoreThatDiffers) {
  const RankingModel model = tree_model({one_split(0, 0.2, true, -1.0, 1.0)}, {"a"});
  ServedModel served = served_model(model);
  const ExportFormat& format = find_export_format("c");
  const CheckRows rows = made_up_rows(served, 1);
  EXPECT_EQ(check_export(model, served, format, {}, rows).worst, 0.0);
  served.trees[0].splits[0].threshold = double{0.2F};  // rounded to nearest instead of down
  EXPECT_THROW(check_export(model, served, format, {}, rows), NumericError);
}

TEST(CheckFile, HasTheScoresThatTheEngineGives) {
  const RankingModel model = linear_model({2.0, 0.5}, {"a"}, true);
  const ServedModel served = served_model(model);
  const CheckRows rows{1, {3.0F}};
  const CheckedExport checked =
      check_export(model, served, find_export_format("es-ltr"), {.constant = -0.5}, rows);
  EXPECT_THAT(check_file_text(served, checked), testing::StartsWith("a\tscore\tbound\n3\t6\t"));
}

}  // namespace
}  // namespace podium
