#include "podium/core/measure/binary/average_precision.hpp"

#include <gtest/gtest.h>

#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure;
using sample::measure_ranked;

TEST(AveragePrecision, IsTheMeanPrecisionAtRelevantRanks) {  // SPEC C.2, golden.json "graded"
  EXPECT_NEAR(measure("map", sample::graded, sample::scores), 0.6083333333333333, 1e-9);
  EXPECT_NEAR(measure("map(from=2)", sample::graded, sample::scores), 0.45, 1e-9);
  EXPECT_NEAR(measure("map", sample::graded, sample::scores, "mslr"), 0.45, 1e-9);
}

TEST(AveragePrecision, DividesByAllRelevantDocumentsWhateverTheCutoff) {
  EXPECT_NEAR(measure_ranked("map@2", {1, 0, 1}), 0.5, 1e-12);
  const WeakOrder truth = weak_order(GradedTruth{{1, 1}});
  EXPECT_EQ(measure("map", truth, std::vector<double>{1.0}), 0.5);
}

TEST(AveragePrecision, DividesByAtMostTheCutoffInBoostingLibraries) {
  for (const char* profile : {"lightgbm", "xgboost"}) {
    EXPECT_EQ(measure_ranked("map@1", {1, 1, 0}, profile), 1.0) << profile;
    EXPECT_EQ(measure_ranked("map@2", {1, 0, 1, 1}, profile), 0.5) << profile;
    EXPECT_EQ(measure_ranked("map", {1, 1, 0}, profile), 1.0) << profile;
  }
  EXPECT_EQ(measure_ranked("map@1", {1, 1, 0}, "trec"), 0.5);
}

TEST(AveragePrecision, OfTiesIsTheClosedFormOfTheMean) {
  // One relevant of two tied: (1/1 + 1/2) / 2.
  EXPECT_NEAR(
      measure("map", weak_order(GradedTruth{{0, 1}}), std::vector<double>{7, 7}, "standard", true),
      0.75, 1e-12);
}

}  // namespace
}  // namespace podium
