#include "podium/learning/loss/lists/rank_cosine.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "podium/learning/loss/expect_near_fixture.hpp"
#include "podium/learning/loss/loss_fixture.hpp"

namespace podium {
namespace {

using fixture::evaluated;

static_assert(has_all_fields<RankCosineOptions>());

const RankCosine rank_cosine;

std::vector<double> times(double factor, std::vector<double> x) {
  for (double& value : x) value *= factor;
  return x;
}

void expect_golden(const WeakOrder& truth, const char* name) {
  const auto expected = fixture::golden("rankcosine").at(name);
  const auto found = evaluated(rank_cosine, truth, fixture::scores);
  EXPECT_NEAR(found.value, expected.at("L").get<double>(), 1e-12);
  fixture::expect_near(found.gradient, expected.at("grad").get<std::vector<double>>(), 1e-12);
}

TEST(RankCosine, GivesTheWorkedExample) {
  expect_golden(fixture::top3, "top3_eps0.1");
  expect_golden(fixture::full, "full");
}

TEST(RankCosine, IsHalfOfOneMinusTheCosine) {
  RandomStream stream(1, "rank-cosine", "formula");
  for (int round = 0; round < 50; ++round) {
    const std::size_t n = 1 + stream.below(9);
    WeakOrder truth = fixture::random_grades(stream, n, 3);
    truth.label[0] = 3.0;
    const auto s = fixture::normal_scores(stream, n);
    double product = 0.0;
    double psi_square = 0.0;
    double s_square = 0.0;
    for (std::size_t d = 0; d < n; ++d) {
      const double psi = std::exp2(truth.label[d]) - 1.0;
      product += psi * s[d];
      psi_square += psi * psi;
      s_square += s[d] * s[d];
    }
    const double cosine = product / (std::sqrt(psi_square) * std::sqrt(s_square));
    const RankCosine loss({.label_map = LabelValue::gain});
    EXPECT_NEAR(evaluated(loss, truth, s).value, (1.0 - cosine) / 2.0, 1e-12);
  }
}

TEST(RankCosine, IsAHalfAndFlatWhereAllScoresAreZero) {
  const auto found = evaluated(rank_cosine, fixture::top3, std::vector<double>(6, 0.0), 3.0);
  EXPECT_DOUBLE_EQ(found.value, 1.5);
  fixture::expect_near(found.gradient, std::vector<double>(6, 0.0), 0.0);
}

TEST(RankCosine, LooksAtTheDirectionOfScoresAlone) {
  const auto found = evaluated(rank_cosine, fixture::top3, fixture::scores);
  for (const double factor : {1e-290, 1e-8, 1e100, 1e300}) {
    const auto scaled = evaluated(rank_cosine, fixture::top3, times(factor, fixture::scores));
    EXPECT_NEAR(scaled.value, found.value, 1e-14) << factor;
    for (std::size_t doc = 0; doc < 6; ++doc) {
      EXPECT_NEAR(scaled.gradient[doc] * factor, found.gradient[doc], 1e-13) << factor;
    }
  }
  const auto smallest = std::numeric_limits<double>::denorm_min();
  EXPECT_DOUBLE_EQ(evaluated(rank_cosine, fixture::top3, times(smallest, fixture::scores)).value,
                   0.5);
}

TEST(RankCosine, KeepsItsDigitsNearThePerfectDirection) {
  const WeakOrder truth = weak_order(GradedTruth{{1, 0}});
  const double angle = 1e-7;
  const auto found =
      evaluated(rank_cosine, truth, std::vector<double>{std::cos(angle), std::sin(angle)});
  EXPECT_NEAR(found.value / (angle * angle / 4.0), 1.0, 1e-9);
}

TEST(RankCosine, KnowsOfOneDocumentOnlyTheSign) {
  const WeakOrder one = weak_order(GradedTruth{{2}});
  EXPECT_DOUBLE_EQ(evaluated(rank_cosine, one, std::vector<double>{0.3}).value, 0.0);
  EXPECT_DOUBLE_EQ(evaluated(rank_cosine, one, std::vector<double>{-0.3}).value, 1.0);
}

TEST(RankCosine, CannotUseAQueryWithoutAnythingRelevant) {
  EXPECT_FALSE(fixture::prepared(rank_cosine, weak_order(GradedTruth{{0, 0}})).contributes);
  EXPECT_FALSE(fixture::prepared(rank_cosine, WeakOrder{}).contributes);
  EXPECT_TRUE(fixture::prepared(rank_cosine, weak_order(GradedTruth{{1, 1}})).contributes);
}

}  // namespace
}  // namespace podium
