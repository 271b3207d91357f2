#include "podium/learning/loss/lists/list_mle.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "podium/learning/loss/expect_near_fixture.hpp"
#include "podium/learning/loss/loss_fixture.hpp"

namespace podium {
namespace {

using fixture::evaluated;

static_assert(has_all_fields<ListMleOptions>());

constexpr auto grouped = ListMleOptions::Ties::grouped;

/// The formula of the header, term by term.
double restated(std::span<const DocIndex> y, std::size_t k, const std::vector<double>& s) {
  double value = 0.0;
  for (std::size_t j = 0; j < std::min(k, y.size()); ++j) {
    double sum = 0.0;
    for (std::size_t i = j; i < y.size(); ++i) sum += std::exp(s[y[i]]);
    value += -s[y[j]] + std::log(sum);
  }
  return value;
}

TEST(ListMle, GivesTheWorkedExampleForEveryK) {
  const auto table = fixture::golden("listmle");
  for (std::size_t k = 1; k <= 6; ++k) {
    const auto expected = table.at(std::to_string(k));
    const auto found = evaluated(ListMle({.k = k}), fixture::full, fixture::scores);
    EXPECT_NEAR(found.value, expected.at("L").get<double>(), 1e-12) << k;
    fixture::expect_near(found.gradient, expected.at("grad").get<std::vector<double>>(), 1e-12);
  }
}

TEST(ListMle, TakesKOfTheTruthByDefault) {
  const double top3 = evaluated(ListMle(), fixture::top3, fixture::scores).value;
  const double full = evaluated(ListMle(), fixture::full, fixture::scores).value;
  EXPECT_NEAR(top3, fixture::golden("listmle").at("3").at("L").get<double>(), 1e-12);
  EXPECT_NEAR(full, fixture::golden("listmle").at("6").at("L").get<double>(), 1e-12);
  // A truth that orders three places has no fourth.
  EXPECT_EQ(evaluated(ListMle({.k = 4}), fixture::top3, fixture::scores).value, top3);
}

TEST(ListMle, IsMinusTheLogLikelihoodOfTheOrder) {
  RandomStream stream(1, "list-mle", "formula");
  for (int round = 0; round < 50; ++round) {
    const std::size_t n = 2 + stream.below(9);
    const WeakOrder truth = fixture::random_grades(stream, n, 3);
    const auto s = fixture::normal_scores(stream, n);
    const std::size_t k = 1 + stream.below(n);
    const ListMle loss({.k = k, .ties = ListMleOptions::Ties::shuffled});
    const auto query = fixture::prepared(loss, truth);
    if (!query.contributes) continue;
    EXPECT_NEAR(evaluated(loss, query, s).value, restated(query.order, k, s), 1e-12);
  }
}

TEST(ListMle, LikelihoodsOfAllOrdersSumToOne) {
  const std::vector<double> s = {0.3, -1.2, 2.0, 0.0, 0.7};
  std::vector<DocIndex> order(s.size());
  std::iota(order.begin(), order.end(), DocIndex{0});
  double sum = 0.0;
  do {
    sum += std::exp(-evaluated(ListMle(), weak_order(OrderTruth{order}), s).value);
  } while (std::ranges::next_permutation(order).found);
  EXPECT_NEAR(sum, 1.0, 1e-12);
}

TEST(ListMle, LikelihoodOfATopKIsTheSumOverOrdersThatBeginWithIt) {
  const std::vector<double> s = {0.3, -1.2, 2.0, 0.0, 0.7};
  std::vector<DocIndex> order = {0, 1, 2, 3, 4};
  double sum = 0.0;
  do {
    if (order[0] != 1 || order[1] != 3) continue;
    sum += std::exp(-evaluated(ListMle(), weak_order(OrderTruth{order}), s).value);
  } while (std::ranges::next_permutation(order).found);
  const double top2 = evaluated(ListMle(), weak_order(TopKTruth{{1, 3}, 5}), s).value;
  EXPECT_NEAR(std::exp(-top2), sum, 1e-14);
}

TEST(ListMle, OrderBelowKDoesNotChangeASingleBit) {
  RandomStream stream(1, "list-mle", "bits");
  std::vector<DocIndex> best = {17, 3, 8};
  const WeakOrder truth = weak_order(TopKTruth{best, 40});
  const auto s = fixture::normal_scores(stream, 40);
  const ListMle loss;
  const auto first = evaluated(loss, fixture::prepared(loss, truth, 1), s);
  for (std::uint64_t seed = 2; seed < 12; ++seed) {
    const auto again = evaluated(loss, fixture::prepared(loss, truth, seed), s);
    EXPECT_EQ(again.value, first.value);
    EXPECT_EQ(again.gradient, first.gradient);
  }
}

// The specification's example of scores whose exponentials overflow.
TEST(ListMle, SurvivesScoresFarApart) {
  const auto found = evaluated(ListMle(), weak_order(OrderTruth{{1, 2, 0}}),
                               std::vector<double>{800.0, -800.0, 0.0});
  EXPECT_DOUBLE_EQ(found.value, 2400.0);
  fixture::expect_near(found.gradient, {2.0, -1.0, -1.0}, 1e-12);
}

TEST(ListMle, CannotLearnFromTiesAlone) {
  for (const auto ties : {ListMleOptions::Ties::shuffled, grouped}) {
    const ListMle loss({.ties = ties});
    EXPECT_FALSE(fixture::prepared(loss, WeakOrder{}).contributes);
    EXPECT_FALSE(fixture::prepared(loss, weak_order(GradedTruth{{2}})).contributes);
    EXPECT_FALSE(fixture::prepared(loss, weak_order(GradedTruth{{1, 1, 1}})).contributes);
    EXPECT_FALSE(fixture::prepared(loss, weak_order(OrderTruth{{0}})).contributes);
    EXPECT_TRUE(fixture::prepared(loss, weak_order(GradedTruth{{1, 1, 0}})).contributes);
  }
}

TEST(ListMle, SumsAllPlacesWhenThereAreFewerThanK) {
  const WeakOrder grades = weak_order(GradedTruth{{0, 2, 1}});
  const std::vector<double> s = {0.5, 0.1, 0.9};
  EXPECT_NEAR(evaluated(ListMle(), fixture::with_setting(grades, "topk:10"), s).value,
              restated(std::vector<DocIndex>{1, 2, 0}, 3, s), 1e-14);
}

TEST(GroupedListMle, ChoosesEveryTiedDocumentFromItsGroupAndAllBelow) {
  const std::vector<double> s = {0.9, 0.8, 0.8, 0.4, 0.3, 0.1};
  const std::vector<double> labels = {0, 2, 1, 0, 2, 1};
  double expected = 0.0;
  for (std::size_t d = 0; d < s.size(); ++d) {
    if (labels[d] == 0.0) continue;
    double sum = 0.0;
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (labels[i] <= labels[d]) sum += std::exp(s[i]);
    }
    expected += std::log(sum) - s[d];
  }
  const ListMle loss({.ties = grouped});
  EXPECT_NEAR(evaluated(loss, fixture::graded, s).value, expected, 1e-13);
}

TEST(GroupedListMle, DoesNotDependOnTheShuffledOrder) {
  RandomStream stream(1, "grouped", "bits");
  const WeakOrder truth = fixture::random_grades(stream, 40, 4);
  const auto s = fixture::normal_scores(stream, 40);
  for (const std::size_t k : {0U, 5U}) {
    const ListMle loss({.k = k, .ties = grouped});
    const auto first = evaluated(loss, fixture::prepared(loss, truth, 1), s);
    const auto again = evaluated(loss, fixture::prepared(loss, truth, 2), s);
    EXPECT_EQ(again.value, first.value);
    EXPECT_EQ(again.gradient, first.gradient);
  }
}

TEST(GroupedListMle, IsListMleWhereNothingIsTied) {
  for (const WeakOrder& truth : {fixture::top3, fixture::full}) {
    const auto plain = evaluated(ListMle(), truth, fixture::scores);
    const auto same = evaluated(ListMle({.ties = grouped}), truth, fixture::scores);
    EXPECT_EQ(same.value, plain.value);
    EXPECT_EQ(same.gradient, plain.gradient);
  }
}

TEST(GroupedListMle, StopsAtTheFirstGroupThatBeginsAtK) {
  const WeakOrder truth = weak_order(GradedTruth{{2, 2, 1, 0}});
  const std::vector<double> s = {0.4, 0.1, 0.7, 0.2};
  const double all = std::log(std::exp(0.4) + std::exp(0.1) + std::exp(0.7) + std::exp(0.2));
  const double lower = std::log(std::exp(0.7) + std::exp(0.2));
  const auto value = [&](std::size_t k) {
    return evaluated(ListMle({.k = k, .ties = grouped}), truth, s).value;
  };
  EXPECT_NEAR(value(1), 2.0 * all - 0.5, 1e-14);
  EXPECT_NEAR(value(2), 2.0 * all - 0.5, 1e-14);
  EXPECT_NEAR(value(3), 2.0 * all - 0.5 + lower - 0.7, 1e-14);
}

}  // namespace
}  // namespace podium
