#include "podium/learning/loss/lists/approx_ndcg.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "podium/core/data/ranking.hpp"
#include "podium/core/measure/ndcg.hpp"
#include "podium/learning/loss/expect_near_fixture.hpp"
#include "podium/learning/loss/loss_fixture.hpp"

namespace podium {
namespace {

using fixture::evaluated;

static_assert(has_all_fields<ApproxNdcgOptions>());

double logistic(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

/// The formula of the header, term by term; the truth's labels fall along `order`.
double restated(const ApproxNdcgOptions& options, const WeakOrder& truth,
                const std::vector<double>& s) {
  const auto order = total_order(truth.view(), 1, "q");
  const std::size_t n = s.size();
  double ideal = 0.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    if (options.cutoff == 0 || i < options.cutoff) {
      ideal += (std::exp2(truth.label[order[i]]) - 1.0) / std::log2(2.0 + static_cast<double>(i));
    }
    double rank = 1.0;
    for (std::size_t j = 0; j < n; ++j) {
      if (j != i) rank += logistic(options.alpha * (s[j] - s[i]));
    }
    const double within =
        options.cutoff == 0
            ? 1.0
            : logistic(options.beta * (static_cast<double>(options.cutoff) + 0.5 - rank));
    sum += (std::exp2(truth.label[i]) - 1.0) * within / std::log2(1.0 + rank);
  }
  return 1.0 - sum / ideal;
}

TEST(ApproxNdcg, IsTheFormulaOfSmoothRanks) {
  RandomStream stream(1, "approx-ndcg", "formula");
  for (int round = 0; round < 50; ++round) {
    const std::size_t n = 2 + stream.below(9);
    const WeakOrder truth = fixture::with_setting(fixture::random_grades(stream, n, 4), "topk:3");
    const auto s = fixture::normal_scores(stream, n);
    for (const ApproxNdcgOptions& options :
         {ApproxNdcgOptions{}, ApproxNdcgOptions{.alpha = 2.0, .cutoff = 2, .beta = 3.0}}) {
      EXPECT_NEAR(evaluated(ApproxNdcg(options), truth, s).value, restated(options, truth, s),
                  1e-12);
    }
  }
}

TEST(ApproxNdcg, BecomesTheMeasureWhenSteep) {
  RandomStream stream(1, "approx-ndcg", "measure");
  for (const std::size_t cutoff : {0U, 1U, 3U, 20U}) {
    const ApproxNdcg loss({.alpha = 1e6, .cutoff = cutoff, .beta = 1e3});
    const MeasureFunction ndcg =
        make_ndcg({}, cutoff == 0 ? no_cutoff : cutoff, Profile{.name = "standard"});
    for (int round = 0; round < 20; ++round) {
      const WeakOrder truth = fixture::random_grades(stream, 10, 4);
      const auto s = fixture::normal_scores(stream, 10);
      const Ranking ranking = rank_by_score(s);
      const double expected = ndcg(JudgedRanking(truth.view(), ranking), nullptr).value();
      EXPECT_NEAR(evaluated(loss, truth, s).value, 1.0 - expected, 1e-9) << cutoff;
    }
  }
}

TEST(ApproxNdcg, TakesLabelsWhoseGainsOverflow) {
  const WeakOrder truth = weak_order(GradedTruth{{2000, 0, 1999}});
  const ApproxNdcg steep({.alpha = 1e6});
  const double ideal = 1.0 + 0.5 / std::log2(3.0);
  EXPECT_NEAR(evaluated(steep, truth, std::vector<double>{3, 1, 2}).value, 0.0, 1e-12);
  EXPECT_NEAR(evaluated(steep, truth, std::vector<double>{2, 1, 3}).value,
              1.0 - (0.5 + 1.0 / std::log2(3.0)) / ideal, 1e-12);
}

TEST(ApproxNdcg, CanTakeTheLabelAsItsGain) {
  const WeakOrder truth = weak_order(GradedTruth{{3, 0.5, -1}});
  const ApproxNdcg loss({.alpha = 1e6, .gain = Gain::linear});
  const double ideal = 3.0 + 0.5 / std::log2(3.0);
  EXPECT_NEAR(evaluated(loss, truth, std::vector<double>{1, 2, 3}).value,
              1.0 - (3.0 / 2.0 + 0.5 / std::log2(3.0)) / ideal, 1e-12);
}

TEST(ApproxNdcg, CannotUseAQueryThatEveryRankingServesAlike) {
  const ApproxNdcg loss;
  EXPECT_FALSE(fixture::prepared(loss, WeakOrder{}).contributes);
  EXPECT_FALSE(fixture::prepared(loss, weak_order(GradedTruth{{1}})).contributes);
  EXPECT_FALSE(fixture::prepared(loss, weak_order(GradedTruth{{2, 2}})).contributes);
  EXPECT_FALSE(fixture::prepared(loss, weak_order(GradedTruth{{0, -1}})).contributes);
  EXPECT_TRUE(fixture::prepared(loss, weak_order(GradedTruth{{0, 1}})).contributes);
}

}  // namespace
}  // namespace podium
