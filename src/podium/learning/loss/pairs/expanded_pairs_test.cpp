#include "podium/learning/loss/pairs/expanded_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/data/ranking.hpp"
#include "podium/learning/loss/pairs/lambda_rank.hpp"
#include "podium/learning/loss/pairs/logistic.hpp"
#include "podium/learning/loss/pairs/pair_oracle_fixture.hpp"
#include "podium/learning/loss/pairs/pair_set.hpp"

namespace podium {
namespace {

using namespace fixture;

/// Gains by place that fall with the levels.
std::vector<double> gains_of(const PreparedQuery& query) {
  std::vector<double> gain;
  for (const DocIndex doc : query.order) gain.push_back(0.01 * query.truth.level[doc]);
  return gain;
}

struct Case {
  WeakOrder truth;
  std::vector<double> scores;
  std::vector<float> row_weight = {};
  std::size_t cutoff = 0;  ///< 0: no gains
};

Evaluated fast(const Case& given, double factor = 1.0, const CurvatureKind* kind = nullptr) {
  PreparedQuery query = prepared(LogisticLoss(), given.truth);
  query.row_weight = given.row_weight;
  const std::vector<double> gain = gains_of(query);
  std::vector<double> discount(given.scores.size());
  for (std::size_t rank = 0; rank < std::min(given.cutoff, discount.size()); ++rank) {
    discount[rank] = 1.0 / std::log2(static_cast<double>(rank) + 2.0);
  }
  const PairGains gains{gain, discount};
  Evaluated found{.gradient = std::vector<double>(given.scores.size())};
  CurvatureSink curvature;
  if (kind != nullptr) {
    found.curvature.resize(given.scores.size());
    curvature = {found.curvature, *kind};
  }
  Workspace workspace;
  found.value = accumulate_expanded_pairs(query.query(), given.scores, query.target,
                                          given.cutoff > 0 ? &gains : nullptr, factor,
                                          found.gradient, workspace, curvature);
  return found;
}

auto pair_weight_of(const Case& given) {
  const Ranking ranking = rank_by_score(given.scores);
  std::vector<double> discount(given.scores.size());
  for (std::size_t rank = 0; rank < std::min(given.cutoff, discount.size()); ++rank) {
    discount[ranking.order[rank]] = 1.0 / std::log2(static_cast<double>(rank) + 2.0);
  }
  return [&given, discount](std::size_t i, std::size_t j) {
    double weight = 1.0;
    if (!given.row_weight.empty()) {
      weight *= double{given.row_weight[i]} * double{given.row_weight[j]};
    }
    if (given.cutoff > 0) {
      weight *= 0.01 * (given.truth.level[i] - given.truth.level[j]) *
                std::abs(discount[i] - discount[j]);
    }
    return weight;
  };
}

Evaluated slow(const Case& given) {
  return pair_sum(given.truth, given.scores, logistic_margin, pair_weight_of(given));
}

void expect_like_the_formula(const Case& given) {
  const Evaluated found = fast(given);
  const Evaluated expected = slow(given);
  double largest = 0.0;
  for (const double slope : expected.gradient) largest = std::max(largest, std::abs(slope));
  EXPECT_NEAR(found.value, expected.value, 1e-11 * expected.value);  // the twin adds one by one
  for (std::size_t doc = 0; doc < given.scores.size(); ++doc) {
    ASSERT_NEAR(found.gradient[doc], expected.gradient[doc], 1e-12 * largest) << "document " << doc;
  }
}

TEST(ExpandedPairs, AreTheSumOverPairsForEveryTruth) {
  RandomStream stream(1, "", "expanded");
  for (const std::size_t n : {2U, 95U, 96U, 97U, 450U}) {
    for (const std::size_t levels : {2U, 3U, 40U}) {
      for (const char* setting : {"graded", "full", "topk:10", "topk:150", "top-vs-rest:10"}) {
        for (const std::size_t cutoff : {std::size_t{0}, std::size_t{10}, n}) {
          SCOPED_TRACE(testing::Message() << n << " documents, " << levels << " levels, " << setting
                                          << ", cutoff " << cutoff);
          Case given{.truth = with_setting(random_grades(stream, n, levels), setting),
                     .scores = normal_scores(stream, n, 2.0),
                     .cutoff = std::min(n, cutoff)};
          expect_like_the_formula(given);
          if (levels != 3) continue;
          for (std::size_t doc = 0; doc < n; ++doc) {
            given.row_weight.push_back(static_cast<float>(stream.below(3)));
          }
          expect_like_the_formula(given);
        }
      }
    }
  }
}

TEST(ExpandedPairs, AreTheSumOverPairsForTiedAndForWideScores) {
  RandomStream stream(2, "", "expanded");
  constexpr std::size_t n = 400;
  const WeakOrder truth = random_grades(stream, n, 5);
  for (const std::size_t cutoff : {std::size_t{0}, n}) {
    for (const double scale : {0.0, 1e-3, 30.0, 1e4}) {
      SCOPED_TRACE(testing::Message() << "scale " << scale << ", cutoff " << cutoff);
      expect_like_the_formula(
          {.truth = truth, .scores = normal_scores(stream, n, scale), .cutoff = cutoff});
    }
    expect_like_the_formula(
        {.truth = truth, .scores = tied_scores(stream, n, 9, 0.5), .cutoff = cutoff});
  }
}

/// The second derivatives of the sum over pairs.
std::vector<double> slow_curvature(const Case& given) {
  return pair_sum(
             given.truth, given.scores,
             [](double m) {
               const double e = std::exp(-std::abs(m));
               return Margin{0.0, e / ((1.0 + e) * (1.0 + e))};
             },
             pair_weight_of(given), 1.0)
      .gradient;
}

TEST(ExpandedPairs, HaveTheCurvatureOfTheSumOverPairs) {
  RandomStream stream(7, "", "expanded");
  for (const std::size_t n : {2U, 97U, 600U}) {
    for (const std::size_t cutoff : {std::size_t{0}, std::size_t{10}, n}) {
      for (const double scale : {1e-3, 2.0, 30.0}) {
        SCOPED_TRACE(testing::Message()
                     << n << " documents, cutoff " << cutoff << ", scale " << scale);
        const Case given{.truth = random_grades(stream, n, 5),
                         .scores = normal_scores(stream, n, scale),
                         .cutoff = std::min(n, cutoff)};
        const Evaluated plain = fast(given);
        const std::vector<double> expected = slow_curvature(given);
        const double largest = *std::ranges::max_element(expected);
        for (const double times : {1.0, 2.0}) {
          const CurvatureKind kind = times == 1.0 ? CurvatureKind::exact : CurvatureKind::bound;
          const Evaluated found = fast(given, 1.0, &kind);
          EXPECT_EQ(found.value, plain.value);
          EXPECT_EQ(found.gradient, plain.gradient);
          for (std::size_t doc = 0; doc < n; ++doc) {
            ASSERT_NEAR(found.curvature[doc], times * expected[doc], 1e-11 * largest);
            ASSERT_GE(found.curvature[doc], 0.0);
          }
        }
      }
    }
  }
}

TEST(ExpandedPairs, AreMultipliedByTheFactorAndAdded) {
  RandomStream stream(3, "", "expanded");
  const Case given{.truth = random_grades(stream, 200, 4), .scores = normal_scores(stream, 200)};
  const Evaluated once = fast(given);
  const Evaluated thrice = fast(given, 3.0);
  EXPECT_EQ(thrice.value, 3.0 * once.value);
  EXPECT_NEAR(thrice.gradient[5], 3.0 * once.gradient[5], 1e-13 * std::abs(once.gradient[5]));
}

TEST(ExpandedPairs, HaveTheGradientOfTheirValue) {
  RandomStream stream(4, "", "expanded");
  for (const std::size_t cutoff : {0U, 400U}) {
    Case given{.truth = random_grades(stream, 400, 5),
               .scores = normal_scores(stream, 400, 2.0),
               .cutoff = cutoff};
    const Evaluated at = fast(given);
    for (std::size_t doc = 0; doc < 400; doc += 37) {
      constexpr double h = 1e-6;  // no other score is so close, the ranking stays
      const double old = given.scores[doc];
      given.scores[doc] = old + h;
      const double above = fast(given).value;
      given.scores[doc] = old - h;
      const double below = fast(given).value;
      given.scores[doc] = old;
      EXPECT_NEAR(at.gradient[doc], (above - below) / (2.0 * h), 1e-9 * at.value);
    }
  }
}

TEST(ExpandedPairs, HaveTheSameBitsForAnyNumberOfThreads) {
  RandomStream stream(5, "", "expanded");
  for (const std::size_t cutoff : {0U, 20'000U}) {
    for (const char* setting : {"graded", "full"}) {
      const Case given{.truth = with_setting(random_grades(stream, 20'000, 5), setting),
                       .scores = normal_scores(stream, 20'000, 4.0),
                       .cutoff = cutoff};
      Evaluated one;
      {
        const ThreadLimit limit(1);
        one = fast(given);
      }
      for (const std::size_t threads : {2U, 3U, 8U}) {
        const ThreadLimit limit(threads);
        const Evaluated many = fast(given);
        EXPECT_EQ(many.value, one.value);
        EXPECT_EQ(many.gradient, one.gradient);
      }
    }
  }
}

// The losses themselves, with lists long enough to be expanded.
TEST(ExpandedPairs, AreWhatLongListsOfTheLossesUse) {
  RandomStream stream(6, "", "expanded");
  constexpr std::size_t n = 1500;
  const WeakOrder truth = random_grades(stream, n, 5);
  const std::vector<double> scores = normal_scores(stream, n, 2.0);
  const PreparedQuery query = prepared(LogisticLoss(), truth);
  ASSERT_TRUE(should_expand(n, pair_count(query.target), true));
  EXPECT_EQ(evaluated(LogisticLoss(), truth, scores).value,
            fast({.truth = truth, .scores = scores}).value);

  const Ranking ranking = rank_by_score(scores);
  std::vector<double> discount(n);
  for (std::size_t rank = 0; rank < n; ++rank) {
    discount[ranking.order[rank]] = 1.0 / std::log2(static_cast<double>(rank) + 2.0);
  }
  std::vector<double> ideal;
  for (const Level level : truth.level) ideal.push_back(std::exp2(level) - 1.0);
  std::ranges::sort(ideal, std::greater{});
  double dcg = 0.0;
  for (std::size_t r = 0; r < n; ++r) dcg += ideal[r] / std::log2(static_cast<double>(r) + 2.0);
  const Evaluated expected =
      pair_sum(truth, scores, logistic_margin, [&](std::size_t i, std::size_t j) {
        return (std::exp2(truth.level[i]) - std::exp2(truth.level[j])) / dcg *
               std::abs(discount[i] - discount[j]);
      });
  const Evaluated found = evaluated(LambdaRankLoss(), truth, scores);
  EXPECT_NEAR(found.value, expected.value, 1e-12 * expected.value);
  for (std::size_t doc = 0; doc < n; ++doc) {
    ASSERT_NEAR(found.gradient[doc], expected.gradient[doc], 1e-12);
  }
}

TEST(ExpandedPairs, AreForManyPairsOnly) {
  EXPECT_FALSE(should_expand(100, 4950, false));
  EXPECT_FALSE(should_expand(300, 300 * 100, true));
  EXPECT_TRUE(should_expand(300, 300 * 100, false));
  EXPECT_TRUE(should_expand(10'000, 10'000 * 50, true));
  EXPECT_FALSE(should_expand(100'000, 1e5, true));
  EXPECT_TRUE(should_expand(30'000, 3e8, true));
  EXPECT_TRUE(should_expand(1'000'000, 1e7, true));
}

}  // namespace
}  // namespace podium
