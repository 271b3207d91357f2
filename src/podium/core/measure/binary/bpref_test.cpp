#include "podium/core/measure/binary/bpref.hpp"

#include <gtest/gtest.h>

#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure;
using sample::measure_ranked;

/// The formula as Buckley and Voorhees write it, for labels in ranked order.
double restated(const std::vector<double>& ranked, const std::vector<double>& missed) {
  std::size_t relevant = 0;
  std::size_t irrelevant = 0;
  for (const auto* labels : {&ranked, &missed}) {
    for (const double label : *labels) {
      relevant += label >= 1.0 ? 1 : 0;
      irrelevant += label == 0.0 ? 1 : 0;
    }
  }
  double sum = 0.0;
  for (std::size_t r = 0; r < ranked.size(); ++r) {
    if (ranked[r] < 1.0) continue;
    std::size_t above = 0;
    for (std::size_t i = 0; i < r; ++i) above += ranked[i] == 0.0 ? 1 : 0;
    const double ratio = above == 0 ? 0.0
                                    : static_cast<double>(std::min(above, relevant)) /
                                          static_cast<double>(std::min(relevant, irrelevant));
    sum += 1.0 - ratio;
  }
  return sum / static_cast<double>(relevant);
}

TEST(Bpref, GivesTheValueOfTheRunningExample) {  // BEYOND P.2
  EXPECT_NEAR(measure("bpref", sample::graded, sample::scores), 0.25, 1e-12);
}

TEST(Bpref, IsTheFormulaForAnyLabels) {
  RandomStream stream(1, "", "bpref");
  for (int round = 0; round < 200; ++round) {
    std::vector<double> labels = sample::random_scores(stream, 2 + stream.below(12), 4);
    for (double& label : labels) label -= 1.0;
    labels[0] = 1.0;
    const std::size_t retrieved = 1 + stream.below(labels.size());
    const std::vector<double> ranked(labels.begin(),
                                     labels.begin() + static_cast<std::ptrdiff_t>(retrieved));
    const std::vector<double> missed(labels.begin() + static_cast<std::ptrdiff_t>(retrieved),
                                     labels.end());
    EXPECT_NEAR(
        measure("bpref", weak_order(GradedTruth{labels}), sample::falling_scores(retrieved)),
        restated(ranked, missed), 1e-12);
  }
}

TEST(Bpref, DoesNotSeeDocumentsWithoutAJudgement) {
  EXPECT_EQ(measure_ranked("bpref", {-1, -1, 1, 0}), 1.0);
  EXPECT_EQ(measure_ranked("bpref", {0, -1, 1, 0}), 0.0);
  EXPECT_EQ(measure_ranked("bpref", {-1, 2}), 1.0);
}

TEST(Bpref, TakesTheSmallestRelevantLabel) {
  EXPECT_EQ(measure_ranked("bpref(from=2)", {1, 2}), 0.0);
  EXPECT_EQ(measure_ranked("bpref(from=2)", {2, 1}), 1.0);
}

}  // namespace
}  // namespace podium
