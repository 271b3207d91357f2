#include "podium/learning/loss/pairs/lambda_rank.hpp"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/ranking.hpp"
#include "podium/core/measure/measure.hpp"
#include "podium/learning/loss/pairs/pair_oracle_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

std::vector<std::size_t> ranks_of(std::span<const double> s) {
  const Ranking ranking = rank_by_score(s);
  std::vector<std::size_t> rank(s.size());
  for (std::size_t r = 0; r < s.size(); ++r) rank[ranking.order[r]] = r;
  return rank;
}

std::vector<double> gains_of(const WeakOrder& truth) {
  std::vector<double> gain;
  for (const double label : truth.label) {
    gain.push_back(truth.strict > 0 ? label : std::exp2(label) - 1.0);
  }
  return gain;
}

/// The weights in the papers' letters: ranks from 1, D(r) = log2(1 + r).
struct PaperWeights {
  RankWeighting weighting;
  double mu;
  std::size_t cutoff;
  std::vector<double> gain;
  std::vector<std::size_t> rank;
  double ideal = ideal_dcg();

  static double inverse_d(std::size_t r) { return 1.0 / std::log2(1.0 + static_cast<double>(r)); }

  double ideal_dcg() const {
    std::vector<double> sorted = gain;
    std::sort(sorted.rbegin(), sorted.rend());
    double dcg = 0.0;
    for (std::size_t r = 1; r <= std::min(cutoff, sorted.size()); ++r) {
      dcg += sorted[r - 1] * inverse_d(r);
    }
    return dcg;
  }

  double operator()(std::size_t i, std::size_t j) const {
    const std::size_t ri = rank[i] + 1;
    const std::size_t rj = rank[j] + 1;
    const std::size_t apart = ri > rj ? ri - rj : rj - ri;
    const double rho =
        std::abs((ri <= cutoff ? inverse_d(ri) : 0.0) - (rj <= cutoff ? inverse_d(rj) : 0.0));
    const double delta = inverse_d(apart) - inverse_d(apart + 1);
    const bool has_top = std::min(ri, rj) <= cutoff;
    const double stretch =
        std::max(ri, rj) > cutoff ? 1.0 / (1.0 - inverse_d(std::max(ri, rj))) : 1.0;
    const double pair = std::abs(gain[i] - gain[j]) / ideal;
    switch (weighting) {
      case RankWeighting::delta_ndcg:
        return pair * rho;
      case RankWeighting::ndcg_loss2:
        return has_top ? pair * delta : 0.0;
      case RankWeighting::ndcg_loss2pp:
        return has_top ? pair * (rho + mu * delta) : 0.0;
      default:
        return pair * delta * stretch;
    }
  }
};

TEST(LambdaRankLoss, IsTheWeightedSumOverPairs) {
  RandomStream stream(1, "lambda", "pairs");
  for (std::size_t which = 0; which < rank_weighting_names.size(); ++which) {
    for (const std::size_t cutoff : {0U, 1U, 3U, 7U, 100U}) {
      for (std::size_t n = 2; n < 25; n += 2) {
        for (const char* setting : {"graded", "full", "topk:4"}) {
          SCOPED_TRACE(testing::Message() << rank_weighting_names[which] << "@" << cutoff << ", "
                                          << n << " documents, " << setting);
          const LambdaRankOptions options{
              .weights = static_cast<RankWeighting>(which), .cutoff = cutoff, .mu = 2.5};
          const LambdaRankLoss loss(options);
          const WeakOrder truth = with_setting(random_grades(stream, n, 4), setting);
          PreparedQuery query = prepared(loss, truth);
          if (!query.contributes) continue;
          const auto s = tied_scores(stream, n, 8, 0.5);
          const PaperWeights weights{options.weights, options.mu, cutoff == 0 ? n : cutoff,
                                     gains_of(truth), ranks_of(s)};
          const Evaluated slow = pair_sum(truth, s, logistic_margin, weights);
          const Evaluated fast = evaluated(loss, query, s);
          EXPECT_NEAR(fast.value, slow.value, 1e-12 * (1.0 + slow.value));
          EXPECT_THAT(
              fast.gradient,
              testing::Pointwise(testing::DoubleNear(1e-12 * (1.0 + slow.value)), slow.gradient));

          query.row_weight.resize(n);
          for (float& w : query.row_weight) w = static_cast<float>(stream.below(3));
          const Evaluated slow_weighted =
              pair_sum(truth, s, logistic_margin, [&](std::size_t i, std::size_t j) {
                return weights(i, j) * double{query.row_weight[i]} * double{query.row_weight[j]};
              });
          const Evaluated fast_weighted = evaluated(loss, query, s);
          EXPECT_NEAR(fast_weighted.value, slow_weighted.value, 1e-12 * (1.0 + slow.value) * 4.0);
        }
      }
    }
  }
}

TEST(LambdaRankLoss, DividesByDistancesAndSizesIfItIsNormed) {
  RandomStream stream(3, "lambda", "norm");
  for (const std::size_t cutoff : {0U, 3U}) {
    for (std::size_t n = 2; n < 20; n += 3) {
      const LambdaRankLoss loss({.cutoff = cutoff, .norm = true});
      const WeakOrder truth = with_setting(random_grades(stream, n, 4), "graded");
      const PreparedQuery query = prepared(loss, truth);
      if (!query.contributes) continue;
      // All equal, near one another, and so far apart that powers leave the range of doubles.
      for (const double step : {0.0, 0.5, 300.0}) {
        const bool are_equal = step == 0.0;
        const auto s = are_equal ? std::vector<double>(n, 0.5) : tied_scores(stream, n, 8, step);
        const PaperWeights by_ranks{RankWeighting::delta_ndcg, 0.0, cutoff == 0 ? n : cutoff,
                                    gains_of(truth), ranks_of(s)};
        const auto weight = [&](std::size_t i, std::size_t j) {
          return by_ranks(i, j) / (are_equal ? 1.0 : 0.01 + std::abs(s[i] - s[j]));
        };
        const Evaluated plain = pair_sum(truth, s, logistic_margin, weight);
        // Of both documents of every pair, not of the sums in which they cancel.
        const auto slope = [](double m) { return Margin{2.0 * -logistic_margin(m).slope, 0.0}; };
        const double size = pair_sum(truth, s, slope, weight).value;
        const double factor = 3.0 * std::log2(1.0 + size) / size;
        const Evaluated found = curved(loss, query, s, CurvatureKind::exact, 3.0);
        const double limit = 1e-12 * (1.0 + factor * plain.value);
        EXPECT_NEAR(found.value, 3.0 * std::log2(1.0 + size), limit);
        EXPECT_EQ(evaluated(loss, query, s, 3.0).gradient, found.gradient);
        const auto hessian = [](double m) {
          const double p = -logistic_margin(m).slope;
          return Margin{0.0, p * (1.0 - p)};
        };
        const Evaluated hessians = pair_sum(truth, s, hessian, weight, 1.0);
        for (std::size_t d = 0; d < n; ++d) {
          EXPECT_NEAR(found.gradient[d], factor * plain.gradient[d], limit);
          EXPECT_NEAR(found.curvature[d], factor * hessians.gradient[d], limit);
        }
      }
    }
  }
}

TEST(LambdaRankLoss, WeighsAPairByWhatItsSwapDoesToNdcg) {
  RandomStream stream(2, "lambda", "swap");
  for (const std::size_t cutoff : {1U, 3U, 10U}) {
    const Measure ndcg = parse_measure("ndcg@" + to_text(cutoff), find_profile("standard"));
    const auto value = [&](const WeakOrder& truth, std::span<const double> s) {
      const TruthView view = truth.view();
      return ndcg(JudgedRanking(view, rank_by_score(s), false)).value();
    };
    const LambdaRankLoss loss({.cutoff = cutoff});
    // Two labels of which one is unique: each pair is a lone document with one of the others.
    for (int round = 0; round < 20; ++round) {
      const WeakOrder truth = weak_order(GradedTruth{{2, 0, 0, 0, 0, 0}});
      std::vector<double> s = normal_scores(stream, 6);
      const Evaluated found = evaluated(loss, truth, s);
      double expected = 0.0;
      for (std::size_t other = 1; other < 6; ++other) {
        std::vector<double> swapped = s;
        std::swap(swapped[0], swapped[other]);
        expected += std::abs(value(truth, swapped) - value(truth, s)) *
                    logistic_margin(s[0] - s[other]).value;
      }
      EXPECT_NEAR(found.value, expected, 1e-12);
    }
  }
}

TEST(LambdaRankLoss, RefusesQueriesWithoutGain) {
  const LambdaRankLoss loss;
  EXPECT_FALSE(prepared(loss, weak_order(GradedTruth{{0, -1, 0}})).contributes);
  EXPECT_FALSE(prepared(loss, weak_order(GradedTruth{{3, 3, 3}})).contributes);
  EXPECT_TRUE(prepared(loss, weak_order(GradedTruth{{0, 1, 0}})).contributes);
}

TEST(LambdaRankLoss, GivesEveryPlaceOfATopTenAShare) {
  std::vector<DocIndex> best(10);
  for (DocIndex doc = 0; doc < 10; ++doc) best[doc] = doc;
  const WeakOrder top10 = weak_order(TopKTruth{best, 20});
  const auto share_of_tenth = [&](LabelGain gain) {
    const PreparedQuery query = prepared(LambdaRankLoss({.gain = gain}), top10);
    return query.target[9] / query.target[0];
  };
  EXPECT_NEAR(share_of_tenth(LabelGain::automatic), 1.0 / 10.0, 1e-15);
  EXPECT_NEAR(share_of_tenth(LabelGain::linear), 1.0 / 10.0, 1e-15);
  EXPECT_NEAR(share_of_tenth(LabelGain::exponential), 1.0 / 1023.0, 1e-15);
}

// The reason for the weights of ndcg-loss2: ahead of rank r there is one document at each distance
// 1 .. r, and the steps of these distances add up to the discount that rank r has lost. At K the
// whole gain is lost, which the stretched weights bring about.
TEST(RankPairWeights, OfNdcgLoss2AddUpToTheLossOfDcg) {
  for (const std::size_t cutoff : {1U, 4U, 9U}) {
    for (std::uint32_t rank = 1; rank < 9; ++rank) {
      std::vector<double> gain(9, 0.0);
      std::vector<std::uint32_t> ranks;
      for (std::uint32_t r = 0; r < 9; ++r) ranks.push_back(r);
      gain[rank] = 0.5;
      Workspace workspace;
      const RankPairWeights weights(RankWeighting::ndcg_loss2_at_k, 0.0, cutoff, gain, ranks,
                                    workspace);
      std::vector<double> row(rank);
      weights.write_row(rank, 0, 1.0, row);
      const double kept = rank < cutoff ? 1.0 / std::log2(rank + 2.0) : 0.0;
      double lost = 0.0;
      for (const double w : row) lost += w;
      EXPECT_NEAR(lost, 0.5 * (1.0 - kept), 1e-15) << "rank " << rank << " at " << cutoff;
    }
  }
}

}  // namespace
}  // namespace podium
