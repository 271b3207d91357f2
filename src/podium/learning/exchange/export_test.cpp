#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/core/base/random.hpp"
#include "podium/learning/exchange/exchange_fixture.hpp"
#include "podium/learning/exchange/export_format.hpp"
#include "podium/learning/exchange/feature_sources.hpp"
#include "podium/learning/exchange/protobuf.hpp"
#include "podium/learning/exchange/solr_threshold.hpp"

namespace podium {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

ExportedModel exported(const RankingModel& model, std::string_view to,
                       const ModelExportOptions& options = {}) {
  const ServedModel served = served_model(model, options.plan());
  const ExportFormat& format = find_export_format(to);
  check_expressible(format, served);
  return written(format, served, options);
}

std::string refusal_of(const RankingModel& model, std::string_view to,
                       const ModelExportOptions& options = {}) {
  try {
    exported(model, to, options);
  } catch (const NotExpressible& problem) {
    return problem.what();
  }
  return "";
}

/// A threshold that no float is, and a missing value that goes left.
RankingModel two_trees() {
  return tree_model({one_split(0, 0.2, true, -1.0, 0.25), one_split(1, 5.5, false, 2.0, -0.5)},
                    {"title.bm25", "rank"});
}

RankingModel scaled_linear() {
  RankingModel model = linear_model({0.75, -1.5, 0.125}, {"title", "rank"}, true);
  const Normaliser scale = Normaliser::from_json(
      R"({"podium_normaliser":1,"kind":"zscore","servable":true,"features":["title","rank"],
          "shift":[2,0],"scale":[8,0]})",
      "test");
  model.preparation.normaliser = scale;
  return model;
}

TEST(ExportFormats, WriteOrRefuseWithASentenceEveryKindOfModel) {
  for (const RankingModel& model : random_models(random_dataset(3, 20, 5), 4)) {
    for (const ExportFormat& format : export_formats()) {
      const std::string refusal = refusal_of(model, format.name);
      if (refusal.empty()) {
        EXPECT_FALSE(exported(model, format.name).model.empty()) << format.name;
        EXPECT_FALSE(exported(model, format.name).steps.empty()) << format.name;
      } else {
        EXPECT_THAT(refusal, HasSubstr("; ")) << format.name;
      }
    }
  }
}

TEST(ExportFormats, NameFormatsThatCanExpressTheModel) {
  EXPECT_THAT(
      refusal_of(linear_model({1.0}, {"a"}), "lightgbm"),
      HasSubstr("cannot express a linear function of the features; export to c, onnx, solr"));
  RankingModel model = two_trees();
  auto& trees = std::get<TreeEnsemble>(model.kind);
  trees.start = std::make_shared<const NamedRanker>(NamedRanker{"a", LinearModel{{2}, {1.0, 2.0}}});
  for (const char* format : {"solr", "lightgbm"}) {
    EXPECT_THAT(refusal_of(model, format),
                AllOf(HasSubstr("--single"), HasSubstr("export to c, onnx, vespa instead")));
  }
  EXPECT_EQ(refusal_of(model, "c"), "");
}

TEST(ExportFormats, RefuseMissingValuesThatAreNot0WhereTheEngineTakesThemFor0) {
  EXPECT_THAT(refusal_of(two_trees(), "ranklib"),
              AllOf(HasSubstr("missing value of feature 'rank'"), HasSubstr("--complete")));
  EXPECT_EQ(refusal_of(two_trees(), "ranklib", {.complete = true}), "");
  EXPECT_EQ(refusal_of(two_trees(), "solr"), "");
  EXPECT_THAT(refusal_of(two_trees(), "solr8"), HasSubstr("counts as 0"));
  RankingModel zero = linear_model({1.0}, {"a"});
  EXPECT_THAT(refusal_of(zero, "solr"), HasSubstr("counts as 0"));
  zero.preparation.fill.otherwise = {FillRule::Kind::zero};
  EXPECT_EQ(refusal_of(zero, "solr"), "");
}

TEST(ExportFormats, TakeWholeQueriesInOnnxAlone) {
  RankingModel model = scaled_linear();
  model.preparation.normaliser = Normaliser::fit(
      NormaliserKind::query_rank, with_feature_set(Dataset(), model.preparation.features));
  const ModelExportOptions options{.whole_query = true};
  const ExportedModel onnx = exported(model, "onnx", options);
  EXPECT_THAT(onnx.model, AllOf(HasSubstr("TopK"), HasSubstr("ScatterElements")));
  EXPECT_THAT(onnx.remarks.front(), HasSubstr("other documents of the call"));
  EXPECT_THROW(exported(model, "c", options), UsageError);
}

TEST(ExportFormats, HaveABaselineInsideTheModelInCAndOnnx) {
  RankingModel model = linear_model({1.0, 2.0}, {"rank", "baseline"});
  model.preparation.fill.otherwise = {FillRule::Kind::zero};
  RankingModel inner = tree_model({one_split(0, 0.5, true, -1.0, 1.0)}, {"rank"});
  model.baseline = ModelBaseline{BaselineKind::model, std::make_shared<const RankingModel>(inner)};
  const std::string text = exported(model, "c").model;
  EXPECT_THAT(text, AllOf(HasSubstr("double podium_baseline(const float* x)"),
                          HasSubstr("r[1] = (float)podium_baseline(own);"),
                          HasSubstr("PODIUM_FEATURES = 1\n")));
  EXPECT_THAT(refusal_of(model, "onnx"), HasSubstr("give --opset-ml 5"));
  EXPECT_EQ(refusal_of(model, "onnx", {.opset_ml = 5}), "");
  EXPECT_THAT(refusal_of(model, "vespa"), HasSubstr("export to c, onnx instead"));
}

TEST(CHeader, HasExactNumbersAndNoEndOfAComment) {
  RankingModel model = two_trees();
  model.preparation.features.names[1] = "ra**//nk";
  const std::string text = exported(model, "c", {.name = "my-ranker"}).model;
  EXPECT_THAT(text, HasSubstr("static inline double my_ranker(const float* x)"));
  EXPECT_THAT(text, HasSubstr("0x1.999998p-3f"));  // the float below 0.2
  EXPECT_THAT(text, HasSubstr("x[1]: rank\n"));
  EXPECT_THAT(text, HasSubstr("MY_RANKER_FEATURE_1_ra____nk = 1,"));
}

TEST(LightGbm, HasThresholdsAsTheyAreAndTheSideOfMissingValues) {
  RankingModel model = two_trees();
  std::get<TreeEnsemble>(model.kind).base = 0.5;
  model.preparation.features.names[0] = "a b";
  const std::string text = exported(model, "lightgbm").model;
  EXPECT_THAT(text, HasSubstr("feature_names=a_b rank\n"));
  EXPECT_THAT(text, HasSubstr("threshold=5.5\ndecision_type=8\nleft_child=-1\nright_child=-2\n"));
  EXPECT_THAT(text, HasSubstr("decision_type=10\n"));
  EXPECT_THAT(text, HasSubstr("Tree=2\nnum_leaves=1\nnum_cat=0\nsplit_feature=\n"));
  model.preparation.features.names[1] = "a_b";
  EXPECT_THAT(refusal_of(model, "lightgbm"), HasSubstr("two features 'a_b'"));
}

TEST(XgBoost, AsksWhetherValuesAreBelowTheNextFloat) {
  RankingModel model = two_trees();
  std::get<TreeEnsemble>(model.kind).base = 0.5;
  const auto json = nlohmann::json::parse(exported(model, "xgboost").model);
  const auto& tree = json["learner"]["gradient_booster"]["model"]["trees"][0];
  EXPECT_EQ(tree["split_conditions"][0].get<float>(), 0.2F);
  EXPECT_EQ(tree["split_conditions"][1].get<float>(), -1.0F);
  EXPECT_EQ(tree["base_weights"][1].get<float>(), -1.0F);
  EXPECT_EQ(tree["left_children"], nlohmann::json({1, -1, -1}));
  EXPECT_EQ(tree["default_left"], nlohmann::json({1, 0, 0}));
  EXPECT_EQ(tree["parents"], nlohmann::json({2147483647, 0, 0}));
  EXPECT_EQ(json["learner"]["learner_model_param"]["base_score"], "0.5");
}

TEST(XgBoost, WritesAQuestionForMissingValuesAsInfinity) {
  const auto model = tree_model({one_split(0, double{greatest_float}, false, 1.0, 2.0)}, {"a[0]"});
  const std::string text = exported(model, "xgboost").model;
  EXPECT_THAT(text, HasSubstr("\"split_conditions\":[Infinity,1.0,2.0]"));
  EXPECT_THAT(text, HasSubstr("\"feature_names\":[\"a_0_\"]"));
  EXPECT_THAT(exported(model, "es-ltr").model, HasSubstr("\"split_condition\":1e+39"));
}

TEST(Protobuf, WritesTheWireFormat) {
  ProtobufMessage message;
  message.number(1, 300).text(2, "ab");
  const std::int64_t numbers[] = {1, -1};
  message.numbers(3, numbers);
  const float floats[] = {1.0F};
  message.floats(4, floats);
  EXPECT_EQ(message.bytes(), std::string("\x08\xac\x02\x12\x02"
                                         "ab\x1a\x0b\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
                                         "\x22\x04\x00\x00\x80\x3f",
                                         26));
}

TEST(Onnx, HasOperatorsOfTheVersionThatIsAskedFor) {
  const ExportedModel third = exported(two_trees(), "onnx");
  EXPECT_THAT(third.model, HasSubstr("TreeEnsembleRegressor"));
  EXPECT_THAT(third.model, HasSubstr("[\"title.bm25\",\"rank\"]"));
  EXPECT_FALSE(third.remarks.empty());
  const ExportedModel fifth = exported(two_trees(), "onnx", {.opset_ml = 5});
  EXPECT_THAT(fifth.model, AllOf(HasSubstr("TreeEnsemble"), Not(HasSubstr("Regressor"))));
  EXPECT_TRUE(fifth.remarks.empty());
}

TEST(SolrThreshold, TakesBackWhatSolrAdds) {
  RandomStream random(1, "", "thresholds");
  for (int i = 0; i < 10000; ++i) {
    const auto t = static_cast<float>(random.normal());
    if (std::abs(t) < 1e-3F) continue;
    const std::optional<float> s = solr_threshold(t);
    ASSERT_TRUE(s) << t;
    EXPECT_EQ(*s + 1e-6F, t);
  }
  EXPECT_EQ(solr_threshold(0.0F), -1e-6F);
  EXPECT_EQ(solr_threshold(1e-9F), std::nullopt);
  const float small[] = {1e-9F, 0.5F, greatest_float};
  const std::optional<int> exponent = solr_exponent(small);
  ASSERT_TRUE(exponent);
  EXPECT_GT(*exponent, 0);
  EXPECT_TRUE(solr_threshold(std::ldexp(1e-9F, *exponent)));
  const float far_apart[] = {1e-37F, 1e37F};
  EXPECT_EQ(solr_exponent(far_apart), std::nullopt);
}

TEST(Solr, HasFeaturesNormalisersAndSides) {
  const ExportedModel trees = exported(two_trees(), "solr", {.name = "best"});
  const auto model = nlohmann::json::parse(trees.model);
  EXPECT_EQ(model["store"], "best");
  EXPECT_EQ(model["params"]["isNullSameAsZero"], false);
  const auto& root = model["params"]["trees"][1]["root"];
  EXPECT_EQ(root["threshold"], "5.499999");
  EXPECT_EQ(root["missing"], "right");
  EXPECT_EQ(root["right"]["value"], "-0.5");
  const auto features = nlohmann::json::parse(trees.features);
  EXPECT_EQ(features[0]["params"]["q"], "{!edismax qf=title}${query}");
  EXPECT_EQ(features[1]["params"], nlohmann::json({{"field", "rank"}, {"defaultValue", "NaN"}}));
  EXPECT_THAT(exported(two_trees(), "solr8", {.complete = true}).model, Not(HasSubstr("missing")));

  const ExportedModel linear = exported(scaled_linear(), "solr", {.complete = true});
  const auto json = nlohmann::json::parse(linear.model);
  EXPECT_EQ(json["params"]["weights"], nlohmann::json({{"title", 0.75}, {"podium_one", 0.125}}));
  EXPECT_EQ(json["features"][0]["norm"]["params"], nlohmann::json({{"avg", "2"}, {"std", "8"}}));
  EXPECT_THAT(linear.features, HasSubstr("ValueFeature"));
}

TEST(Solr, RefusesNamesAndThresholdsThatItCannotHold) {
  EXPECT_THAT(refusal_of(tree_model({one_split(0, 1.0, true, 0.0, 1.0)}, {"a=b"}), "solr"),
              HasSubstr("Solr has no feature 'a=b'"));
  const auto apart = tree_model(
      {one_split(0, double{1e-37F}, true, 0.0, 1.0), one_split(0, double{1e37F}, true, 0.0, 1.0)},
      {"a"});
  EXPECT_THAT(refusal_of(apart, "solr"), HasSubstr("the threshold 1e-37 of feature 'a'"));
}

TEST(LtrPlugin, HasNoBias) {
  const ExportedModel linear = exported(scaled_linear(), "es-ltr", {.complete = true});
  EXPECT_EQ(linear.constant, -0.125);
  const auto json = nlohmann::json::parse(linear.model)["model"]["model"];
  EXPECT_EQ(json["definition"], "{\"title\":0.75}");
  EXPECT_EQ(json["feature_normalizers"]["title"]["standard"]["standard_deviation"], 8.0);
  const auto trees = nlohmann::json::parse(exported(two_trees(), "opensearch").model);
  const auto& tree = trees["model"]["model"]["definition"]["splits"][0];
  EXPECT_EQ(tree["split_condition"].get<float>(), 0.2F);
  EXPECT_EQ(tree["missing"], tree["yes"]);
  EXPECT_EQ(tree["children"][0]["nodeid"], tree["yes"]);
}

TEST(LtrPlugin, HasAnObjectiveThatEveryVersionKnows) {
  for (const char* format : {"es-ltr", "opensearch"}) {
    EXPECT_THAT(exported(two_trees(), format).model, HasSubstr("\"objective\":\"rank:pairwise\""));
  }
}

TEST(OpenSearch, RefusesVersionsThatWouldSendMissingValuesElsewhere) {
  const auto side = [](double threshold, bool missing_left) {
    return tree_model({one_split(0, threshold, missing_left, 0.0, 1.0)}, {"a"});
  };
  const auto refused = [](const RankingModel& model, const std::string& version) {
    return refusal_of(model, "opensearch", {.engine_version = version});
  };
  for (const char* version : {"3.2", "3.5.1", "3.7.0"}) {
    EXPECT_THAT(refused(side(0.5, true), version), HasSubstr("sends every missing value to the"));
    EXPECT_EQ(refused(side(0.5, false), version), "");
    EXPECT_EQ(
        refusal_of(side(0.5, true), "opensearch", {.complete = true, .engine_version = version}),
        "");
  }
  for (const char* version : {"2.19", "3.1.0"}) {
    EXPECT_EQ(refused(side(0.5, true), version), "");
    EXPECT_THAT(refused(side(0.5, false), version), HasSubstr("takes a missing value for 0"));
    EXPECT_THAT(refused(side(-0.5, true), version), HasSubstr("of feature 'a' otherwise"));
  }
  for (const char* version : {"", "3.8", "3.10", "4.0"}) {
    EXPECT_EQ(refused(side(0.5, true), version) + refused(side(0.5, false), version), "");
  }
  EXPECT_THAT(exported(side(0.5, true), "opensearch").remarks,
              testing::Contains(HasSubstr("name yours by --engine-version")));
  EXPECT_THROW(exported(side(0.5, true), "opensearch", {.engine_version = "new"}), UsageError);
}

/// A tree each of whose splits is the left child of the one before it.
RegressionTree chain(std::size_t splits) {
  RegressionTree tree;
  for (std::size_t s = 0; s < splits; ++s) {
    const bool is_last = s + 1 == splits;
    const auto next = static_cast<std::int32_t>(s + 1);
    tree.splits.push_back({.feature = 0,
                           .missing_left = false,
                           .threshold = -static_cast<double>(s),
                           .left = is_last ? -next - 1 : next,
                           .right = -next});
    tree.value.push_back(static_cast<double>(s % 7));
  }
  tree.value.push_back(-1.0);
  tree.rows.resize(2 * splits + 1);
  tree.curvature.resize(2 * splits + 1);
  return tree;
}

TEST(ExportFormats, WriteVeryDeepTreesOrRefuseThem) {
  const RankingModel deep = tree_model({chain(60000)}, {"title"});
  for (const ExportFormat& format : export_formats()) {
    const ModelExportOptions options{.complete = true};
    if (!format.takes_deep_trees) {
      EXPECT_THAT(refusal_of(deep, format.name, options),
                  AllOf(HasSubstr("60000 splits below each other"), HasSubstr("c, onnx, lightgbm")))
          << format.name;
    }
    const RankingModel model =
        format.takes_deep_trees
            ? deep
            : tree_model({chain(deepest_nested_tree)}, {format.name == "vespa" ? "bm25(t)" : "t"});
    const ExportedModel written = exported(model, format.name, options);
    if (format.read == nullptr) continue;
    const RankingModel read = format.read(written.model, "test");
    const std::vector<float> document = {-20.5F};
    EXPECT_EQ(score_document(read, document), score_document(model, document) + written.constant)
        << format.name;
  }
}

TEST(ExportFormats, RefuseTwoFeaturesOfOneName) {
  const auto model = tree_model({one_split(0, 1.0, true, 0.0, 1.0)}, {"a", "a"});
  EXPECT_THAT(refusal_of(model, "solr"), HasSubstr("two features 'a'"));
}

TEST(ExportFormats, HaveProbabilitiesOrNameTheirFormulas) {
  RankingModel model = linear_model({0.75, -1.5}, {"title", "rank"});
  model.calibration.grades = {{.grade = 1.0, .curve = PlattCurve{0.5, -2.0}},
                              {.grade = 2.0, .curve = PiecewiseLinear{{-1.0, 2.0}, {0.25, 0.5}}}};
  for (const ExportFormat& format : export_formats()) {
    if (!format.takes_linear) continue;
    const ExportedModel found = exported(model, format.name, {.complete = true});
    RankingModel plain = model;
    plain.calibration = {};
    const ExportedModel without = exported(plain, format.name, {.complete = true});
    if (format.takes_calibration) {
      EXPECT_NE(found.model, without.model) << format.name;
      continue;
    }
    EXPECT_EQ(found.model, without.model) << format.name;
    ASSERT_EQ(found.remarks.size(), without.remarks.size() + 2) << format.name;
    EXPECT_THAT(found.remarks[without.remarks.size()],
                HasSubstr("P(label >= 1) = 1 / (1 + exp(-(A * score + B))), A = 0.5, B = -2"));
    EXPECT_THAT(found.remarks.back(), HasSubstr("the formats c and onnx have it"));
  }
}

TEST(CHeader, HasNoEmptyLists) {
  RankingModel model = two_trees();
  auto& trees = std::get<TreeEnsemble>(model.kind);
  trees.trees = {RegressionTree{.splits = {}, .value = {1.0}, .rows = {1}, .curvature = {1.0}}};
  trees.start = std::make_shared<const NamedRanker>(NamedRanker{"a", LinearModel{{2}, {1.0, 2.0}}});
  // Trees without splits are part of the constant.
  EXPECT_THAT(exported(model, "c").model,
              AllOf(HasSubstr("double score = 0x1p+0;"), Not(HasSubstr("= {\n  };"))));
}

TEST(Elasticsearch, HasTheFeaturesThatAreUsedAndSaysTheShift) {
  RankingModel model = two_trees();
  std::get<TreeEnsemble>(model.kind).trees.pop_back();
  std::get<TreeEnsemble>(model.kind).base = 3.0;
  const ExportedModel trees = exported(model, "elasticsearch");
  const auto json = nlohmann::json::parse(trees.model);
  const auto& ensemble = json["definition"]["trained_model"]["ensemble"];
  EXPECT_EQ(ensemble["feature_names"], nlohmann::json({"title.bm25"}));
  EXPECT_EQ(ensemble["trained_models"][0]["tree"]["tree_structure"][0]["default_left"], true);
  EXPECT_FALSE(json.contains("input"));
  EXPECT_EQ(trees.constant, -3.0 + 1.0);
}

TEST(Vespa, TurnsTestsSoThatMissingValuesFailThem) {
  const std::string text = exported(two_trees(), "vespa").model;
  EXPECT_THAT(text, HasSubstr("if (bm25(title) > 0.19999998807907104, 0.25, (-1))"));
  EXPECT_THAT(text, HasSubstr("if (attribute(rank) <= 5.5, 2, (-0.5))"));
  const auto named = [](const std::string& name) {
    return tree_model({one_split(0, 1.0, true, 0.0, 1.0)}, {name});
  };
  EXPECT_THAT(exported(named("matches(title)"), "vespa").model,
              HasSubstr("if (matches(title) > 1"));
  EXPECT_THAT(refusal_of(named("a b"), "vespa"), HasSubstr("no rank feature 'a b'"));
}

TEST(RankLib, HasTheFormatOfEachKind) {
  const ModelExportOptions complete{.complete = true};
  EXPECT_THAT(
      exported(two_trees(), "ranklib", complete).model,
      AllOf(StartsWith("## LambdaMART\n"), HasSubstr("<threshold> 0.19999999 </threshold>")));
  const auto stumps = tree_model({one_split(0, 0.2, true, 0.0, 0.75)}, {"a"});
  EXPECT_THAT(exported(stumps, "ranklib", complete).model,
              AllOf(StartsWith("## RankBoost\n"), HasSubstr("\n1:0.19999998807907104:0.75\n")));
  EXPECT_EQ(exported(scaled_linear(), "ranklib", complete).model,
            "## Linear Regression\n## Lambda = 1.0E-10\n0:-0.0625 1:0.09375 2:0\n");
}

TEST(Pmml, EscapesNames) {
  const auto model = tree_model({one_split(0, 1.0, false, 0.0, 1.0)}, {"a<b & \"c\""});
  EXPECT_THAT(exported(model, "pmml").model, AllOf(HasSubstr("name=\"a&lt;b &amp; &quot;c&quot;\""),
                                                   HasSubstr("defaultChild=\"t1r\"")));
  EXPECT_THAT(exported(scaled_linear(), "pmml").model,
              AllOf(HasSubstr("<NumericPredictor name=\"title scaled\" coefficient=\"0.75\"/>"),
                    HasSubstr("intercept=\"0.125\"")));
}

TEST(Pmml, GivesItsOwnFieldsNamesThatNoFeatureHas) {
  RankingModel model = linear_model({1.0, 1.0, 1.0}, {"a", "a scaled", "score"});
  model.preparation.normaliser = Normaliser::from_json(
      R"({"podium_normaliser":1,"kind":"zscore","servable":true,"features":["a","a scaled","score"],
          "shift":[2,1,0],"scale":[8,4,1]})",
      "test");
  EXPECT_THAT(exported(model, "pmml").model,
              AllOf(HasSubstr("<DerivedField name=\"a scaled_\""),
                    HasSubstr("<NumericPredictor name=\"a scaled_\""),
                    HasSubstr("<DerivedField name=\"a scaled scaled\""),
                    HasSubstr("<OutputField name=\"score_\"")));
  const auto same = tree_model({one_split(0, 1.0, true, 0.0, 1.0)}, {"a\tb", "a b"});
  EXPECT_THAT(refusal_of(same, "pmml"), HasSubstr("two features 'a b'"));
}

TEST(Solr, WrapsAModelThatZooKeeperWouldNotTake) {
  const std::vector<RegressionTree> many(12000, one_split(0, 1.0, true, 0.0, 1.0));
  const std::vector<std::string> steps = exported(tree_model(many, {"a"}), "solr").steps;
  EXPECT_THAT(steps, ElementsAre(HasSubstr("feature-store"), HasSubstr("put FILE into"),
                                 HasSubstr("\"params\":{\"resource\":\"FILENAME\"}}'"),
                                 HasSubstr("query:")));
}

TEST(ExportFormats, TakeNamesThatCanBePartOfAnAddress) {
  for (const char* format : {"solr", "es-ltr", "opensearch", "elasticsearch"}) {
    EXPECT_THROW(exported(two_trees(), format, {.name = "a b"}), UsageError) << format;
  }
}

TEST(ExportFormats, AskToFillInFeaturesThatHaveNoName) {
  RankingModel model = two_trees();
  model.preparation.features.names.clear();
  EXPECT_THAT(exported(model, "solr").features, HasSubstr("FILL IN: what computes the feature f1"));
  EXPECT_THAT(exported(model, "es-ltr").features, HasSubstr("FILL IN"));
  EXPECT_THAT(exported(model, "elasticsearch").model, HasSubstr("FILL IN"));
}

TEST(FeatureSource, ReadsTheNamesOfCollections) {
  using Kind = FeatureSource::Kind;
  EXPECT_EQ(feature_source("title.bm25").kind, Kind::text_match);
  EXPECT_EQ(feature_source("title.bm25").field, "title");
  EXPECT_EQ(feature_source("title.length").kind, Kind::text_length);
  EXPECT_EQ(feature_source("pagerank").kind, Kind::field);
  EXPECT_EQ(feature_source("in-links").field, "in_links");
  EXPECT_EQ(feature_source("hits-hub").kind, Kind::unknown);  // another one for each query
  EXPECT_EQ(feature_source("title.tf-idf").kind, Kind::unknown);
  EXPECT_EQ(feature_source("a b").kind, Kind::unknown);
}

}  // namespace
}  // namespace podium
