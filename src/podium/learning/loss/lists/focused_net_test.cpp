#include "podium/learning/loss/lists/focused_net.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/learning/loss/expect_near_fixture.hpp"
#include "podium/learning/loss/lists/permutation_oracle_fixture.hpp"
#include "podium/learning/loss/loss_fixture.hpp"

namespace podium {
namespace {

using fixture::evaluated;
using Normalise = FocusedNetOptions::Normalise;

static_assert(has_all_fields<FocusedNetOptions>());

double top3_value(const FocusedNetOptions& options) {
  return evaluated(FocusedNet(options), fixture::top3, fixture::scores).value;
}

// From the specification's worked example.
TEST(FocusedNet, GivesTheWorkedExample) {
  EXPECT_NEAR(top3_value({.lambda = 1.0, .normalise = Normalise::none}), 1.290640566, 1e-9);
  EXPECT_NEAR(top3_value({.lambda = 0.0, .normalise = Normalise::none}), 5.701219403, 1e-9);
  EXPECT_NEAR(top3_value({.lambda = 0.5, .normalise = Normalise::none}), 3.495929984, 1e-9);
  EXPECT_NEAR(top3_value({.lambda = 0.25}), 0.979124664, 1e-9);
  EXPECT_NEAR(top3_value({.lambda = 0.5}), 1.044347000, 1e-9);
  fixture::expect_near(
      evaluated(FocusedNet(), fixture::top3, fixture::scores).gradient,
      {0.135903050, -0.037609969, 0.032796079, 0.106407084, -0.326766242, 0.089269998}, 1e-9);
}

TEST(FocusedNet, DividesByTheNumberOfTermsWhenAsked) {
  EXPECT_NEAR(top3_value({.lambda = 0.5, .normalise = Normalise::mean}),
              0.5 * 1.290640566 / 3.0 + 0.5 * 5.701219403 / 9.0, 1e-9);
}

TEST(FocusedNet, IsOneAtEqualScores) {
  for (const double lambda : {0.0, 0.3, 1.0}) {
    const FocusedNet loss({.lambda = lambda});
    EXPECT_NEAR(evaluated(loss, fixture::top3, std::vector<double>(6, 0.4)).value, 1.0, 1e-14);
  }
}

TEST(FocusedNet, IsTheFormulaOfItsTwoParts) {
  RandomStream stream(1, "focused-net", "formula");
  for (int round = 0; round < 50; ++round) {
    const std::size_t n = 3 + stream.below(9);
    WeakOrder truth = fixture::random_grades(stream, n, 3);
    const auto s = fixture::normal_scores(stream, n);
    double of_labels = 0.0;
    double of_scores = 0.0;
    for (std::size_t u = 0; u < n; ++u) {
      if (truth.label[u] > 0.0) of_labels += std::exp(2.0 * truth.label[u]);
      if (truth.label[u] > 0.0) of_scores += std::exp(s[u]);
    }
    double list = 0.0;
    double pair = 0.0;
    for (std::size_t u = 0; u < n; ++u) {
      if (truth.label[u] <= 0.0) continue;
      list -= std::exp(2.0 * truth.label[u]) / of_labels * std::log(std::exp(s[u]) / of_scores);
      for (std::size_t v = 0; v < n; ++v) {
        if (truth.label[v] <= 0.0) pair += std::log(1.0 + std::exp(-(s[u] - s[v])));
      }
    }
    const FocusedNet loss({.lambda = 0.3, .normalise = Normalise::none, .label_scale = 2.0});
    EXPECT_NEAR(evaluated(loss, truth, s).value, 0.3 * list + 0.7 * pair, 1e-12);
  }
}

// Against all orders of the four top documents, by enumeration.
TEST(FocusedNet, TakesPermutationProbabilitiesOfSeveralPlaces) {
  RandomStream stream(1, "focused-net", "places");
  const std::vector<double> s = fixture::normal_scores(stream, 6);
  const WeakOrder top4 = weak_order(TopKTruth{{3, 0, 5, 2}, 6});
  const std::vector<DocIndex> top = {0, 2, 3, 5};
  for (const std::size_t places : {2U, 3U, 0U}) {
    std::vector<double> psi;
    std::vector<double> of_top;
    for (const DocIndex doc : top) {
      psi.push_back(0.7 * top4.label[doc]);
      of_top.push_back(s[doc]);
    }
    const FocusedNet loss(
        {.lambda = 1.0, .normalise = Normalise::none, .label_scale = 0.7, .places = places});
    EXPECT_NEAR(evaluated(loss, top4, s).value,
                fixture::permutation_entropy(psi, of_top, places == 0 ? 4 : places), 1e-12);
  }
}

TEST(FocusedNet, IsOneAtEqualScoresForAnyNumberOfPlaces) {
  for (const std::size_t places : {2U, 0U, 99U}) {
    const FocusedNet loss({.lambda = 0.3, .places = places});
    EXPECT_NEAR(evaluated(loss, fixture::top3, std::vector<double>(6, 0.4)).value, 1.0, 1e-14);
  }
}

TEST(FocusedNet, RefusesSeveralPlacesOfALongTop) {
  const FocusedNet loss({.places = 2});
  std::vector<double> grades(18, 1.0);
  grades[17] = 0.0;
  EXPECT_THROW(fixture::prepared(loss, weak_order(GradedTruth{grades})), UsageError);
  grades[16] = 0.0;
  EXPECT_TRUE(fixture::prepared(loss, weak_order(GradedTruth{grades})).contributes);
}

TEST(FocusedNet, DropsThePairsWhenNothingIsBelowTheTop) {
  const WeakOrder three = weak_order(TopKTruth{{2, 0, 1}, 3});
  const auto value = [&](double lambda) {
    return evaluated(FocusedNet({.lambda = lambda}), three, std::vector<double>(3, 1.0)).value;
  };
  EXPECT_NEAR(value(0.25), 0.25, 1e-15);
  EXPECT_FALSE(fixture::prepared(FocusedNet({.lambda = 0.0}), three).contributes);
}

TEST(FocusedNet, DropsTheListOfOneDocument) {
  const WeakOrder best = weak_order(TopKTruth{{1}, 3});
  const auto found = evaluated(FocusedNet({.lambda = 0.25}), best, std::vector<double>(3, 0.0));
  EXPECT_NEAR(found.value, 0.75, 1e-15);
  EXPECT_FALSE(fixture::prepared(FocusedNet({.lambda = 1.0}), best).contributes);
}

TEST(FocusedNet, CannotUseAQueryWithoutATop) {
  const FocusedNet loss;
  EXPECT_FALSE(fixture::prepared(loss, WeakOrder{}).contributes);
  EXPECT_FALSE(fixture::prepared(loss, weak_order(GradedTruth{{1}})).contributes);
  EXPECT_FALSE(fixture::prepared(loss, weak_order(GradedTruth{{0, 0, 0}})).contributes);
  EXPECT_TRUE(fixture::prepared(loss, weak_order(GradedTruth{{1, 1, 1}})).contributes);
}

}  // namespace
}  // namespace podium
