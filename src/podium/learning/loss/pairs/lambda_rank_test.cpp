#include "podium/learning/loss/pairs/lambda_rank.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/ranking.hpp"
#include "podium/core/measure/measure.hpp"
#include "podium/learning/loss/loss_contract_fixture.hpp"
#include "podium/learning/loss/pairs/expanded_pairs.hpp"
#include "podium/learning/loss/pairs/pair_oracle_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

/// The ranks that a document may have: those of the documents of equal score.
std::vector<std::vector<std::size_t>> ranks_of(std::span<const double> s) {
  std::vector<std::vector<std::size_t>> ranks(s.size());
  for (std::size_t i = 0; i < s.size(); ++i) {
    std::size_t above = 0;
    for (const double other : s) above += other > s[i] ? 1U : 0U;
    const auto equal = std::ranges::count(s, s[i]);
    for (std::size_t t = 0; t < static_cast<std::size_t>(equal); ++t) ranks[i].push_back(above + t);
  }
  return ranks;
}

std::vector<double> gains_of(const WeakOrder& truth) {
  std::vector<double> gain;
  for (const double label : truth.label) {
    gain.push_back(truth.strict > 0 ? label : std::exp2(label) - 1.0);
  }
  return gain;
}

/// The weights in the papers' letters: ranks from 1, D(r) = log2(1 + r). Means over the ranks that
/// the two documents may have, two different ones.
struct PaperWeights {
  RankWeighting weighting;
  double mu;
  std::size_t cutoff;
  std::vector<double> gain;
  std::vector<std::vector<std::size_t>> ranks;  ///< from 0
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

  double truncated(std::size_t r) const { return r <= cutoff ? inverse_d(r) : 0.0; }

  /// Of a distance between two whole ones: linear.
  static double step(double distance) {
    const auto below = static_cast<std::size_t>(distance);
    const auto e = [](std::size_t m) { return inverse_d(m) - inverse_d(m + 1); };
    const double part = distance - static_cast<double>(below);
    return (1.0 - part) * e(below) + part * e(below + 1);
  }

  double operator()(std::size_t i, std::size_t j) const {
    double rho = 0.0;
    double apart = 0.0;
    double stretch = 0.0;
    double count = 0.0;
    bool has_top = false;
    for (const std::size_t a : ranks[i]) {
      for (const std::size_t b : ranks[j]) {
        has_top = has_top || std::min(a, b) < cutoff;
        if (a == b) continue;
        rho += std::abs(truncated(a + 1) - truncated(b + 1));
        apart += static_cast<double>(std::max(a, b) - std::min(a, b));
        // The larger rank, or of one group either.
        const std::size_t lower = ranks[i] == ranks[j] ? a : std::max(a, b);
        stretch += lower >= cutoff ? 1.0 / (1.0 - inverse_d(lower + 1)) : 1.0;
        ++count;
      }
    }
    const double delta = step(apart / count);
    const double pair = std::abs(gain[i] - gain[j]) / ideal;
    switch (weighting) {
      case RankWeighting::delta_ndcg:
        return pair * rho / count;
      case RankWeighting::ndcg_loss2:
        return has_top ? pair * delta : 0.0;
      case RankWeighting::ndcg_loss2pp:
        return has_top ? pair * (rho / count + mu * delta) : 0.0;
      default:
        return pair * delta * stretch / count;
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

TEST(LambdaRankLoss, DoesNotDependOnTheOrderOfDocuments) {
  RandomStream stream(5, "lambda", "order");
  for (const char* objective : {"ndcg", "ndcg@3", "map", "rr@4", "err", "p@3"}) {
    for (const bool norm : {false, true}) {
      for (const std::size_t values : {1U, 3U, 100U}) {
        const LambdaRankLoss loss({.norm = norm, .objective = objective});
        const std::size_t n = 20;
        const PreparedQuery query = prepared(loss, random_grades(stream, n, 4));
        const std::vector<double> s = tied_scores(stream, n, values, 0.3);
        const Evaluated here = curved(loss, query, s);
        EXPECT_NE(here.value, 0.0);
        const MovedQuery moved = with_moved_documents(loss, query, s, stream);
        // Those of equal label are shuffled anew.
        PreparedQuery again = prepared(loss, moved.query.truth, 7);
        const Evaluated there = curved(loss, again, moved.scores);
        EXPECT_EQ(here.value, there.value) << objective;
        for (std::size_t doc = 0; doc < n; ++doc) {
          EXPECT_EQ(here.gradient[doc], there.gradient[moved.moved_to[doc]]) << objective;
          EXPECT_EQ(here.curvature[doc], there.curvature[moved.moved_to[doc]]) << objective;
        }
      }
    }
  }
}

// Long lists of few scores, which are summed by expansions.
TEST(LambdaRankLoss, HasTheTiedPairsOfLongLists) {
  RandomStream stream(6, "lambda", "long");
  for (const std::size_t values : {1U, 7U}) {
    const std::size_t n = 600;
    const WeakOrder truth = random_grades(stream, n, 5);
    const std::vector<double> s = tied_scores(stream, n, values, 0.4);
    const PaperWeights weights{RankWeighting::delta_ndcg, 0.0, n, gains_of(truth), ranks_of(s)};
    std::map<std::pair<double, double>, double> of_scores;  // over the difference of gains
    const auto weight = [&](std::size_t i, std::size_t j) {
      const double apart = weights.gain[i] - weights.gain[j];
      const auto [found, is_new] = of_scores.emplace(std::pair(s[i], s[j]), 0.0);
      if (is_new) found->second = weights(i, j) / apart;
      return apart * found->second;
    };
    const PreparedQuery query = prepared(LambdaRankLoss(), truth);
    ASSERT_TRUE(should_expand(n, count_pairs(truth), true));
    const Evaluated slow = pair_sum(truth, s, logistic_margin, weight);
    const Evaluated fast = curved(LambdaRankLoss(), query, s);
    EXPECT_NEAR(fast.value, slow.value, 1e-11 * slow.value);
    for (std::size_t doc = 0; doc < n; ++doc) {
      ASSERT_NEAR(fast.gradient[doc], slow.gradient[doc], 1e-12);
      ASSERT_GT(fast.curvature[doc], 0.0);
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
      // The document with a gain is the first cell; the others follow by rank.
      std::vector<double> labels(9, 0.0);
      std::vector<double> scores(9);
      for (std::size_t r = 0; r < 9; ++r) scores[r] = -static_cast<double>(r);
      labels[rank] = 1.0;
      PreparedQuery query = prepared(LambdaRankLoss(), weak_order(GradedTruth{labels}));
      query.target.front() = 0.5;
      Workspace workspace;
      const TiedCells cells = tied_cells(query.query(), scores, workspace);
      const RankPairWeights weights(
          {.weighting = RankWeighting::ndcg_loss2_at_k, .measure = {.cutoff = cutoff}}, cells,
          workspace);
      std::vector<double> row(rank);
      weights.write_row(0, 1, 1.0, row);
      const double kept = rank < cutoff ? 1.0 / std::log2(rank + 2.0) : 0.0;
      double lost = 0.0;
      for (const double w : row) lost += w;
      EXPECT_NEAR(lost, 0.5 * (1.0 - kept), 1e-15) << "rank " << rank << " at " << cutoff;
    }
  }
}

}  // namespace
}  // namespace podium
