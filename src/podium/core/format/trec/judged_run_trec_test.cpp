#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/core/base/test_paths.hpp"
#include "podium/core/format/trec/judged_run.hpp"

// Holds the join of run and judgements against trec_eval. The measures are restated here, plainly,
// so that nothing but the join and its inputs is under test; tests/golden/trec_run/make.py made the
// files and names the program.

namespace podium {
namespace {

/// Labels in trec_eval's order: by falling score, equal scores by falling document id.
std::vector<double> ranked_labels(const JudgedQuery& query) {
  std::vector<std::size_t> order(query.scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    if (query.scores[a] != query.scores[b]) return query.scores[a] > query.scores[b];
    return query.document_id[a] > query.document_id[b];
  });
  std::vector<double> labels;
  for (const std::size_t doc : order) labels.push_back(query.truth.label[doc]);
  return labels;
}

std::vector<double> ideal_labels(const JudgedQuery& query) {
  std::vector<double> labels(query.truth.label.begin(), query.truth.label.end());
  std::ranges::sort(labels, std::greater{});
  return labels;
}

double relevant(const std::vector<double>& labels, std::size_t cutoff) {
  double count = 0;
  for (std::size_t i = 0; i < std::min(cutoff, labels.size()); ++i) count += labels[i] > 0.0;
  return count;
}

double dcg(const std::vector<double>& labels, std::size_t cutoff) {
  double sum = 0.0;
  for (std::size_t i = 0; i < std::min(cutoff, labels.size()); ++i) {
    sum += std::max(0.0, labels[i]) / std::log2(static_cast<double>(i) + 2.0);
  }
  return sum;
}

double average_precision(const std::vector<double>& labels, double all_relevant) {
  double sum = 0.0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] > 0.0) sum += relevant(labels, i + 1) / (static_cast<double>(i) + 1.0);
  }
  return sum / all_relevant;
}

double reciprocal_rank(const std::vector<double>& labels) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] > 0.0) return 1.0 / (static_cast<double>(i) + 1.0);
  }
  return 0.0;
}

TEST(JudgedRun, GivesTheValuesOfTrecEval) {
  const std::filesystem::path folder = golden_path("trec_run");
  const JudgedRun run(read_qrels(folder / "qrels.txt"), read_run(folder / "run.txt"));
  const auto golden = nlohmann::json::parse(std::ifstream(folder / "values.json"));
  ASSERT_EQ(run.query_count(), golden.size() + 1);
  EXPECT_EQ(run.queries_not_in_run(), 1U);
  EXPECT_EQ(run.queries_not_judged(), 1U);
  for (std::size_t i = 0; i < run.query_count(); ++i) {
    const JudgedQuery query = run[i];
    if (query.scores.empty()) continue;
    const auto& expected = golden.at(std::string(query.id));
    const auto labels = ranked_labels(query);
    const auto ideal = ideal_labels(query);
    const double all = relevant(ideal, ideal.size());
    EXPECT_NEAR(average_precision(labels, all), expected.at("map"), 1e-12);
    EXPECT_NEAR(reciprocal_rank(labels), expected.at("recip_rank"), 1e-12);
    EXPECT_NEAR(dcg(labels, 1000) / dcg(ideal, 1000), expected.at("ndcg"), 1e-12);
    for (const std::size_t k : {5UL, 10UL}) {
      const std::string at = "_" + std::to_string(k);
      EXPECT_NEAR(dcg(labels, k) / dcg(ideal, k), expected.at("ndcg_cut" + at), 1e-12);
      EXPECT_NEAR(relevant(labels, k) / static_cast<double>(k), expected.at("P" + at), 1e-12);
      EXPECT_NEAR(relevant(labels, k) / all, expected.at("recall" + at), 1e-12);
    }
  }
}

}  // namespace
}  // namespace podium
