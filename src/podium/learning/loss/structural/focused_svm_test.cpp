#include "podium/learning/loss/structural/focused_svm.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/ranking.hpp"
#include "podium/learning/loss/expect_near_fixture.hpp"
#include "podium/learning/loss/loss_fixture.hpp"
#include "podium/learning/loss/pairs/hinge.hpp"
#include "podium/learning/loss/structural/ranking_oracle_fixture.hpp"
#include "podium/learning/loss/structural/svm_map.hpp"

namespace podium {
namespace {

using fixture::evaluated;
using List = FocusedSvmOptions::List;
using Normalise = FocusedSvmOptions::Normalise;

static_assert(has_all_fields<FocusedSvmOptions>());

double top3_value(const FocusedSvmOptions& options,
                  const std::vector<double>& s = fixture::scores) {
  return evaluated(FocusedSvm(options), fixture::top3, s).value;
}

/// Mean of the average precisions of an order of `truth`, its first 1, 2, ... relevant.
double threshold_average_precision(const Order& order, const Order& truth) {
  double sum = 0.0;
  for (std::size_t cut = 1; cut < truth.size(); ++cut) {
    std::vector<bool> is_relevant(order.size() + 10, false);
    for (const DocIndex doc : first_places(truth, cut)) is_relevant[doc] = true;
    sum += fixture::average_precision(order, is_relevant);
  }
  return sum / static_cast<double>(truth.size() - 1);
}

// From the specification's worked example.
TEST(FocusedSvm, AveragesOverThresholdsAsTheWorkedExample) {
  const Order truth = {4, 1, 2};
  EXPECT_NEAR(threshold_average_precision({4, 1, 2}, truth), 1.0, 1e-15);
  EXPECT_NEAR(threshold_average_precision({1, 4, 2}, truth), 0.75, 1e-15);
  EXPECT_NEAR(threshold_average_precision({1, 2, 4}, truth), 0.583333333, 1e-9);
  EXPECT_NEAR(threshold_average_precision({2, 1, 4}, truth), 0.458333333, 1e-9);
  // Equal scores violate most by the order upside down.
  EXPECT_NEAR(top3_value({.lambda = 1.0}, std::vector<double>(6, 0.7)), 1.0 - 0.458333333, 1e-9);
}

TEST(FocusedSvm, SumsTheHingesOfTheWorkedExample) {
  EXPECT_NEAR(top3_value({.lambda = 0.0, .normalise = Normalise::none}), 7.5, 1e-14);
  EXPECT_NEAR(top3_value({.lambda = 0.0}), 7.5 / 9.0, 1e-14);
}

TEST(FocusedSvm, BoundsWhatTheTopLosesFromAbove) {
  RandomStream stream(1, "focused-svm", "bound");
  for (int round = 0; round < 100; ++round) {
    const std::size_t n = 2 + stream.below(12);
    Order best(n);
    std::iota(best.begin(), best.end(), DocIndex{0});
    stream.shuffle(std::span(best));
    const auto s = fixture::normal_scores(stream, n, 0.3);
    const WeakOrder truth = weak_order(TopKTruth{best, n});
    EXPECT_GE(evaluated(FocusedSvm({.lambda = 1.0}), truth, s).value + 1e-14,
              1.0 - threshold_average_precision(rank_by_score(s).order, best));
  }
}

TEST(FocusedSvm, WithoutTheListIsTheMeanHingeOfTopAgainstRest) {
  RandomStream stream(2, "focused-svm", "pairs");
  for (const std::string k : {"1", "3", "200"}) {  // of 500: 200 have enough pairs for sweeps
    const WeakOrder grades = fixture::random_grades(stream, 500, 40);
    const auto s = fixture::tied_scores(stream, 500, 30, 0.25);
    const auto found =
        evaluated(FocusedSvm({.lambda = 0.0}), fixture::with_setting(grades, "topk:" + k), s);
    const auto expected = evaluated(HingeLoss({.pairs = PairScale::mean}),
                                    fixture::with_setting(grades, "top-vs-rest:" + k), s);
    EXPECT_NEAR(found.value, expected.value, 1e-13);
    fixture::expect_near(found.gradient, expected.gradient, 1e-15);
  }
}

/// SVM-MAP among the documents of a label above 0, those of at least `cut` relevant.
fixture::Evaluated svm_map_at(double cut, const WeakOrder& truth, const std::vector<double>& s) {
  std::vector<DocIndex> top;
  GradedTruth of_top;
  std::vector<double> scores;
  for (DocIndex doc = 0; doc < s.size(); ++doc) {
    if (truth.label[doc] <= 0.0) continue;
    top.push_back(doc);
    of_top.label.push_back(truth.label[doc]);
    scores.push_back(s[doc]);
  }
  const auto found = evaluated(SvmMap({.relevant = cut}), weak_order(of_top), scores);
  fixture::Evaluated spread{found.value, std::vector<double>(s.size(), 0.0)};
  for (std::size_t i = 0; i < top.size(); ++i) spread.gradient[top[i]] = found.gradient[i];
  return spread;
}

/// The mean of several.
fixture::Evaluated svm_map_at(const std::vector<double>& cuts, const WeakOrder& truth,
                              const std::vector<double>& s) {
  fixture::Evaluated mean{0.0, std::vector<double>(s.size(), 0.0)};
  const auto count = static_cast<double>(cuts.size());
  for (const double cut : cuts) {
    const auto one = svm_map_at(cut, truth, s);
    mean.value += one.value / count;
    for (std::size_t doc = 0; doc < s.size(); ++doc) {
      mean.gradient[doc] += one.gradient[doc] / count;
    }
  }
  return mean;
}

void expect_list(List list, const WeakOrder& truth, const std::vector<double>& s,
                 const std::vector<double>& cuts) {
  const auto found = evaluated(FocusedSvm({.lambda = 1.0, .list = list}), truth, s);
  const auto expected = svm_map_at(cuts, truth, s);
  EXPECT_NEAR(found.value, expected.value, 1e-14);
  fixture::expect_near(found.gradient, expected.gradient, 1e-14);
}

TEST(FocusedSvm, WithoutThePairsIsTheMeanOfSvmMapOverTheCuts) {
  RandomStream stream(3, "focused-svm", "cuts");
  for (int round = 0; round < 50; ++round) {
    const std::size_t n = 5 + stream.below(20);
    const WeakOrder truth = fixture::with_setting(fixture::random_grades(stream, n, 40), "topk:5");
    const auto s = fixture::normal_scores(stream, n, 0.3);
    expect_list(List::thresholds, truth, s, {5, 4, 3, 2});
    expect_list(List::half, truth, s, {3});
  }
}

TEST(FocusedSvm, CutsGradesOnlyBetweenLabels) {
  const std::vector<double> s = {0.1, 0.2, 0.4, 0.3, 0.15, 0.05};
  const auto grades = [](std::vector<double> labels) { return weak_order(GradedTruth{labels}); };
  expect_list(List::thresholds, grades({7, 0, 2, 2, 2.5, 0}), s, {7, 2.5});
  expect_list(List::half, grades({7, 0, 2, 2, 2.5, 0}), s, {2.5});
  expect_list(List::half, grades({7, 1, 2, 2, 2, 0}), s, {2});
  expect_list(List::half, grades({7, 2, 2, 2, 2, 2}), s, {7});
  expect_list(List::half, grades({7, 7, 7, 7, 7, 2}), s, {7});
}

TEST(FocusedSvm, IsTheSumOfItsParts) {
  const auto list = evaluated(FocusedSvm({.lambda = 1.0}), fixture::top3, fixture::scores);
  const auto pair = evaluated(FocusedSvm({.lambda = 0.0}), fixture::top3, fixture::scores);
  const auto both = evaluated(FocusedSvm({.lambda = 0.3}), fixture::top3, fixture::scores);
  EXPECT_NEAR(both.value, 0.3 * list.value + 0.7 * pair.value, 1e-15);
  for (std::size_t doc = 0; doc < 6; ++doc) {
    EXPECT_NEAR(both.gradient[doc], 0.3 * list.gradient[doc] + 0.7 * pair.gradient[doc], 1e-15);
  }
}

TEST(FocusedSvm, DropsThePairsWhenNothingIsBelowTheTop) {
  const WeakOrder three = weak_order(TopKTruth{{2, 0, 1}, 3});
  const FocusedSvm loss({.lambda = 0.25});
  EXPECT_NEAR(evaluated(loss, three, std::vector<double>(3, 1.0)).value, 0.25 * (1.0 - 0.458333333),
              1e-9);
  EXPECT_FALSE(fixture::prepared(FocusedSvm({.lambda = 0.0}), three).contributes);
}

TEST(FocusedSvm, DropsTheListOfOneDocument) {
  const WeakOrder best = weak_order(TopKTruth{{1}, 3});
  const FocusedSvm loss({.lambda = 0.25});
  EXPECT_NEAR(evaluated(loss, best, std::vector<double>(3, 0.0)).value, 0.75, 1e-15);
  EXPECT_FALSE(fixture::prepared(FocusedSvm({.lambda = 1.0}), best).contributes);
}

TEST(FocusedSvm, CannotUseAQueryWithoutATopOrAnyDifference) {
  const FocusedSvm loss;
  for (const std::vector<double>& labels : {std::vector<double>{}, {1}, {0, 0, -1}, {1, 1, 1}}) {
    EXPECT_FALSE(fixture::prepared(loss, weak_order(GradedTruth{labels})).contributes);
  }
  EXPECT_TRUE(fixture::prepared(loss, weak_order(GradedTruth{{2, 1}})).contributes);
}

}  // namespace
}  // namespace podium
