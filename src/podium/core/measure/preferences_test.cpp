#include "podium/core/measure/preferences.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure;

/// The definitions, literally: every pair of documents by its ranks.
struct Restated {
  double ppref = 0.0;
  double rpref = 0.0;
  double wpref = 0.0;
  double weight = 0.0;  ///< of the correct preferences ordered at k

  Restated(const std::vector<double>& label, std::span<const DocIndex> order, std::size_t k) {
    std::vector<double> rank(label.size(), std::numeric_limits<double>::infinity());
    for (std::size_t r = 0; r < order.size(); ++r) rank[order[r]] = static_cast<double>(r + 1);
    double all = 0.0;
    double ordered = 0.0;
    double correct = 0.0;
    double ordered_weight = 0.0;
    for (std::size_t i = 0; i < label.size(); ++i) {
      for (std::size_t j = 0; j < label.size(); ++j) {
        if (label[j] < 0.0 || label[i] <= label[j]) continue;
        all += 1.0;
        const double upper = std::min(rank[i], rank[j]);
        if (std::isinf(upper) || upper > static_cast<double>(k)) continue;
        const double w = 1.0 / std::log2(1.0 + upper);
        ordered += 1.0;
        ordered_weight += w;
        if (rank[i] > rank[j]) continue;
        correct += 1.0;
        weight += w;
      }
    }
    ppref = ordered == 0.0 ? 0.0 : correct / ordered;
    rpref = correct / all;
    wpref = ordered == 0.0 ? 0.0 : weight / ordered_weight;
  }
};

double of(const std::string& name) {
  return measure(name, sample::graded, sample::scores);
}

TEST(Preferences, GiveTheValuesOfTheRunningExample) {  // BEYOND P.2
  EXPECT_NEAR(of("ppref@1"), 0.0, 1e-9);
  EXPECT_NEAR(of("ppref@3"), 0.444444444, 1e-9);
  EXPECT_NEAR(of("rpref@3"), 0.333333333, 1e-9);
  EXPECT_NEAR(of("wpref@3"), 0.347143830, 1e-9);
  EXPECT_NEAR(of("ppref@6"), 0.416666667, 1e-9);
  EXPECT_NEAR(of("rpref@6"), 0.416666667, 1e-9);
  EXPECT_NEAR(of("wpref@6"), 0.341437626, 1e-9);
  EXPECT_NEAR(of("appref"), 0.178902116, 1e-9);
}

TEST(Preferences, AreTheirDefinitionsForAnyLists) {
  RandomStream stream(1, "", "preferences");
  for (int round = 0; round < 200; ++round) {
    std::vector<double> label = sample::random_scores(stream, 2 + stream.below(10), 4);
    for (double& l : label) l -= 1.0;  // some are not judged
    label[0] = 0.0;
    label[1] = 2.0;
    const std::size_t retrieved = 1 + stream.below(label.size());
    const auto places = sample::random_order(stream, retrieved);
    const std::vector<double> scores(places.begin(), places.end());
    const Ranking ranking = rank_by_score(scores);
    const WeakOrder truth = weak_order(GradedTruth{label});
    std::vector<DocIndex> ideal(label.size());
    std::iota(ideal.begin(), ideal.end(), DocIndex{0});
    std::ranges::stable_sort(ideal, [&](DocIndex a, DocIndex b) { return label[a] > label[b]; });
    double average = 0.0;
    for (std::size_t k = 1; k <= label.size(); ++k) {
      SCOPED_TRACE(k);
      const Restated here(label, ranking.order, k);
      const Restated best(label, ideal, k);
      const std::string cut = "@" + std::to_string(k);
      EXPECT_NEAR(measure("ppref" + cut, truth, scores), here.ppref, 1e-12);
      EXPECT_NEAR(measure("rpref" + cut, truth, scores), here.rpref, 1e-12);
      EXPECT_NEAR(measure("wpref" + cut, truth, scores), here.wpref, 1e-12);
      EXPECT_NEAR(measure("nwppref" + cut, truth, scores), here.weight / best.weight, 1e-12);
      const double before = k == 1 ? 0.0 : Restated(label, ranking.order, k - 1).rpref;
      average += (here.rpref - before) * here.ppref;
    }
    EXPECT_NEAR(measure("appref", truth, scores), average, 1e-12);
    EXPECT_EQ(measure("ppref", truth, scores),
              measure("ppref@" + std::to_string(label.size()), truth, scores));
  }
}

TEST(Preferences, AreOneForAnIdealListAndZeroWhenNoneIsOrdered) {
  for (const char* name : {"ppref@2", "wpref@2", "nwppref@2", "rpref", "appref"}) {
    EXPECT_NEAR(sample::measure_ranked(name, {2, 1, 1, 0}), 1.0, 1e-12) << name;
    EXPECT_EQ(measure(name, weak_order(GradedTruth{{-1, 1, 0}}), std::vector<double>{1.0}), 0.0)
        << name;
  }
}

}  // namespace
}  // namespace podium
