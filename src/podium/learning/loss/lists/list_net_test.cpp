#include "podium/learning/loss/lists/list_net.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "podium/learning/loss/expect_near_fixture.hpp"
#include "podium/learning/loss/loss_fixture.hpp"

namespace podium {
namespace {

using fixture::evaluated;
using fixture::golden;

static_assert(has_all_fields<ListNetOptions>());

void expect_golden(const ListNetOptions& options, const WeakOrder& truth, const char* name) {
  const auto expected = golden("listnet").at(name);
  const auto found = evaluated(ListNet(options), truth, fixture::scores);
  EXPECT_NEAR(found.value, expected.at("L").get<double>(), 1e-12);
  fixture::expect_near(found.gradient, expected.at("grad").get<std::vector<double>>(), 1e-12);
}

TEST(ListNet, GivesTheWorkedExample) {
  expect_golden({}, fixture::graded, "label");
  expect_golden({}, fixture::top3, "top3");
  // Its full order is not scaled: 0 .. 10 is twice the places below.
  expect_golden({.label_scale = 0.5}, fixture::full, "full");
}

TEST(ListNet, IsTheCrossEntropyOfTopOneProbabilities) {
  RandomStream stream(1, "list-net", "formula");
  for (int round = 0; round < 50; ++round) {
    const std::size_t n = 2 + stream.below(9);
    const WeakOrder truth = fixture::random_grades(stream, n, 4);
    const auto s = fixture::normal_scores(stream, n);
    double of_labels = 0.0;
    double of_scores = 0.0;
    for (std::size_t d = 0; d < n; ++d) {
      of_labels += std::exp(2.0 * truth.label[d]);
      of_scores += std::exp(s[d]);
    }
    double expected = 0.0;
    for (std::size_t d = 0; d < n; ++d) {
      expected -= std::exp(2.0 * truth.label[d]) / of_labels * std::log(std::exp(s[d]) / of_scores);
    }
    const auto found = evaluated(ListNet({.label_scale = 2.0}), truth, s);
    EXPECT_NEAR(found.value, expected, 1e-12);
    EXPECT_NEAR(std::accumulate(found.gradient.begin(), found.gradient.end(), 0.0), 0.0, 1e-14);
  }
}

TEST(ListNet, WantsEqualScoresForEqualLabels) {
  const WeakOrder equal = weak_order(GradedTruth{{1, 1, 1}});
  const auto found = evaluated(ListNet(), equal, std::vector<double>{2.0, 2.0, 2.0});
  EXPECT_NEAR(found.value, std::log(3.0), 1e-15);
  fixture::expect_near(found.gradient, {0.0, 0.0, 0.0}, 1e-16);
  const auto apart = evaluated(ListNet(), equal, std::vector<double>{3.0, 2.0, 2.0});
  EXPECT_GT(apart.gradient[0], 0.1);
}

TEST(ListNet, HasNothingToSayOfOneDocumentOrNone) {
  const ListNet loss;
  EXPECT_FALSE(fixture::prepared(loss, WeakOrder{}).contributes);
  EXPECT_FALSE(fixture::prepared(loss, weak_order(GradedTruth{{3}})).contributes);
  EXPECT_TRUE(fixture::prepared(loss, weak_order(GradedTruth{{0, 0}})).contributes);
}

TEST(ListNet, IsExactForScoresFarApart) {
  const auto found =
      evaluated(ListNet(), weak_order(GradedTruth{{0, 0}}), std::vector<double>{1e6, -1e6});
  EXPECT_DOUBLE_EQ(found.value, 1e6);
  fixture::expect_near(found.gradient, {0.5, -0.5}, 0.0);
}

}  // namespace
}  // namespace podium
