#include "podium/learning/model/model_file.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string_view>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/mutation_fixture.hpp"
#include "podium/core/base/test_paths.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/prepare/named_features_fixture.hpp"
#include "podium/learning/model/random_model_fixture.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;
using FileJson = nlohmann::ordered_json;

/// The same cases in every run, unless the environment asks for others. RapidCheck reads it when
/// the first property is checked.
[[maybe_unused]] const int seeded = ::setenv("RC_PARAMS", "seed=20121", 0);

/// A model of every kind; the last two have a normaliser.
std::vector<RankingModel> models() {
  const Dataset data = with_names(random_dataset(1, 10, 3, 0.1), {"bm25", "a,b=\"c\"", "länge"});
  std::vector<RankingModel> all = random_models(data, 2);
  for (const NormaliserKind kind : {NormaliserKind::zscore, NormaliserKind::query_rank}) {
    all.push_back(all[2]);
    all.back().preparation.normaliser =
        Normaliser::fit(kind, fill_missing(data, all[2].preparation.fill).data);
  }
  all[1].preparation.categories = {{"bm25", {-1.0F, 0.5F, 3.0F}, {0.25, -0.5, 0.1}}};
  all[3].calibration.grades = {{.grade = 1.0, .curve = PlattCurve{0.5, -0.25}},
                               {.grade = 2.0, .curve = PiecewiseLinear{{-1.0, 2.0}, {0.25, 0.5}}}};
  all[0].preparation.features.names.clear();
  all[0].preparation.fill.exceptions = {{"2", {FillRule::Kind::mean}}};
  return all;
}

TEST(ModelFile, ComesBackEqualWithTheSameScores) {
  const auto path = std::filesystem::path(testing::TempDir()) / "podium-model-file-test.json";
  const Dataset data = random_dataset(1, 10, 3, 0.1);
  for (const RankingModel& model : models()) {
    save_model(model, path);
    const RankingModel loaded = load_model(path);
    EXPECT_EQ(loaded, model);
    const Dataset own = by_position(data, model.preparation.features);
    EXPECT_EQ(score(loaded, own), score(model, own));
    EXPECT_EQ(to_json(loaded), to_json(model));
  }
  std::filesystem::remove(path);
}

TEST(ModelFile, SaysWhetherDocumentsCanBeScoredAlone) {
  const std::vector<RankingModel> all = models();
  const auto serving = [](const RankingModel& model) {
    return FileJson::parse(to_json(model)).at("serving").get<std::string>();
  };
  EXPECT_EQ(serving(all[0]), "complete-documents");  // its second feature has the rule mean
  EXPECT_EQ(serving(all[1]), "documents");
  EXPECT_EQ(serving(all[5]), "queries");      // a re-ranking
  EXPECT_EQ(serving(all[9]), "documents");    // zscore
  EXPECT_EQ(serving(all.back()), "queries");  // query-rank
  EXPECT_EQ(serving_of(all.back()), Serving::queries);
}

TEST(ModelFile, TakesFilesThatDoNotSayItAndRefusesFilesThatContradictThemselves) {
  const RankingModel model = models()[0];
  FileJson json = FileJson::parse(to_json(model));
  json["serving"] = "documents";
  EXPECT_THAT(
      [&] { model_from_json(json.dump(), "m.json"); },
      testing::ThrowsMessage<DataError>(
          "m.json: serving: found 'documents', expected 'complete-documents' by the model's "
          "fill rules, normaliser and kind"));
  json.erase("serving");
  EXPECT_EQ(model_from_json(json.dump(), "m.json"), model);
}

TEST(ModelFile, KeepsRangesOfFeatures) {
  RankingModel model = models()[1];
  model.training.ranges = {{-1.5F, 0.1F, 0.0F}, {0.1F, 3.4e38F, 1e-45F}};
  const std::string text = to_json(model);
  EXPECT_THAT(text, HasSubstr("0.1"));
  EXPECT_THAT(text, testing::Not(HasSubstr("0.10000000149")));
  EXPECT_EQ(model_from_json(text, "m"), model);
  FileJson json = FileJson::parse(text);
  json["training"]["ranges"]["low"][1] = 4e38;  // infinite as a float
  EXPECT_THROW(model_from_json(json.dump(), "m"), DataError);
  json["training"]["ranges"]["low"] = {1.0, 2.0};
  EXPECT_THROW(model_from_json(json.dump(), "m"), DataError);
  json["training"].erase("ranges");
  EXPECT_EQ(model_from_json(json.dump(), "m").training.ranges, FeatureRanges());
}

RC_GTEST_PROP(ModelFile, KeepsEveryFloatOfARange, (float value)) {
  RC_PRE(std::isfinite(value));
  RankingModel model;
  model.kind = LinearModel{{1}, {1.0}};
  model.preparation.features.count = 1;
  model.training.ranges = {{value}, {value}};
  RC_ASSERT(model_from_json(to_json(model), "m") == model);
}

RC_GTEST_PROP(ModelFile, KeepsEveryFiniteNumber, (const std::vector<double>& weights)) {
  RankingModel model;
  for (const double weight : weights) RC_PRE(std::isfinite(weight));
  model.kind = LinearModel{{weights.size()}, weights};
  model.preparation.features.count = weights.size();
  RC_ASSERT(model_from_json(to_json(model), "m") == model);
}

TEST(ModelFile, ReadsTheExampleOfTheManual) {
  std::ifstream manual(docs_path("formats/model.md"));
  std::string example;
  std::string terms;
  std::string stages;
  std::string trees;
  for (std::string line; std::getline(manual, line);) {
    if (line.starts_with("    ")) example += line + "\n";
    if (line.starts_with("{\"terms\"")) terms = line;
    if (line.starts_with("{\"top\"")) stages = line;
    if (line.starts_with("{\"base\"")) trees = line;
  }
  const RankingModel model = model_from_json(example, "the manual");
  EXPECT_EQ(std::get<LinearModel>(model.kind).w, (std::vector<double>{0.75, -1.5}));
  EXPECT_EQ(model.training.validation->metric, "ndcg@10");
  EXPECT_TRUE(model.preparation.normaliser.has_value());
  FileJson boosted = FileJson::parse(example);
  boosted["kind"] = "weak-rankers";
  boosted["parameters"] = FileJson::parse(terms);
  const WeakRankerSum sum{2,
                          {{{.feature = 1, .threshold = 0.25, .missing_passes = true}, 0.75},
                           {{.kind = WeakRanker::Kind::feature, .feature = 0}, 0.5}}};
  EXPECT_EQ(std::get<WeakRankerSum>(model_from_json(boosted.dump(), "the manual").kind), sum);
  FileJson two_stages = FileJson::parse(example);
  two_stages["kind"] = "re-ranking";
  two_stages["serving"] = "queries";
  two_stages["parameters"] = FileJson::parse(stages);
  const RankingModel re_ranking = model_from_json(two_stages.dump(), "the manual");
  EXPECT_EQ(std::get<ReRanking>(re_ranking.kind).voters[0].weight, 0.5);
  FileJson grown = FileJson::parse(example);
  grown["kind"] = "trees";
  grown["parameters"] = FileJson::parse(trees);
  const RankingModel forest = model_from_json(grown.dump(), "the manual");
  EXPECT_EQ(std::get<TreeEnsemble>(forest.kind).trees[0].splits[1].missing_left, true);
}

// --- what cannot be written ---

template <class Error>
std::string refusal(const RankingModel& model) {
  try {
    to_json(model);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ModelFile, RefusesToWriteNumbersThatAreNotFinite) {
  RankingModel model = models()[0];
  std::get<LinearModel>(model.kind).w[1] = std::nan("");
  EXPECT_EQ(refusal<NumericError>(model),
            "model: parameters.weights.1: found nan, expected a finite number");
  model = models()[0];
  model.training.validation->value = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal<NumericError>(model),
            "model: training.validation.value: found inf, expected a finite number");
}

TEST(ModelFile, RefusesToWriteTextThatIsNotUtf8) {
  RankingModel model = models()[1];
  model.preparation.features.names[1] = "L\xe4nge";
  EXPECT_EQ(refusal<UsageError>(model),
            "model: name of feature 2: found 'L\xe4nge', expected UTF-8");
  model = models()[1];
  model.training.options["out"] = "\xff";
  EXPECT_EQ(refusal<UsageError>(model),
            "model: value of option 'out': found '\xff', expected UTF-8");
}

TEST(ModelFile, RefusesToWriteAModelWhosePartsDoNotFit) {
  RankingModel model = models()[0];
  std::get<LinearModel>(model.kind).w.pop_back();
  EXPECT_THROW(to_json(model), ContractError);
  model = models()[0];
  model.preparation.features.count = 2;
  EXPECT_THROW(to_json(model), ContractError);
  model = models()[0];
  model.preparation.fill.exceptions["4"] = {};
  EXPECT_THAT(refusal<UsageError>(model), HasSubstr("found '4'"));
}

// --- what cannot be read ---

std::string complaint(std::string_view text) {
  try {
    model_from_json(text, "m.json");
  } catch (const DataError& error) {
    return error.what();
  }
  return "accepted";
}

/// What is said of a model after `change` of its document.
template <class Change>
std::string complaint_after(std::size_t model, Change&& change) {
  FileJson json = FileJson::parse(to_json(models()[model]));
  change(json);
  return complaint(json.dump());
}

TEST(ModelFile, RefusesTextThatIsNotJson) {
  EXPECT_EQ(complaint(""), "m.json:1:1: found the end of the text, expected more JSON");
  EXPECT_EQ(complaint("{\n\"podium_model\": 1,\n x}"), "m.json:3:2: found malformed JSON");
  EXPECT_EQ(complaint("2 qid:1 1:0.5\n"), "m.json:1:3: found malformed JSON");
  EXPECT_EQ(complaint("[1]"), "m.json: found a list of 1, expected an object");
  EXPECT_EQ(complaint("{\"podium_model\": 1, \"podium_model\": 1}"),
            "m.json:1:21: found the key 'podium_model' twice, expected it once");
  EXPECT_EQ(complaint("{\"podium_model\": 1e999}"),
            "m.json:1:18: found a number that is too large, expected a finite one");
  const std::string whole = to_json(models()[0]);
  EXPECT_THAT(complaint(whole.substr(0, whole.size() / 2)),
              HasSubstr("found the end of the text, expected more JSON"));
}

TEST(ModelFile, RefusesAnotherVersionOrKind) {
  EXPECT_EQ(complaint("{}"), "m.json: found no 'podium_model', expected one");
  EXPECT_EQ(complaint("{\"podium_model\": 2, \"new\": 0}"),
            "m.json: podium_model: found version 2, expected 1");
  EXPECT_EQ(complaint_after(0, [](FileJson& json) { json["kind"] = "forest"; }),
            "m.json: kind: found 'forest', expected one of: linear, network, weak-rankers, "
            "re-ranking, trees");
}

TEST(ModelFile, RefusesKeysTooManyOrTooFew) {
  EXPECT_THAT(complaint_after(0, [](FileJson& json) { json["more"] = 1; }),
              HasSubstr("m.json: found the key 'more', expected one of: podium_model, kind"));
  const FileJson whole = FileJson::parse(to_json(models()[0]));
  for (const auto& [key, value] : whole.items()) {
    if (key == "serving") continue;  // files of former versions do not have it
    EXPECT_EQ(complaint_after(0, [&, name = key](FileJson& json) { json.erase(name); }),
              "m.json: found no '" + key + "', expected one");
  }
  EXPECT_EQ(complaint_after(2, [](FileJson& json) { json["parameters"].erase("b"); }),
            "m.json: parameters: found no 'b', expected one");
}

TEST(ModelFile, RefusesOtherNumbersOfParametersThanTheShapeNeeds) {
  EXPECT_EQ(
      complaint_after(0, [](FileJson& json) { json["parameters"]["weights"].push_back(1.0); }),
      "m.json: parameters.weights: found a list of 4, expected a list of 3 numbers");
  EXPECT_EQ(complaint_after(2, [](FileJson& json) { json["parameters"]["U"][1].erase(0); }),
            "m.json: parameters.U[1]: found a list of 2, expected a list of 3 numbers");
  EXPECT_EQ(complaint_after(2, [](FileJson& json) { json["parameters"]["v"].push_back(0); }),
            "m.json: parameters.v: found a list of 4, expected a list of 3 numbers");
  EXPECT_EQ(complaint_after(2, [](FileJson& json) { json["parameters"]["U"] = FileJson::array(); }),
            "m.json: parameters.U: found no hidden unit, expected one or more");
  EXPECT_EQ(complaint_after(2, [](FileJson& json) { json["features"]["names"].push_back("d"); }),
            "m.json: features.names: found 4 names, expected one for each of 3 features");
  EXPECT_THAT(complaint_after(9, [](FileJson& json) { json["normaliser"]["features"][0] = "x"; }),
              HasSubstr("m.json: normaliser: found feature 'bm25' at position 1, expected 'x'"));
}

TEST(ModelFile, RefusesCategoriesThatAreNone) {
  const auto with = [](const char* categories) {
    return complaint_after(
        1, [&](FileJson& json) { json["categories"] = FileJson::parse(categories); });
  };
  EXPECT_EQ(with(R"([{"feature": "bm25", "values": [], "means": []}])"), "accepted");
  EXPECT_EQ(with(R"([{"feature": "2", "values": [1], "means": [0.5]}])"), "accepted");
  const std::string place = "m.json: categories[0]";
  EXPECT_EQ(with(R"({"feature": "bm25"})"), "m.json: categories: found an object, expected a list");
  EXPECT_EQ(with(R"([{"feature": "bm25", "values": [1]}])"),
            place + ": found no 'means', expected one");
  EXPECT_EQ(with(R"([{"feature": "bm25", "values": [1, 2], "means": [0.5]}])"),
            place + ".means: found a list of 1, expected a list of 2 numbers");
  EXPECT_EQ(with(R"([{"feature": "bm25", "values": [1], "means": [null]}])"),
            place + ".means[0]: found null, expected a finite number");
  EXPECT_EQ(with(R"([{"feature": "bm25", "values": [2, 1], "means": [0, 0]}])"),
            place + ".values[1]: found 1, expected a value above the one before it");
  EXPECT_EQ(with(R"([{"feature": "bm25", "values": [1, 1], "means": [0, 0]}])"),
            place + ".values[1]: found 1, expected a value above the one before it");
  for (const char* value : {"1e39", "0.1", "16777217"}) {
    EXPECT_THAT(
        with(
            fmt::format(R"([{{"feature": "bm25", "values": [{}], "means": [0]}}])", value).c_str()),
        HasSubstr("expected a finite value that a 32-bit float holds"));
  }
  EXPECT_THAT(with(R"([{"feature": "bm25", "values": ["a"], "means": [0]}])"),
              HasSubstr(place + ".values[0]: found 'a'"));
  EXPECT_EQ(with(R"([{"feature": "bm25", "values": [1], "means": [0], "count": 1}])"),
            place + ": found the key 'count', expected one of: feature, values, means");
  EXPECT_THAT(with(R"([{"feature": "site", "values": [1], "means": [0]}])"),
              HasSubstr("m.json: categorical: found 'site'"));
  EXPECT_THAT(with(R"([{"feature": "bm25", "values": [], "means": []},
                       {"feature": "1", "values": [], "means": []}])"),
              HasSubstr("m.json: categorical features: found 'bm25' twice"));
}

TEST(ModelFile, HoldsWeakRankersInTheOrderInWhichTheyWereFound) {
  RankingModel model;
  model.preparation.features.count = 3;
  model.kind = WeakRankerSum{3,
                             {{{.feature = 2, .threshold = 0.25, .missing_passes = true}, 0.5},
                              {{.kind = WeakRanker::Kind::feature, .feature = 0}, -0.25},
                              {{.feature = 2, .threshold = -1.5}, 2.0}}};
  EXPECT_EQ(FileJson::parse(to_json(model))["parameters"].dump(),
            R"({"terms":[{"feature":2,"threshold":0.25,"missing":true,"weight":0.5},)"
            R"({"feature":0,"weight":-0.25},{"feature":2,"threshold":-1.5,"weight":2.0}]})");
  EXPECT_EQ(model_from_json(to_json(model), "m"), model);
}

TEST(ModelFile, RefusesWeakRankersThatAreNone) {
  const auto with_term = [](const char* term) {
    return complaint_after(4, [&](FileJson& json) {
      json["parameters"]["terms"] = FileJson::array({FileJson::parse(term)});
    });
  };
  EXPECT_EQ(with_term(R"({"feature": 2, "threshold": 0, "missing": false, "weight": 1})"),
            "accepted");
  const std::string place = "m.json: parameters.terms[0]";
  EXPECT_EQ(with_term(R"({"feature": 3, "weight": 1})"),
            place + ".feature: found 3, expected a whole number from 0 to 2");
  EXPECT_EQ(with_term(R"({"feature": "bm25", "weight": 1})"),
            place + ".feature: found 'bm25', expected a whole number from 0 to 2");
  EXPECT_EQ(with_term(R"({"feature": 1})"), place + ": found no 'weight', expected one");
  EXPECT_EQ(with_term(R"({"feature": 1, "weight": null})"),
            place + ".weight: found null, expected a finite number");
  EXPECT_EQ(with_term(R"({"feature": 1, "threshold": "0", "weight": 1})"),
            place + ".threshold: found '0', expected a finite number");
  EXPECT_EQ(with_term(R"({"feature": 1, "threshold": 0, "missing": 1, "weight": 1})"),
            place + ".missing: found 1, expected true or false");
  EXPECT_EQ(with_term(R"({"feature": 1, "missing": true, "weight": 1})"),
            place + ": found 'missing' without 'threshold', expected both or neither");
  EXPECT_EQ(with_term(R"({"feature": 1, "weight": 1, "sign": 1})"),
            place + ": found the key 'sign', expected one of: feature, threshold, missing, weight");
  EXPECT_EQ(complaint_after(4, [](FileJson& json) { json["parameters"].erase("terms"); }),
            "m.json: parameters: found no 'terms', expected one");
}

TEST(ModelFile, RefusesToWriteWeakRankersThatAreNone) {
  RankingModel model = models()[4];
  std::get<WeakRankerSum>(model.kind).terms = {{{.feature = 1, .threshold = std::nan("")}, 1.0}};
  EXPECT_EQ(refusal<NumericError>(model),
            "model: parameters.terms.0.threshold: found nan, expected a finite number");
  std::get<WeakRankerSum>(model.kind).terms = {{{.feature = 3}, 1.0}};
  EXPECT_THROW(to_json(model), ContractError);
}

TEST(ModelFile, RefusesATermOfAModelWithoutFeatures) {
  RankingModel model{.kind = WeakRankerSum{}};
  FileJson json = FileJson::parse(to_json(model));
  json["parameters"]["terms"] = {{{"feature", 0}, {"weight", 1.0}}};
  EXPECT_EQ(complaint(json.dump()),
            "m.json: parameters.terms[0]: found a term, expected none in a model without features");
}

TEST(ModelFile, RefusesValuesOfAnotherType) {
  EXPECT_EQ(complaint_after(0, [](FileJson& json) { json["parameters"]["weights"][2] = nullptr; }),
            "m.json: parameters.weights[2]: found null, expected a finite number");
  EXPECT_EQ(complaint_after(0, [](FileJson& json) { json["features"]["count"] = -1; }),
            "m.json: features.count: found -1, expected a whole number from 0");
  EXPECT_EQ(complaint_after(0, [](FileJson& json) { json["features"]["first"] = 2; }),
            "m.json: features.first: found 2, expected a whole number from 0 to 1");
  EXPECT_EQ(complaint_after(0, [](FileJson& json) { json["training"]["options"]["l2"] = 0.5; }),
            "m.json: training.options.l2: found 0.5, expected text");
  EXPECT_EQ(complaint_after(0, [](FileJson& json) { json["fill"]["otherwise"] = "median"; }),
            "m.json: fill.otherwise: fill rule: found 'median', expected min, zero, mean, max, "
            "constant:V, keep, train-min, train-mean, train-max or auto");
  EXPECT_EQ(complaint_after(0, [](FileJson& json) { json["fill"]["otherwise"] = "train-min"; }),
            "m.json: fill rule: found train-min in a model, expected the number that was learned");
  EXPECT_THAT(complaint_after(0, [](FileJson& json) { json["fill"]["exceptions"]["9"] = "min"; }),
              HasSubstr("m.json: fill policy: found '9', expected a name or a number from 1 to 3"));
  EXPECT_EQ(complaint_after(0, [](FileJson& json) { json["parameters"] = FileJson::array(); }),
            "m.json: parameters: found a list of 0, expected an object");
}

// --- any mutation is read or refused ---

RC_GTEST_PROP(ModelFile, AnyMutationIsReadOrRefused, ()) {
  static const std::vector<RankingModel> all = models();
  for (const RankingModel& model : all) {
    const std::string text = mutated(to_json(model));
    RC_LOG() << text << "\n";
    try {
      const RankingModel read = model_from_json(text, "m");
      RC_ASSERT(model_from_json(to_json(read), "m") == read);
    } catch (const DataError& error) {
      RC_ASSERT(error.where().path == "m");
    }
  }
}

TEST(ModelFile, RefusesMoreFeaturesThanAFileOfItsSizeCanMean) {
  RankingModel model;
  model.kind = WeakRankerSum{3, {{{.feature = 2, .threshold = 0.5}, 1.0}}};
  model.preparation.features.count = 3;
  model.training.algorithm = "imported";
  FileJson json = FileJson::parse(to_json(model));
  EXPECT_NO_THROW(model_from_json(json.dump(), "m.json"));
  for (const std::uint64_t count : {std::uint64_t{1} << 63U, std::uint64_t{300'000'000}}) {
    json["features"]["count"] = count;
    EXPECT_THAT([&] { model_from_json(json.dump(), "m.json"); },
                ThrowsMessage<DataError>(HasSubstr("at most 1048576 features")));
  }
}

TEST(ModelFile, RefusesTwoFeaturesOfOneName) {
  RankingModel model = models()[1];
  FileJson json = FileJson::parse(to_json(model));
  json["features"]["names"][1] = json["features"]["names"][0];
  EXPECT_THAT([&] { model_from_json(json.dump(), "m.json"); },
              ThrowsMessage<DataError>(HasSubstr("two features of the name 'bm25'")));
  model.preparation.features.names[1] = "bm25";
  EXPECT_THROW(to_json(model), UsageError);
}

}  // namespace
}  // namespace podium
