#include "podium/serving/shadow/shadow_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"

namespace podium::serving {
namespace {

using Scores = std::vector<double>;

/// Places of the documents by descending score, equal ones as they come.
std::vector<std::size_t> plain_order(const Scores& scores) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t doc) { return scores[doc]; });
  return order;
}

/// Kendall's tau-b, pair by pair.
std::optional<double> plain_tau(const Scores& a, const Scores& b) {
  double sum = 0.0;
  double in_a = 0.0;
  double in_b = 0.0;
  const auto sign = [](double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; };
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      sum += sign(a[i] - a[j]) * sign(b[i] - b[j]);
      in_a += std::abs(sign(a[i] - a[j]));
      in_b += std::abs(sign(b[i] - b[j]));
    }
  }
  if (in_a == 0.0 || in_b == 0.0) return std::nullopt;
  return sum / std::sqrt(in_a * in_b);
}

/// Rank-biased overlap of two lists of the same length l, by its formula:
/// (1-p)/p * sum over d of X_d/d p^d + X_l/l p^l.
double plain_rbo(const Scores& a, const Scores& b) {
  constexpr double p = 0.9;
  const auto first = plain_order(a);
  const auto second = plain_order(b);
  const std::size_t length = std::min<std::size_t>(10, a.size());
  double value = 0.0;
  for (std::size_t d = 1; d <= length; ++d) {
    double common = 0.0;
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) common += first[i] == second[j] ? 1.0 : 0.0;
    }
    const double share = common / static_cast<double>(d);
    value += (1.0 - p) / p * share * std::pow(p, static_cast<double>(d));
    if (d == length) value += share * std::pow(p, static_cast<double>(d));
  }
  return value;
}

TEST(ShadowComparison, KnowsEqualAndReversedRankings) {
  const Scores scores = {-4.0, 2.0, 7.5, -9.0};
  const ShadowComparison same = compare_scores(scores, scores);
  EXPECT_EQ(same.overlap, 1.0);
  EXPECT_FALSE(same.has_other_best);
  EXPECT_DOUBLE_EQ(same.rbo, 1.0);
  EXPECT_EQ(same.tau, 1.0);
  const Scores reversed = {4.0, -2.0, -7.5, 9.0};
  EXPECT_EQ(compare_scores(scores, reversed).tau, -1.0);
  EXPECT_TRUE(compare_scores(scores, reversed).has_other_best);
  EXPECT_EQ(compare_scores(scores, reversed).overlap, 1.0);
}

/// 1 2 3 4 against 1 2 4 3: one pair of six is against; depths 1 to 4 share 1, 1, 2/3 and 1.
TEST(ShadowComparison, GivesKnownValues) {
  const ShadowComparison found = compare_scores(Scores{4, 3, 2, 1}, Scores{4, 3, 1, 2});
  EXPECT_DOUBLE_EQ(*found.tau, 4.0 / 6.0);
  EXPECT_DOUBLE_EQ(found.rbo, 1.0 - 0.1 * 0.81 / 3.0);
  EXPECT_FALSE(found.has_other_best);
}

TEST(ShadowComparison, LooksAtTheTenBestAndKeepsTheOrderOfEqualScores) {
  Scores scores(12);
  std::iota(scores.rbegin(), scores.rend(), 0.0);
  Scores other = scores;
  std::swap(other[0], other[11]);  // the best becomes the last
  EXPECT_DOUBLE_EQ(compare_scores(scores, other).overlap, 0.9);
  EXPECT_TRUE(compare_scores(scores, other).has_other_best);
  const ShadowComparison tied = compare_scores(scores, Scores(12, 1.0));
  EXPECT_FALSE(tied.has_other_best);
  EXPECT_DOUBLE_EQ(tied.rbo, 1.0);
  EXPECT_FALSE(tied.tau);
}

TEST(ShadowComparison, HasNoTauWithoutTwoDocumentsThatDiffer) {
  EXPECT_FALSE(compare_scores(Scores{}, Scores{}).tau);
  EXPECT_EQ(compare_scores(Scores{}, Scores{}).rbo, 1.0);
  EXPECT_FALSE(compare_scores(Scores{1}, Scores{2}).tau);
  EXPECT_FALSE(compare_scores(Scores{1, 1}, Scores{2, 3}).tau);
  EXPECT_DOUBLE_EQ(compare_scores(Scores{1}, Scores{2}).rbo, 1.0);
}

TEST(ShadowComparison, EqualsThePlainFormulas) {
  RandomStream random(3, "", "test");
  for (std::size_t size = 1; size < 40; ++size) {
    Scores a(size);
    Scores b(size);
    for (double& score : a) score = static_cast<double>(random.below(12)) - 6.0;
    for (double& score : b) score = static_cast<double>(random.below(12)) - 6.0;
    const ShadowComparison found = compare_scores(a, b);
    const std::optional<double> tau = plain_tau(a, b);
    ASSERT_EQ(found.tau.has_value(), tau.has_value());
    EXPECT_NEAR(found.tau.value_or(2.0), tau.value_or(2.0), 1e-12);
    EXPECT_NEAR(found.rbo, plain_rbo(a, b), 1e-12);
  }
}

TEST(ShadowComparison, RefusesNan) {
  EXPECT_THROW(compare_scores(Scores{1, 2}, Scores{1, std::numeric_limits<double>::quiet_NaN()}),
               NumericError);
}

}  // namespace
}  // namespace podium::serving
