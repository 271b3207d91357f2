// The evaluator against published numbers on real data, read from the folder that the environment
// variable PODIUM_DATA names.
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/test_paths.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/format/scores.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/core/measure/official.hpp"
#include "podium/learning/experiment/judged_run.hpp"

namespace podium {
namespace {

namespace fs = std::filesystem;

fs::path data_folder() {
  const char* folder = std::getenv("PODIUM_DATA");
  return folder == nullptr ? "" : folder;
}

// --- runs of others on LETOR 3.0 and 4.0 ---

/// Means over five test folds under letor4 of the score files in github.com/JasonWyse/letor40
/// (46bb862); its own tables, made with LETOR's script, agree with them to their four digits.
struct PublishedRun {
  const char* folder;
  const char* data;
  std::array<double, 8> means;  // ndcg@1, @3, @5, @10, meanndcg, map, p@1, p@10
};

class PublishedRuns : public testing::TestWithParam<PublishedRun> {};

TEST_P(PublishedRuns, ComeOutWithinTheirDigits) {
  if (data_folder().empty()) GTEST_SKIP() << "PODIUM_DATA names no folder with the data sets";
  const PublishedRun& run = GetParam();
  const Profile& letor4 = find_profile("letor4");
  const auto measures =
      parse_measures("ndcg@1,ndcg@3,ndcg@5,ndcg@10,meanndcg,map,p@1,p@10", letor4);
  std::vector<double> mean(measures.size(), 0.0);
  for (const char* fold : {"Fold1", "Fold2", "Fold3", "Fold4", "Fold5"}) {
    const Dataset data = read_dataset(data_folder() / run.data / fold / "test.txt");
    const auto scores = scores_by_row(
        data, read_scores(data_folder() / "letor40-runs" / run.folder / fold / "test_score"));
    const Evaluation result =
        evaluate(scored_queries(data, scores), measures, letor4, TieRule::input);
    for (std::size_t m = 0; m < mean.size(); ++m) mean[m] += result.mean[m] / 5.0;
  }
  for (std::size_t m = 0; m < mean.size(); ++m) {
    EXPECT_NEAR(mean[m], run.means[m], 1e-4) << measures[m].name();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Letor40, PublishedRuns,
    testing::Values(PublishedRun{"svm_rank/Mq2008",
                                 "MQ2008",
                                 {.3694, .4247, .4657, .2254, .4825, .4677, .4324, .2480}},
                    PublishedRun{"RankBoost/Mq2008",
                                 "MQ2008",
                                 {.3644, .4288, .4693, .2306, .4835, .4752, .4375, .2514}},
                    PublishedRun{"svm_rank/OHSUMED",
                                 "OHSUMED-LETOR3/QueryLevelNorm",
                                 {.5263, .5087, .4811, .4537, .5342, .4436, .6515, .4982}},
                    PublishedRun{"RankBoost/OHSUMED",
                                 "OHSUMED-LETOR3/QueryLevelNorm",
                                 {.4952, .4547, .4479, .4399, .5254, .4429, .5775, .5023}}));

// --- LETOR 2.0: what each feature is worth alone ---

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  for (const auto part : split_outside_brackets(line, ',')) fields.emplace_back(part);
  return fields;
}

TEST(Letor2SingleFeatures, ComeOutToTheLastDigit) {
  if (data_folder().empty()) GTEST_SKIP() << "PODIUM_DATA names no folder with the data sets";
  std::vector<Dataset> folds;
  for (const char* fold : {"Fold1", "Fold2", "Fold3", "Fold4", "Fold5"}) {
    folds.push_back(read_dataset(data_folder() / "OHSUMED-LETOR2/Data" / fold / "testset.txt"));
  }
  std::ifstream table(golden_path("letor2_ohsumed_single_features.csv"));
  std::string line;
  ASSERT_TRUE(std::getline(table, line));
  const auto header = fields_of(line);
  const Profile& letor3 = find_profile("letor3");
  const auto measures = parse_measures(line.substr(line.find(',') + 1), letor3);
  ASSERT_EQ(measures.size(), 21U);
  std::size_t features = 0;
  for (; std::getline(table, line); ++features) {
    const auto row = fields_of(line);
    std::vector<double> sum(measures.size(), 0.0);
    std::size_t queries = 0;
    for (const Dataset& data : folds) {
      std::vector<double> scores;
      for (std::size_t q = 0; q < data.query_count(); ++q) {
        const QueryView query = data[q];
        for (DocIndex doc = 0; doc < query.size(); ++doc) {
          scores.push_back(query.features[doc][features]);
        }
      }
      const Evaluation result =
          evaluate(scored_queries(data, scores), measures, letor3, TieRule::input);
      queries += result.query.size();
      for (std::size_t m = 0; m < sum.size(); ++m) {
        for (const double value : result.value[m]) sum[m] += value;
      }
    }
    ASSERT_EQ(queries, 106U);
    for (std::size_t m = 0; m < sum.size(); ++m) {
      const double published = parse_number<double>(row[m + 1]).value();
      EXPECT_NEAR(sum[m] / 106.0, published, 2e-15) << header[m + 1] << " of feature " << row[0];
    }
  }
  EXPECT_EQ(features, 25U);
}

// --- trec_eval's own test ---

/// The values of a file that trec_eval printed: [query or "all"][measure].
std::map<std::string, std::map<std::string, double>> printed_values(const fs::path& path) {
  std::map<std::string, std::map<std::string, double>> values;
  std::ifstream file(path);
  std::string measure;
  std::string query;
  std::string value;
  while (file >> measure >> query >> value) {
    if (const auto number = parse_number<double>(value)) values[query][measure] = *number;
  }
  return values;
}

class TrecEvalTest : public testing::Test {
 protected:
  void SetUp() override {
    if (data_folder().empty()) GTEST_SKIP() << "PODIUM_DATA names no folder with the data sets";
    if (!fs::exists(folder_ / "results.test")) GTEST_SKIP() << "no folder trec_eval-tests";
    run_.emplace(read_qrels(folder_ / "qrels.test"), read_run(folder_ / "results.test"));
  }

  fs::path folder_ = data_folder() / "trec_eval-tests";
  const Profile& trec_ = find_profile("trec");
  std::optional<JudgedRun> run_;
};

constexpr double four_digits = 5.1e-5;

TEST_F(TrecEvalTest, AllThatItPrintsByDefaultComesOut) {
  const auto printed = printed_values(folder_ / "out.test");
  const auto by_query = printed_values(folder_ / "out.test.aq");
  const Evaluation ours = evaluate_official(scored_queries(*run_), trec_, trec_.ties);
  EXPECT_EQ(printed.at("all").size(), ours.measure.size()) << "all but the name of the run";
  ASSERT_EQ(ours.query.size(), 3U);
  std::size_t compared = 0;
  for (std::size_t m = 0; m < ours.measure.size(); ++m) {
    EXPECT_NEAR(ours.mean[m], printed.at("all").at(ours.measure[m]), four_digits)
        << ours.measure[m];
    for (std::size_t q = 0; q < ours.query.size(); ++q) {
      const auto& values = by_query.at(ours.query[q]);
      const auto value = values.find(ours.measure[m]);
      EXPECT_EQ(value == values.end(), std::isnan(ours.value[m][q])) << ours.measure[m];
      if (value == values.end()) continue;
      EXPECT_NEAR(ours.value[m][q], value->second, four_digits) << ours.measure[m];
      ++compared;
    }
  }
  EXPECT_EQ(compared, 3U * 27U);
}

TEST_F(TrecEvalTest, EveryMeasureThatTheProfileHasComesOut) {
  const auto by_query = printed_values(folder_ / "out.test.aq");
  const std::vector<ScoredQuery> queries = scored_queries(*run_);
  std::size_t compared = 0;
  const auto printed = printed_values(folder_ / "out.test.a");
  for (const auto& [name, mean] : printed.at("all")) {
    std::vector<Measure> measure;
    try {
      measure.push_back(parse_measure(name, trec_));
    } catch (const UsageError&) {
      continue;
    }
    const Evaluation ours = evaluate(queries, measure, trec_, trec_.ties);
    EXPECT_NEAR(ours.mean.front(), mean, four_digits) << name;
    for (std::size_t q = 0; q < ours.query.size(); ++q) {
      EXPECT_NEAR(ours.value.front()[q], by_query.at(ours.query[q]).at(name), four_digits)
          << name << " of query " << ours.query[q];
    }
    ++compared;
  }
  EXPECT_EQ(compared, 55U);
}

}  // namespace
}  // namespace podium
