#include "podium/learning/loss/pairs/swap_measure.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/ranking.hpp"
#include "podium/core/measure/measure.hpp"
#include "podium/learning/loss/expect_near_fixture.hpp"
#include "podium/learning/loss/loss_fixture.hpp"
#include "podium/learning/loss/pairs/lambda_rank.hpp"

namespace podium {
namespace {

using namespace fixture;
using testing::HasSubstr;
using testing::ThrowsMessage;

const std::vector<std::string> with_objective = {
    "ndcg", "ndcg@3", "dcg@4",       "meanndcg",  "p@3",  "recall@3",      "rprec",
    "map",  "map@3",  "rr",          "rr@2",      "rbp",  "rbp(p=0.5)@4",  "success@2",
    "err",  "err@3",  "map(from=2)", "success@5", "p@50", "err(max=6)@10", "rr(from=2)"};

/// The weights of all pairs of a ranking, change[a][b] for ranks a < b: documents are given in the
/// order of the ranking.
std::vector<std::vector<double>> changes_of(const std::string& objective, const WeakOrder& truth) {
  const std::size_t n = truth.level.size();
  std::vector<double> scores(n);
  for (std::size_t r = 0; r < n; ++r) scores[r] = -static_cast<double>(r);
  std::vector<std::vector<double>> change(n, std::vector<double>(n, 0.0));
  const LambdaRankLoss loss({.objective = objective});
  const PreparedQuery query = prepared(loss, truth);
  if (!query.contributes) return change;
  Workspace workspace;
  const TiedCells cells = tied_cells(query.query(), scores, workspace);
  const RankPairWeights weights({.measure = parse_swap_measure(objective)}, cells, workspace);
  for (std::size_t cell = 0; cell < n; ++cell) {
    const auto first = static_cast<std::size_t>(cells.first_worse[cell]);
    std::vector<double> row(n - first);
    weights.write_row(cell, first, 1.0, row);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const DocIndex a = cells.document[cell];
      const DocIndex b = cells.document[first + i];
      change[std::min(a, b)][std::max(a, b)] = row[i];
    }
  }
  return change;
}

TEST(SwapMeasure, ChangesAsInTheSpecification) {
  const nlohmann::json swaps = golden("swaps", "objectives.json");
  const auto expect = [](const std::string& name, const WeakOrder& truth,
                         const nlohmann::json& rows) {
    SCOPED_TRACE(name);
    const auto found = changes_of(name, truth);
    for (std::size_t a = 0; a < rows.size(); ++a) {
      for (std::size_t i = 0; i < rows[a].size(); ++i) {
        EXPECT_NEAR(found[a][a + 1 + i], std::abs(rows[a][i].get<double>()), 1e-12);
      }
    }
  };
  const WeakOrder labels = weak_order(GradedTruth{swaps.at("labels").get<std::vector<double>>()});
  for (const auto& [name, rows] : swaps.at("row a, entry b - a - 1").items()) {
    expect(name, labels, rows);
  }
  // Labels 0, 2, 1, 0, 3, 0 are those of the three best of six.
  const WeakOrder best = weak_order(TopKTruth{{4, 1, 2}, 6});
  for (const char* name : {"kappa-ndcg@3", "kappa-err"}) expect(name, best, swaps.at(name));
}

TEST(SwapMeasure, PullsAsInTheSpecification) {
  const nlohmann::json pulls = golden("pulls", "objectives.json");
  const auto scores_given = pulls.at("scores").get<std::vector<double>>();
  const WeakOrder truth = weak_order(GradedTruth{pulls.at("labels").get<std::vector<double>>()});
  for (const auto& [key, expected] : pulls.items()) {
    if (!expected.is_object()) continue;
    SCOPED_TRACE(key);
    const std::string name = key.substr(0, key.find(','));
    const LambdaRankLoss loss({.norm = name != key, .objective = name});
    const Evaluated found = curved(loss, prepared(loss, truth), scores_given);
    expect_near(found.gradient, expected.at("gradient").get<std::vector<double>>(), 1e-12);
    expect_near(found.curvature, expected.at("curvature").get<std::vector<double>>(), 1e-12);
  }
}

// Against two evaluations by the measure itself.
TEST(SwapMeasure, ChangesAsTheMeasureDoes) {
  RandomStream stream(1, "swaps", "lists");
  const auto check = [](const std::string& name, const WeakOrder& truth) {
    const std::size_t n = truth.level.size();
    const Measure measure = parse_measure(name, find_profile("standard"));
    const auto value = [&](std::size_t a, std::size_t b) {
      std::vector<double> s(n);
      for (std::size_t r = 0; r < n; ++r) s[r] = -static_cast<double>(r);
      std::swap(s[a], s[b]);
      const TruthView view = truth.view();
      return measure(JudgedRanking(view, rank_by_score(s), false)).value_or(0.0);
    };
    const auto found = changes_of(name, truth);
    const double before = value(0, 0);
    // ERR divides differences of sums by 1 - R, which is 2^-max at least.
    const double top = *std::ranges::max_element(truth.label);
    const double accuracy = 1e-12 + (name.starts_with("kappa-err") ? std::exp2(top - 52.0) : 0.0);
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = a + 1; b < n; ++b) {
        ASSERT_NEAR(found[a][b], std::abs(value(a, b) - before), accuracy)
            << name << ", " << n << " documents, ranks " << a << " and " << b;
      }
    }
  };
  for (int list = 0; list < 200; ++list) {
    const std::size_t n = 2 + stream.below(14);
    const WeakOrder truth = random_grades(stream, n, 2 + stream.below(4));
    for (const std::string& name : with_objective) check(name, truth);
    const WeakOrder best = with_setting(truth, "topk:" + to_text(1 + stream.below(n)));
    for (const char* name : {"kappa-ndcg@3", "kappa-err", "kappa-err@4", "map"}) check(name, best);
  }
}

// Equal scores: the mean of the rankings with the best and with the worst of them first, and of the
// ranks of equal documents.
TEST(SwapMeasure, MeansOverEqualScores) {
  const WeakOrder truth = weak_order(GradedTruth{{1, 0, 0, 1}});
  const LambdaRankLoss loss({.objective = "map"});
  const Evaluated found = evaluated(loss, truth, std::vector<double>(4, 0.0));
  const auto best = changes_of("map", weak_order(GradedTruth{{1, 1, 0, 0}}));
  const auto worst = changes_of("map", weak_order(GradedTruth{{0, 0, 1, 1}}));
  double sum = 0.0;
  for (const auto& change : {best, worst}) {
    for (const std::size_t a : {0U, 1U}) sum += change[a][2] + change[a][3];
  }
  EXPECT_NEAR(found.value, 0.5 * sum * std::log(2.0), 1e-14);
  EXPECT_EQ(found.gradient[0], found.gradient[3]);
}

TEST(SwapMeasure, NdcgIsTheDefaultBitByBit) {
  RandomStream stream(2, "swaps", "ndcg");
  for (const std::size_t n : {12U, 300U}) {
    for (const bool norm : {false, true}) {
      const LambdaRankLoss plain({.cutoff = 5, .norm = norm});
      const LambdaRankLoss named({.norm = norm, .objective = "ndcg@5"});
      const PreparedQuery query = prepared(plain, random_grades(stream, n, 4));
      const std::vector<double> s = tied_scores(stream, n, 50);
      EXPECT_EQ(prepared(named, query.truth).target, query.target);
      const Evaluated a = curved(plain, query, s);
      const Evaluated b = curved(named, query, s);
      EXPECT_EQ(a.value, b.value);
      EXPECT_EQ(a.gradient, b.gradient);
      EXPECT_EQ(a.curvature, b.curvature);
    }
  }
}

TEST(SwapMeasure, RefusesWhatHasNoObjective) {
  for (const char* name : {"bpref", "kendall", "judged@5", "rbo", "topk-loss@3"}) {
    EXPECT_THAT([&] { (void)parse_swap_measure(name); },
                ThrowsMessage<UsageError>(HasSubstr("has no objective; nearest: map | ndcg")));
  }
  EXPECT_THROW((void)parse_swap_measure("magic"), UsageError);
  const auto make = [](const OptionText& options) { (void)find_loss("lambda-rank").make(options); };
  EXPECT_NO_THROW(make({{"objective", "map"}}));
  for (const char* other : {"weights", "cutoff"}) {
    const OptionText both = {{"objective", "map"},
                             {other, other == std::string("cutoff") ? "3" : "delta-ndcg"}};
    EXPECT_THAT([&] { make(both); }, ThrowsMessage<UsageError>(HasSubstr("replaces the options")));
  }
  EXPECT_NO_THROW(make({{"objective", "dcg"}, {"gain", "linear"}}));
  EXPECT_THAT(
      [&] {
        make({{"objective", "map"}, {"gain", "linear"}});
      },
      ThrowsMessage<UsageError>(HasSubstr("'gain' has no effect on the objective map")));
}

}  // namespace
}  // namespace podium
