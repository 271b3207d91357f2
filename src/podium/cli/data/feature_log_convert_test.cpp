#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/learning/learning_commands_fixture.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/format/read.hpp"

namespace podium::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// Data with named features, a fifth of whose values is missing, and a model of trees on it.
class FeatureLogConvert : public LearningCommands {
 protected:
  FeatureLogConvert() {
    RandomStream random(1, "", "values");
    std::string table = "qid,label,docid,title.bm25,body.bm25,pagerank\n";
    std::string qrels;
    for (int q = 0; q < 12; ++q) {
      for (int d = 0; d < 8; ++d) {
        const auto label = static_cast<int>(random.below(3));
        table += std::to_string(q) + "," + std::to_string(label) + ",d" + std::to_string(d);
        for (int f = 0; f < 3; ++f) {
          const auto value = static_cast<float>(std::abs(random.normal()) + 0.3 * label);
          table += "," + (random.below(5) == 0 ? "" : std::to_string(value));
        }
        table += "\n";
        qrels +=
            std::to_string(q) + " 0 d" + std::to_string(d) + " " + std::to_string(label) + "\n";
      }
    }
    put("data.csv", table);
    put("data.qrels", qrels);
    expect_done({"train", "lambdamart", "--train", at("data.csv"), "--fill", "keep", "--set",
                 "rounds=5", "--tune", "none", "--model", at("model.json")});
  }

  static void expect_done(const std::vector<std::string>& arguments) {
    const CliResult result = run_in_process(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
  }

  /// The names in the definitions of features that the export to an engine wrote.
  std::vector<std::string> exported_names(const std::string& engine) const {
    expect_done({"export", at("model.json"), "--to", engine, "--out", at("engine.json"),
                 "--features", at("features.json")});
    const json features = json::parse(text_of("features.json"));
    std::vector<std::string> names;
    for (const json& feature :
         features.is_array() ? features : features["featureset"]["features"]) {
      names.push_back(feature["name"]);
    }
    return names;
  }

  /// Calls use(query id, document id, values of the features by name) for every document.
  template <class Use>
  void for_each_document(const std::vector<std::string>& names, Use&& use) const {
    const Dataset data = read_dataset(at("data.csv"));
    for (std::size_t q = 0; q < data.query_count(); ++q) {
      for (DocIndex doc = 0; doc < data[q].size(); ++doc) {
        std::vector<float> values;
        for (const std::string& name : names) {
          std::size_t f = 0;
          while (data.feature_name(f) != name) ++f;
          values.push_back(data[q].features[doc][f]);
        }
        use(std::string(data[q].id), data.document_id(data[q].first_row + doc), values);
      }
    }
  }

  /// The converted log has the features and labels of the data, and the model scores it the same.
  void expect_same_data(const std::vector<std::string>& more) const {
    const CliResult result =
        run({"data", "convert", at("log.jsonl"), at("log.csv"), "--qrels", at("data.qrels")}, more);
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.err, HasSubstr("96 documents, 12 queries, 3 features"));
    const Dataset data = read_dataset(at("data.csv"));
    const Dataset log = read_dataset(at("log.csv"));
    ASSERT_EQ(log.row_count(), data.row_count());
    EXPECT_TRUE(std::ranges::equal(log.columns().label, data.columns().label));
    for (const char* name : {"data.csv", "log.csv"}) {
      expect_done({"score", "--model", at("model.json"), "--data", at(name), "--run",
                   at(std::string(name) + ".run")});
    }
    EXPECT_EQ(text_of("log.csv.run"), text_of("data.csv.run"));
  }
};

TEST_F(FeatureLogConvert, ReadsWhatThePluginLogsForAnExportedFeatureSet) {
  const std::vector<std::string> names = exported_names("es-ltr");
  std::string log;
  for_each_document(names, [&](const auto& query, const auto& document, const auto& values) {
    json entries = json::array();
    for (std::size_t f = 0; f < names.size(); ++f) {
      entries.push_back({{"name", names[f]}});
      if (!std::isnan(values[f])) entries.back()["value"] = values[f];
    }
    const json hit = {{"_id", document},
                      {"fields", {{"_ltrlog", json::array({{{"log_entry", entries}}})}}}};
    log += json{{"qid", query}, {"hits", {{"hits", json::array({hit})}}}}.dump() + "\n";
  });
  put("log.jsonl", log);
  expect_same_data({"--from", "es-ltr-log"});
}

TEST_F(FeatureLogConvert, ReadsWhatSolrLogsForAnExportedFeatureStore) {
  const std::vector<std::string> names = exported_names("solr");
  for (const bool is_dense : {false, true}) {
    json responses;
    for_each_document(names, [&](const auto& query, const auto& document, const auto& values) {
      std::string features;
      for (std::size_t f = 0; f < names.size(); ++f) {
        if (std::isnan(values[f]) && !is_dense) continue;  // the default value of the store
        features += (features.empty() ? "" : ",") + names[f] + "=" +
                    (std::isnan(values[f]) ? "NaN" : json(values[f]).dump());
      }
      responses[query].push_back({{"id", document}, {"[features]", features}});
    });
    std::string log;
    for (const auto& [query, documents] : responses.items()) {
      log += json{{"responseHeader", {{"params", {{"qid", query}}}}},
                  {"response", {{"docs", documents}}}}
                 .dump(2) +
             "\n";
    }
    put("log.jsonl", log);
    // Queries come in another order here.
    expect_done({"data", "convert", at("log.jsonl"), at("log.csv"), "--from", "solr-log",
                 "--absent", "missing"});
    const Dataset read = read_dataset(at("log.csv"));
    std::size_t found = 0;
    for_each_document(names, [&](const auto& query, const auto& document, const auto& values) {
      for (std::size_t q = 0; q < read.query_count(); ++q) {
        for (DocIndex doc = 0; doc < read[q].size() && read[q].id == query; ++doc) {
          if (read.document_id(read[q].first_row + doc) != document) continue;
          ++found;
          for (std::size_t f = 0; f < names.size(); ++f) {
            std::size_t own = 0;
            while (read.feature_name(own) != names[f]) ++own;
            const float value = read[q].features[doc][own];
            EXPECT_TRUE(value == values[f] || (std::isnan(value) && std::isnan(values[f])));
          }
        }
      }
    });
    EXPECT_EQ(found, 96U);
  }
}

TEST_F(FeatureLogConvert, SaysWhatIsNotJudgedAndWhatIsNotLogged) {
  put("log.jsonl",
      R"({"qid":"1","response":{"docs":[{"id":"a","[features]":"f=1"},{"id":"b","[features]":"f=2"}]}})");
  put("q", "1 0 a 2\n1 0 x 1\n");
  const std::vector<std::string> convert = {"data",   "convert",  at("log.jsonl"), at("out.csv"),
                                            "--from", "solr-log", "--qrels",       at("q")};
  const CliResult refused = run(convert);
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("--unjudged rest gives such documents label 0"));
  const CliResult rest = run(convert, {"--unjudged", "rest"});
  EXPECT_EQ(rest.code, 0);
  EXPECT_THAT(rest.err, HasSubstr("left out 1 judgement of documents that the log does not have"));
  EXPECT_THAT(rest.err, HasSubstr("set label 0 for 1 document without a judgement"));
  const CliResult plain =
      run({"data", "convert", at("log.jsonl"), at("out.csv"), "--from", "solr-log"});
  EXPECT_THAT(plain.err, HasSubstr("no document is judged, all labels are -1"));
  EXPECT_EQ(read_dataset(at("out.csv")).columns().label[0], -1.0);
}

TEST_F(FeatureLogConvert, RefusesOptionsThatHaveNoEffect) {
  for (const std::vector<std::string>& flag :
       {std::vector<std::string>{"--qrels", at("data.qrels")},
        {"--log-name", "a"},
        {"--id-field", "key"},
        {"--absent", "zero"}}) {
    const CliResult result = run({"data", "convert", at("data.csv"), at("out.txt")}, flag);
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.err, HasSubstr(flag[0] + " needs a log of features"));
  }
  EXPECT_EQ(run({"data", "convert", at("data.csv"), at("out"), "--to", "solr-log"}).code, 2);
  EXPECT_THAT(run({"data", "convert", at("log.jsonl"), at("out.txt"), "--from", "es-ltr-log",
                   "--id-field", "key"})
                  .err,
              HasSubstr("--id-field needs a log of features: --from solr-log"));
}

}  // namespace
}  // namespace podium::cli
