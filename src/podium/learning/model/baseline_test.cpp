#include "podium/learning/model/baseline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/core/base/error.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/prepare/named_features_fixture.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;
using FileJson = nlohmann::ordered_json;

RankingModel linear(std::vector<double> weights, std::vector<std::string> names = {}) {
  RankingModel model;
  model.preparation.features = {weights.size(), 1, std::move(names)};
  model.preparation.fill.otherwise = {FillRule::Kind::zero};
  model.kind = LinearModel{{weights.size()}, std::move(weights)};
  return model;
}

/// 2 b + w . x, where b is the score of the baseline.
RankingModel on_top(BaselineKind kind, std::vector<std::string> names,
                    std::optional<RankingModel> inside = {}) {
  RankingModel model = linear({1.0, -1.0, 2.0}, std::move(names));
  model.baseline = {kind, nullptr};
  if (inside) model.baseline->model = std::make_shared<const RankingModel>(std::move(*inside));
  return model;
}

double at(const Dataset& data, std::size_t doc, std::size_t feature) {
  return double{data[0].features[DocIndex(doc)][feature]};
}

TEST(ModelBaseline, InsideAModelScoresRawData) {
  const Dataset data = random_dataset(7, 1, 2);
  const RankingModel model =
      on_top(BaselineKind::model, {"1", "2", "baseline"}, linear({0.5, 0.25}));
  const std::vector<double> scores = score(model, data);
  for (std::size_t doc = 0; doc < scores.size(); ++doc) {
    const double x = at(data, doc, 0);
    const double y = at(data, doc, 1);
    EXPECT_NEAR(scores[doc], x - y + 2.0 * (0.5 * x + 0.25 * y), 1e-5);
    EXPECT_NEAR(score_document(model, std::vector{float(x), float(y)}), scores[doc], 1e-5);
  }
}

TEST(RangesWithUnits, AreThoseOfFeaturesThatSomePartUses) {
  RankingModel inner = linear({3.0, 1e-17}, {"b", "c"});
  inner.training.ranges = {{2, 2}, {8, 8}};
  RankingModel model = on_top(BaselineKind::model, {"a", "b", "c", "baseline"}, inner);
  model.kind = LinearModel{{4}, {1.0, 0.0, 0.0, 2.0}};
  model.training.ranges = {{1, 1, 1, 1}, {9, 9, 9, 9}};
  EXPECT_EQ(ranges_with_units(model), (FeatureRanges{{1, 2, 0, 1}, {9, 8, 0, 9}}));
  model.preparation.normaliser =
      Normaliser::fit(NormaliserKind::query_rank, random_dataset(7, 2, 4));
  EXPECT_EQ(ranges_with_units(model), (FeatureRanges{{0, 2, 0, 0}, {0, 8, 0, 0}}));
  inner.preparation.normaliser =
      Normaliser::fit(NormaliserKind::query_rank, random_dataset(7, 2, 2));
  EXPECT_EQ(ranges_with_units(inner), (FeatureRanges{{0, 0}, {0, 0}}));
  inner.preparation.normaliser.reset();
  inner.preparation.categories = {{.feature = "b"}};
  EXPECT_EQ(ranges_with_units(inner), (FeatureRanges{{0, 0}, {0, 0}})) << "codes";
  inner.training.ranges = {};
  EXPECT_EQ(ranges_with_units(inner), FeatureRanges()) << "a model that does not know them";
}

TEST(ModelBaseline, FindsItsFeaturesByNameInAnyOrder) {
  const Dataset data = with_names(random_dataset(7, 1, 3), {"c", "b", "a"});
  const RankingModel model =
      on_top(BaselineKind::model, {"a", "b", "baseline"}, linear({3.0}, {"b"}));
  const std::vector<double> scores = score(model, data);
  for (std::size_t doc = 0; doc < scores.size(); ++doc) {
    EXPECT_NEAR(scores[doc], at(data, doc, 2) - at(data, doc, 1) + 6.0 * at(data, doc, 1), 1e-5);
  }
  EXPECT_NEAR(score_document(model, std::vector{1.0F, 2.0F}), 1.0 - 2.0 + 12.0, 1e-6);
}

TEST(ModelBaseline, OfAFileMustBeAddedToTheData) {
  const RankingModel model = on_top(BaselineKind::run, {"1", "2", "baseline"});
  const Dataset data = random_dataset(7, 1, 2);
  EXPECT_TRUE(needs_baseline_file(model));
  EXPECT_THAT([&] { score(model, data); },
              ThrowsMessage<UsageError>(HasSubstr("expected the run of the baseline")));
  EXPECT_THAT(
      [&] {
        score_document(model, std::vector{1.0F, 2.0F});
      },
      ThrowsMessage<UsageError>(HasSubstr("expected the run of the baseline")));
  // Nor does a third column of the data's own stand for it.
  EXPECT_THAT([&] { score(model, random_dataset(7, 1, 3)); },
              ThrowsMessage<UsageError>(HasSubstr("expected the run of the baseline")));
  const std::vector<double> b(data.row_count(), 0.5);
  const std::vector<double> scores = score(model, with_baseline_scores(model, data, b));
  for (std::size_t doc = 0; doc < scores.size(); ++doc) {
    EXPECT_NEAR(scores[doc], at(data, doc, 0) - at(data, doc, 1) + 1.0, 1e-5);
  }
}

TEST(ModelBaseline, MatchesFeaturesAsModelsWithoutOneDo) {
  const std::vector<double> b(random_dataset(7, 1, 2).row_count(), 0.5);
  const Dataset numbered = random_dataset(7, 1, 2);
  const Dataset named = with_names(numbered, {"x", "y"});
  const std::vector<double> expected =
      score(on_top(BaselineKind::run, {"1", "2", "baseline"}),
            with_baseline_scores(on_top(BaselineKind::run, {"1", "2", "baseline"}), numbered, b));
  const RankingModel of_names = on_top(BaselineKind::run, {"x", "y", "baseline"});
  EXPECT_EQ(score(of_names, with_baseline_scores(of_names, named, b)), expected);
  EXPECT_THROW(with_baseline_scores(of_names, numbered, b), UsageError);
  const RankingModel model = on_top(BaselineKind::run, {"1", "2", "baseline"});
  EXPECT_THAT([&] { with_baseline_scores(model, random_dataset(7, 1, 3), b); },
              ThrowsMessage<UsageError>(HasSubstr("the data has 3 features; the model needs 2")));
  // Where the data has these names, they decide.
  const Dataset turned = with_names(numbered, {"2", "1"});
  EXPECT_NE(score(model, with_baseline_scores(model, turned, b)), expected);
  EXPECT_EQ(score(model, with_baseline_scores(model, with_names(numbered, {"f1", "f2"}), b)),
            expected);
}

TEST(ModelBaseline, DecidesHowMuchOfAQueryIsNeeded) {
  RankingModel inside = linear({1.0, 2.0});
  EXPECT_EQ(serving_of(on_top(BaselineKind::run, {"1", "2", "baseline"})), Serving::documents);
  EXPECT_EQ(serving_of(on_top(BaselineKind::scores, {"1", "2", "baseline"})), Serving::queries);
  EXPECT_EQ(serving_of(on_top(BaselineKind::model, {"1", "2", "baseline"}, inside)),
            Serving::documents);
  inside.preparation.fill.otherwise = {FillRule::Kind::min};
  EXPECT_EQ(serving_of(on_top(BaselineKind::model, {"1", "2", "baseline"}, inside)),
            Serving::complete_documents);
}

TEST(ModelBaseline, ComesBackFromAFile) {
  const RankingModel inner =
      on_top(BaselineKind::model, {"a", "b", "baseline"}, linear({1.0}, {"b"}));
  for (const RankingModel& model : {on_top(BaselineKind::run, {"1", "2", "baseline"}),
                                    on_top(BaselineKind::scores, {"a", "b", "baseline"}), inner,
                                    on_top(BaselineKind::model, {"a", "b", "baseline"}, inner)}) {
    const RankingModel loaded = model_from_json(to_json(model), "m.json");
    EXPECT_EQ(loaded, model);
    EXPECT_EQ(to_json(loaded), to_json(model));
  }
  EXPECT_NE(inner, on_top(BaselineKind::model, {"a", "b", "baseline"}, linear({2.0}, {"b"})));
}

TEST(ModelBaseline, IsRefusedInAFileWhereItDoesNotFit) {
  const auto refusal = [](const FileJson& json) -> std::string {
    try {
      model_from_json(json.dump(), "m.json");
    } catch (const DataError& error) {
      return error.what();
    }
    return "accepted";
  };
  const FileJson run = FileJson::parse(to_json(on_top(BaselineKind::run, {"1", "2", "baseline"})));
  const FileJson model = FileJson::parse(
      to_json(on_top(BaselineKind::model, {"1", "2", "baseline"}, linear({0.5, 0.25}))));
  EXPECT_EQ(refusal(run), "accepted");
  FileJson json = run;
  json["features"]["names"][2] = "other";
  EXPECT_THAT(refusal(json), HasSubstr("expected its feature 'baseline' as the last"));
  json = run;
  json["features"].erase("names");
  EXPECT_THAT(refusal(json), HasSubstr("expected its feature 'baseline' as the last"));
  json = run;
  json["baseline"]["kind"] = "feature";
  EXPECT_THAT(refusal(json), HasSubstr("baseline.kind"));
  json = run;
  json["baseline"]["model"] = model["baseline"]["model"];
  EXPECT_THAT(refusal(json), HasSubstr("baseline: found a model in a baseline of another kind"));
  json = model;
  json["baseline"].erase("model");
  EXPECT_THAT(refusal(json), HasSubstr("baseline"));
  json = model;
  json["baseline"]["model"] = run;
  EXPECT_THAT(refusal(json), HasSubstr("needs a file of its own baseline"));
  json = model;
  json["baseline"]["model"]["parameters"]["weights"] = {1.0};
  EXPECT_THAT(refusal(json), HasSubstr("baseline.model"));
}

}  // namespace
}  // namespace podium
