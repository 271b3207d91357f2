#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/base/mutation_fixture.hpp"
#include "podium/learning/exchange/exchange_fixture.hpp"
#include "podium/learning/exchange/export_check.hpp"
#include "podium/learning/exchange/export_format.hpp"
#include "podium/learning/exchange/import_format.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

RankingModel some_trees(std::uint64_t seed) {
  RandomStream random(seed, "", "trees to import");
  RankingModel model = plain_model(random_trees(4, 6, random), {"a", "b", "c", "d"});
  std::get<TreeEnsemble>(model.kind).trees[2].splits.clear();
  std::get<TreeEnsemble>(model.kind).trees[2].value.resize(1);
  std::get<TreeEnsemble>(model.kind).trees[2].rows.resize(1);
  std::get<TreeEnsemble>(model.kind).trees[2].curvature.resize(1);
  return model;
}

std::string written(const RankingModel& model, std::string_view to, bool is_complete = false) {
  const ServedModel served = served_model(model, {.complete = is_complete});
  return find_export_format(to).write(served, {.complete = is_complete}).model;
}

/// What is written as `format` and read again scores as the model does.
void expect_round_trip(const RankingModel& model, std::string_view format, double unit) {
  const ServedModel served = served_model(model, {.complete = format == "ranklib"});
  const ExportedModel exported = find_export_format(format).write(served, {});
  const RankingModel read = find_import_format(format).read(exported.model, "test", {}).model;
  EXPECT_EQ(model_from_json(to_json(read), "test"), read);
  const CheckRows rows = made_up_rows(served, 1);
  const std::vector<std::string>& names = model.preparation.features.names;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::vector<float> document;
    for (std::size_t f = 0; f < read.preparation.features.count; ++f) {
      const auto& own = read.preparation.features.names;
      const std::size_t place =
          own.empty() ? f
                      : static_cast<std::size_t>(std::ranges::find(names, own[f]) - names.begin());
      document.push_back(rows[row][place]);
    }
    const double expected = score_document(model, rows[row]) + exported.constant;
    ASSERT_NEAR(score_document(read, document), expected, unit * served.magnitude(rows[row]))
        << format;
  }
}

TEST(Import, ReadsWhatExportWrites) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    expect_round_trip(some_trees(seed), "lightgbm", 1e-15);
    expect_round_trip(some_trees(seed), "xgboost", 1e-7);
    expect_round_trip(some_trees(seed), "ranklib", 1e-7);
    for (const char* engine : {"solr", "es-ltr", "elasticsearch"}) {
      expect_round_trip(some_trees(seed), engine, 1e-7);
    }
  }
  for (const char* engine : {"solr", "es-ltr"}) {
    RankingModel scaled = linear_model({0.5, -2.0, 0.25}, {"a", "b"}, true);
    expect_round_trip(scaled, engine, 1e-7);
    scaled.preparation.normaliser = Normaliser::from_json(
        R"({"podium_normaliser":1,"kind":"zscore","servable":true,"features":["a","b"],)"
        R"("shift":[0.5,-3],"scale":[2,0.125]})",
        "test");
    expect_round_trip(scaled, engine, 1e-6);
  }
  RandomStream units(1, "", "units");
  expect_round_trip(
      plain_model(NetworkModel{{3, 4}, random_parameters(20, units)}, {"a", "b", "c"}), "solr",
      1e-6);
  expect_round_trip(linear_model({0.5, -2.0, 0.25}, {"a", "b"}, true), "ranklib", 1e-15);
  RandomStream random(1, "", "stumps");
  expect_round_trip(plain_model(random_weak_rankers(2, 9, random, true), {"a", "b"}), "ranklib",
                    1e-15);
}

TEST(Import, TakesTheFloatBelowAConditionOfXgboost) {
  const RankingModel read = read_xgboost(
      written(tree_model({one_split(0, 0.2, true, -1.0, 1.0)}, {"a"}), "xgboost"), "test");
  const TreeSplit& split = std::get<TreeEnsemble>(read.kind).trees.at(0).splits.at(0);
  EXPECT_EQ(split.threshold, double{float_below(0.2)});
  EXPECT_TRUE(split.missing_left);
  EXPECT_EQ(read.preparation.features.names, std::vector<std::string>{"a"});
}

TEST(Import, TakesAnInfiniteThresholdOfLightGbmForAQuestionForMissingValues) {
  std::string text = written(tree_model({one_split(0, 0.5, false, -1.0, 1.0)}, {"a"}), "lightgbm");
  text.replace(text.find("threshold=0.5"), 13, "threshold=inf");
  const RankingModel read = read_lightgbm(text, "test");
  EXPECT_EQ(score_document(read, std::vector<float>{3e38F}), -1.0);
  EXPECT_EQ(score_document(read, std::vector<float>{std::nanf("")}), 1.0);
}

TEST(Import, ReadsSplitsByCategories) {
  const RankingModel model = tree_model({one_split(0, 0.5, true, -1.0, 1.0)}, {"a"});
  const auto with = [](std::string text,
                       const std::vector<std::pair<std::string, std::string>>& to) {
    for (const auto& [from, by] : to) {
      EXPECT_NE(text.find(from), std::string::npos) << from;
      text.replace(text.find(from), from.size(), by);
    }
    return text;
  };
  const auto score_of = [](const RankingModel& read, float value) {
    return score_document(read, std::vector<float>{value});
  };
  const std::string lightgbm = written(model, "lightgbm");
  const auto lightgbm_with = [&](const std::string& words) {
    return read_lightgbm(with(lightgbm, {{"threshold=0.5", "threshold=0"},
                                         {"num_cat=0",
                                          "num_cat=1\ncat_boundaries=0 2\n"
                                          "cat_threshold=" +
                                              words},
                                         {"decision_type=10", "decision_type=1"}}),
                         "test");
  };
  const RankingModel left = lightgbm_with("10 2");  // 1, 3 and 33
  for (const float in : {1.0F, 3.0F, 33.0F}) EXPECT_EQ(score_of(left, in), -1.0) << in;
  for (const float out : {0.0F, 2.0F, 52.0F, 99.0F, -1.0F, std::nanf("")}) {
    EXPECT_EQ(score_of(left, out), 1.0) << out;
  }
  EXPECT_EQ(model_from_json(to_json(left), "test"), left);
  EXPECT_THAT([&] { lightgbm_with("0 2097152"); },
              ThrowsMessage<DataError>(HasSubstr("found the category 53, expected whole numbers")));
  const auto xgboost_with = [&](const std::string& node) {
    return read_xgboost(with(written(model, "xgboost"),
                             {{R"("categories":[])", R"("categories":[1,3])"},
                              {R"("categories_nodes":[])", R"("categories_nodes":[)" + node + "]"},
                              {R"("categories_segments":[])", R"("categories_segments":[0])"},
                              {R"("categories_sizes":[])", R"("categories_sizes":[2])"},
                              {R"("split_type":[0,)", R"("split_type":[1,)"}}),
                        "test");
  };
  for (const char* node : {"1", "9", "1e300"}) {  // no split by categories
    EXPECT_THAT([&] { xgboost_with(node); },
                ThrowsMessage<DataError>(HasSubstr("found categories that do not fit")))
        << node;
  }
  const RankingModel right = xgboost_with("0");
  for (const float in : {1.0F, 3.0F}) EXPECT_EQ(score_of(right, in), 1.0) << in;
  for (const float out : {0.0F, 2.0F, std::nanf("")}) EXPECT_EQ(score_of(right, out), -1.0) << out;
}

TEST(Import, ReadsWeights) {
  const RankingModel model = read_weights(R"({"bm25": 0.75, "title": -1})", "test");
  EXPECT_EQ(std::get<LinearModel>(model.kind).w, (std::vector<double>{0.75, -1.0}));
  EXPECT_EQ(model.preparation.features.names, (std::vector<std::string>{"bm25", "title"}));
  EXPECT_THROW(read_weights("{}", "test"), DataError);
  EXPECT_THROW(read_weights(R"({"a": "b"})", "test"), DataError);
}

TEST(Import, SaysWhatItCannotRead) {
  const std::string text = written(some_trees(1), "lightgbm");
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return changed;
  };
  const auto problem = [](const std::string& changed) {
    return [changed] { read_lightgbm(changed, "model.txt"); };
  };
  EXPECT_THAT(problem("x"),
              ThrowsMessage<DataError>(HasSubstr("model.txt:1: found no line 'tree'")));
  EXPECT_THAT(problem(with("end of trees", "")),
              ThrowsMessage<DataError>(HasSubstr("file is cut")));
  EXPECT_THAT(problem(with("num_tree_per_iteration=1", "num_tree_per_iteration=3")),
              ThrowsMessage<DataError>(HasSubstr("found a classifier")));
  EXPECT_THAT(problem(with("decision_type=", "decision_type=1 ")),
              ThrowsMessage<DataError>(HasSubstr("decision_type: found")));
  EXPECT_THAT([] { read_ranklib("## AdaRank\n1\n", "m"); },
              ThrowsMessage<DataError>(HasSubstr("found the model 'AdaRank'")));
  EXPECT_THAT([] { read_xgboost("{}", "m"); }, ThrowsMessage<DataError>(HasSubstr("learner")));
}

/// An ensemble of RankLib with one tree: -value where the feature is at most 0.5, else value.
std::string ranklib_ensemble(std::size_t feature, double weight, double value) {
  return fmt::format(
      "<ensemble>\n<tree id=\"1\" weight=\"{}\">\n<split>\n<feature> {} </feature>\n<threshold> "
      "0.5 </threshold>\n<split pos=\"left\">\n<output> -{} </output>\n</split>\n<split "
      "pos=\"right\">\n<output> {} </output>\n</split>\n</split>\n</tree>\n</ensemble>\n",
      weight, feature, value, value);
}

TEST(Import, AveragesTheBagsOfARandomForestOfRankLib) {
  const std::string bags =
      ranklib_ensemble(1, 0.5, 3.0) + ranklib_ensemble(2, 0.5, 5.0) + ranklib_ensemble(1, 1.0, 8.0);
  const RankingModel forest = read_ranklib("## Random Forests\n## No. of bags = 3\n\n" + bags, "m");
  EXPECT_DOUBLE_EQ(score_document(forest, std::vector<float>{1.0F, 0.0F}), (1.5 - 2.5 + 8.0) / 3.0);
  const auto problem = [](const std::string& text) { return [text] { read_ranklib(text, "m"); }; };
  EXPECT_THAT(problem("## Random Forests\n## No. of bags = 4\n" + bags),
              ThrowsMessage<DataError>(HasSubstr("found 3 ensembles, expected the 4")));
  EXPECT_THAT(problem("## LambdaMART\n" + bags),
              ThrowsMessage<DataError>(HasSubstr("found 3 ensembles, expected one")));
  EXPECT_THAT(problem("## LambdaMART\n" + ranklib_ensemble(1, 1.0, 1.0) + "more"),
              ThrowsMessage<DataError>(HasSubstr("expected '<ensemble>'")));
  EXPECT_THAT(problem("## AdaRank\n" + ranklib_ensemble(1, 1.0, 1.0)),
              ThrowsMessage<DataError>(HasSubstr("found the model 'AdaRank'")));
}

TEST(Import, HasAsManyFeaturesOfRankLibAsTheDataIsSaidToHave) {
  const std::string trees = "## MART\n" + ranklib_ensemble(2, 1.0, 3.0);
  const ImportedModel plain = import_ranklib(trees, "m", {});
  EXPECT_EQ(plain.model.preparation.features.count, 2U);
  EXPECT_THAT(plain.remarks, testing::ElementsAre(HasSubstr("give --feature-count")));
  const auto counted = [](const std::string& text) {
    const ImportedModel read = import_ranklib(text, "m", {.feature_count = 4});
    EXPECT_TRUE(read.remarks.empty());
    EXPECT_EQ(read.model.preparation.features.count, 4U);
    return score_document(read.model, std::vector<float>{1.0F, 2.0F, 7.0F, 9.0F});
  };
  EXPECT_EQ(counted(trees), 3.0);
  EXPECT_EQ(counted("## RankBoost\n2:0.5:0.75\n"), 0.75);
  EXPECT_EQ(counted("## Linear Regression\n0:0.5 1:2 2:-1\n"), 0.5);
  EXPECT_THAT([&] { import_ranklib(trees, "m", {.feature_count = 1}); },
              ThrowsMessage<UsageError>(HasSubstr("the model uses feature 2")));
  EXPECT_THROW(find_import_format("lightgbm").read("tree", "m", {.feature_count = 1}), UsageError);
}

TEST(Import, TakesTheLogarithmOfXgboostsBaseScoreAsItsObjectiveDoes) {
  RankingModel model = tree_model({one_split(0, 0.5, true, -1.0, 1.0)}, {"a"});
  std::get<TreeEnsemble>(model.kind).base = 0.25;
  const auto base = [&](const std::string& objective) {
    std::string text = written(model, "xgboost");
    text.replace(text.find("rank:pairwise"), 13, objective);
    return std::get<TreeEnsemble>(read_xgboost(text, "test").kind).base;
  };
  for (const char* name :
       {"count:poisson", "reg:gamma", "reg:tweedie", "survival:cox", "survival:aft"}) {
    EXPECT_DOUBLE_EQ(base(name), std::log(0.25)) << name;
  }
  EXPECT_DOUBLE_EQ(base("binary:logistic"), std::log(0.25 / 0.75));
  EXPECT_EQ(base("rank:ndcg"), 0.25);
  EXPECT_EQ(base("reg:squarederror"), 0.25);
  std::get<TreeEnsemble>(model.kind).base = -0.25;
  EXPECT_THROW(base("reg:gamma"), DataError);
}

TEST(Import, ReadsXgboostUpToTheBestIteration) {
  const std::vector<RegressionTree> three(3, one_split(0, 0.5, true, -1.0, 1.0));
  std::string text = written(tree_model(three, {"a"}), "xgboost");
  const auto trees = [&](std::size_t iterations = 0) {
    return std::get<TreeEnsemble>(
               import_xgboost(text, "test", {.iterations = iterations}).model.kind)
        .trees.size();
  };
  EXPECT_EQ(trees(), 3U);
  EXPECT_TRUE(import_xgboost(text, "test", {}).remarks.empty());
  const std::string none = "\"attributes\":{}";
  text.replace(text.find(none), none.size(), "\"attributes\":{\"best_iteration\":\"1\"}");
  EXPECT_EQ(trees(), 2U);
  EXPECT_THAT(import_xgboost(text, "test", {}).remarks,
              testing::ElementsAre(HasSubstr("read the first 2 of 3 iterations")));
  EXPECT_EQ(trees(3), 3U);
  EXPECT_THROW(trees(4), UsageError);
  const std::string ends = "\"iteration_indptr\":[0,1,2,3]";
  text.replace(text.find(ends), ends.size(), "\"iteration_indptr\":[0,1,3]");
  EXPECT_EQ(trees(), 3U);
  EXPECT_EQ(trees(1), 1U);
}

/// Whatever the text has become, it is read or refused.
void expect_read_or_refused(const ImportFormat& format, const std::string& text) {
  try {
    const RankingModel model = format.read(mutated(text), "mutated", {}).model;
    RC_ASSERT(std::visit([](const auto& one) { return one.is_whole(); }, model.kind));
  } catch (const DataError&) {
  }
}

RC_GTEST_PROP(Import, SurvivesRubbish, ()) {
  static const std::string lightgbm = written(some_trees(1), "lightgbm");
  static const std::string xgboost = written(some_trees(1), "xgboost");
  static const std::string trees = written(some_trees(1), "ranklib", true);
  static const std::string linear =
      written(linear_model({0.5, -2.0, 0.25}, {"a", "b"}, true), "ranklib", true);
  expect_read_or_refused(find_import_format("lightgbm"), lightgbm);
  expect_read_or_refused(find_import_format("xgboost"), xgboost);
  expect_read_or_refused(find_import_format("ranklib"), trees);
  expect_read_or_refused(find_import_format("ranklib"), linear);
  static const std::string solr = written(some_trees(1), "solr");
  static const std::string plugin = written(some_trees(1), "es-ltr");
  static const std::string elastic = written(some_trees(1), "elasticsearch");
  expect_read_or_refused(find_import_format("solr"), solr);
  expect_read_or_refused(find_import_format("es-ltr"), plugin);
  expect_read_or_refused(find_import_format("elasticsearch"), elastic);
  expect_read_or_refused(find_import_format("weights"), R"({"bm25": 0.75, "title": -1})");
}

}  // namespace
}  // namespace podium
