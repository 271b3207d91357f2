#include "podium/learning/exchange/served_model.hpp"

#include <array>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"
#include "podium/learning/exchange/exchange_fixture.hpp"
#include "podium/learning/exchange/export_check.hpp"
#include "podium/learning/exchange/export_format.hpp"

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
    feature.scaling = std::array{Scaling::linear, Scaling::log1p, Scaling::curve}[random.below(3)];
    feature.curve = {{-2.0, -0.5, 1000.0}, {-9.0, random.normal(), 9.0}};
    feature.shift = random.normal();
    feature.scale = std::exp(3.0 * random.normal());
    const double threshold = random.normal();
    const std::optional<float> raw = raw_threshold(feature, threshold);
    ASSERT_TRUE(raw);
    EXPECT_LE(double{feature.scaled(*raw)}, threshold);
    EXPECT_GT(double{feature.scaled(std::nextafter(*raw, infinity))}, threshold);
  }
}

/// A word that is in one table and not in another, and splits by sets of words and of codes.
TEST(ServedModel, ScoresWordsAndSetsAsTheModelDoes) {
  RegressionTree tree = one_split(2, 5.0, true, 1.0, -1.0);  // the codes 0 and 2
  tree.splits[0].by_set = true;
  RegressionTree other = one_split(3, 2.0, false, 0.25, 4.0);  // the code 1
  other.splits[0].by_set = true;
  RankingModel model = tree_model({tree, other, one_split(0, 0.1, false, 2.0, 3.0)},
                                  {"brand", "site", "brand (set)", "site (set)"});
  model.preparation.categories = {{.feature = "brand",
                                   .value = {0, 1, 2},
                                   .mean = {0.5, -0.5, 0.25},
                                   .has_words = true,
                                   .word = {"a", "b", "c"}},
                                  {.feature = "site", .value = {3, 7}, .mean = {0.5, -0.5}},
                                  {.feature = "brand (set)",
                                   .value = {0, 1},
                                   .mean = {1, 2},
                                   .has_words = true,
                                   .word = {"a", "c"}},
                                  {.feature = "site (set)", .value = {7}, .mean = {1}}};
  const ServedModel served = served_model(model);
  EXPECT_EQ(served.inputs(), 2U);
  const auto score = [&](float brand, float site) {
    return served.score(served.completed(std::vector{brand, site}));
  };
  EXPECT_EQ(score(0, 3), -1.0 + 4.0 + 3.0);  // a: the code 1
  EXPECT_EQ(score(1, 7), 1.0 + 0.25 + 2.0);  // b: 0, as words that are not known
  EXPECT_EQ(score(2, 7), 1.0 + 0.25 + 3.0);  // c: 2
  EXPECT_EQ(score(std::nanf(""), -1), 1.0 + 4.0 + 2.0);
  for (const char* format : {"c", "onnx"}) {
    const ExportFormat& to = find_export_format(format);
    const CheckedExport checked =
        check_export(model, served, to, to.write(served, {}), made_up_rows(served, 1));
    EXPECT_EQ(checked.worst, 0.0);
    EXPECT_THAT(check_file_text(served, checked), HasSubstr("\n\"c\"\t"));
  }
  // A model whose trees do not ask for codes has no features for them.
  std::get<TreeEnsemble>(model.kind)
      .trees.erase(std::get<TreeEnsemble>(model.kind).trees.begin(),
                   std::get<TreeEnsemble>(model.kind).trees.begin() + 2);
  EXPECT_EQ(served_model(model).features.size(), 2U);
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
  EXPECT_THAT(refusal(model), HasSubstr("'--to onnx --whole-query'"));
  EXPECT_EQ(refusal(model, {.whole_query = true}), "");
  model = linear_model({1.0}, {"1"});
  model.preparation.features.names = {"baseline"};
  model.baseline = ModelBaseline{BaselineKind::run};
  EXPECT_THAT(refusal(model), HasSubstr("train without --baseline"));
  model = plain_model(ReRanking{NamedRanker{"ranksvm", LinearModel{{1}, {2.0}}}}, {"1"});
  EXPECT_THAT(refusal(model), HasSubstr("'--part first' to export its first ranker 'ranksvm'"));
  EXPECT_EQ(served_model(model, {.part = ModelPart::first}).linear, std::vector<double>{2.0});
}

TEST(ServedModel, SeesWholeQueriesPreparedForEveryKindAndNormaliser) {
  const Dataset data = random_dataset(3, 20, 5);
  for (const RankingModel& plain : random_models(data, 4)) {
    if (std::holds_alternative<ReRanking>(plain.kind)) continue;
    for (const NormaliserEntry& entry : normalisers()) {
      for (const auto rule : {FillRule::Kind::min, FillRule::Kind::mean, FillRule::Kind::max}) {
        RankingModel model = plain;
        model.preparation.normaliser = Normaliser::fit(entry.kind, data);
        model.preparation.fill = {{rule}, {}};
        const ServedModel served = served_model(model, {.whole_query = true});
        const CheckRows rows = made_up_rows(served, 1);
        EXPECT_EQ(rows.query_end.front(), 1U) << "a query of one document";
        EXPECT_EQ(rows.query_end.back(), rows.size());
        EXPECT_TRUE(std::ranges::any_of(rows.values, [](float x) { return std::isnan(x); }));
        EXPECT_NO_THROW(check_export(model, served, find_export_format("onnx"), {}, rows));
      }
    }
  }
}

/// A linear model on two features and the score of another one.
RankingModel model_on_baseline() {
  RankingModel inner = linear_model({2.0, 0.25}, {"b"}, true);
  inner.preparation.fill.otherwise = {FillRule::Kind::zero};
  RankingModel model = linear_model({1.0, -1.0, 3.0}, {"a", "b", "baseline"});
  model.preparation.fill.otherwise = {FillRule::Kind::zero};
  model.baseline = ModelBaseline{BaselineKind::model, std::make_shared<const RankingModel>(inner)};
  return model;
}

TEST(ServedModel, HasTheBaselineInsideTheModel) {
  const RankingModel model = model_on_baseline();
  expect_same_scores(model);
  const ServedModel served = served_model(model);
  EXPECT_EQ(served.inputs(), 2U);
  const std::vector<float> document = {5.0F, 7.0F};
  EXPECT_EQ(served.score(served.completed(document)), 5.0 - 7.0 + 3.0 * (2.0 * 7.0 + 0.25));
  EXPECT_EQ(made_up_rows(served, 1).features, 2U);
}

TEST(RowsOf, CountsDocumentsThatTheModelDoesNotScore) {
  DatasetBuilder builder(1);
  builder.add_query("1", GradedTruth{{0.0, 1.0}}, std::vector<float>{std::nanf(""), 3.0F});
  builder.add_query("2", GradedTruth{{0.0}}, std::vector<float>{2.0F});
  const Dataset data = std::move(builder).build();
  RankingModel model = linear_model({1.0}, {"1"});
  const CheckRows alone = rows_of(model, served_model(model), data);
  EXPECT_EQ(alone.size(), 2U);
  EXPECT_EQ(alone.left_out, 1U);
  const CheckRows queries = rows_of(model, served_model(model, {.whole_query = true}), data);
  EXPECT_EQ(queries.size(), 1U);
  EXPECT_EQ(queries.left_out, 2U);
  EXPECT_EQ(queries.query_end, std::vector<std::size_t>{1});
  model.preparation.fill.otherwise = {FillRule::Kind::mean};
  EXPECT_EQ(rows_of(model, served_model(model, {.whole_query = true}), data).left_out, 0U);
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

TEST(CheckExport, ReadsTheTextThatWasWritten) {
  const RankingModel model = tree_model({one_split(1, 0.25, true, -1.0, 1.0)}, {"a", "b"});
  const ServedModel served = served_model(model);
  const CheckRows rows = made_up_rows(served, 1);
  for (const char* name :
       {"lightgbm", "xgboost", "solr", "es-ltr", "opensearch", "elasticsearch"}) {
    const ExportFormat& format = find_export_format(name);
    ExportedModel exported = format.write(served, {});
    EXPECT_EQ(check_export(model, served, format, exported, rows).worst, 0.0) << name;
    const std::size_t place = exported.model.find("0.25");
    const bool is_elsewhere = place == std::string::npos;  // Solr's is a little less
    exported.model.replace(is_elsewhere ? exported.model.find("0.24999") : place, 4, "0.75");
    EXPECT_THROW(check_export(model, served, format, exported, rows), NumericError) << name;
  }
}

TEST(CheckFile, HasTheScoresThatTheEngineGives) {
  const RankingModel model = linear_model({2.0, 0.5}, {"a"}, true);
  const ServedModel served = served_model(model);
  const CheckRows rows{.features = 1, .values = {3.0F}};
  const ExportFormat& format = find_export_format("es-ltr");
  const CheckedExport checked = check_export(model, served, format, format.write(served, {}), rows);
  EXPECT_THAT(check_file_text(served, checked), testing::StartsWith("a\tscore\tbound\n3\t6\t"));
}

}  // namespace
}  // namespace podium
