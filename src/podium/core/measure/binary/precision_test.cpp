#include "podium/core/measure/binary/precision.hpp"

#include <gtest/gtest.h>

#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure;
using sample::measure_ranked;

TEST(Precision, IsTheShareOfRelevantDocuments) {  // SPEC C.1, golden.json "graded"
  EXPECT_EQ(measure("p@1", sample::graded, sample::scores), 0.0);
  EXPECT_NEAR(measure("p@3", sample::graded, sample::scores), 0.6666666666666666, 1e-9);
  EXPECT_NEAR(measure("p@5", sample::graded, sample::scores), 0.6, 1e-9);
  EXPECT_NEAR(measure("p@10", sample::graded, sample::scores), 0.4, 1e-9);
}

TEST(Precision, TakesTheLeastRelevantLabelFromOptionOrProfile) {
  EXPECT_NEAR(measure("p@3", sample::graded, sample::scores, "mslr"), 1.0 / 3.0, 1e-12);
  EXPECT_NEAR(measure("p(from=2)@3", sample::graded, sample::scores), 1.0 / 3.0, 1e-12);
  EXPECT_NEAR(measure("p(from=1)@3", sample::graded, sample::scores, "mslr"), 2.0 / 3.0, 1e-12);
}

TEST(Precision, OfShortListsFollowsTheProfile) {
  EXPECT_EQ(measure_ranked("p@5", {1, 0, 2, 0}, "letor3"), 0.0);
  EXPECT_EQ(measure_ranked("p@4", {1, 0, 2, 0}, "letor3"), 0.5);
  EXPECT_EQ(measure_ranked("p@5", {1, 0, 2, 0}, "letor4"), 0.4);
  EXPECT_EQ(measure_ranked("p@5", {1, 0, 2, 0}), 0.4);
  for (const char* profile : {"xgboost", "ranklib"}) {
    EXPECT_EQ(measure_ranked("p@5", {1, 0, 2, 0}, profile), 0.5) << profile;
    EXPECT_EQ(measure_ranked("p@2", {1, 1, 2, 0}, profile), 1.0) << profile;
    EXPECT_EQ(measure_ranked("p@5", {}, profile), 0.0) << profile;
  }
}

TEST(Recall, CountsRelevantDocumentsThatWereNotRetrieved) {
  const WeakOrder truth = weak_order(GradedTruth{{1, 0, 1, 2, 1}});
  const std::vector<double> three_scores = {3, 2, 1};
  EXPECT_EQ(measure("recall@1", truth, three_scores), 0.25);
  EXPECT_EQ(measure("recall@10", truth, three_scores), 0.5);
}

}  // namespace
}  // namespace podium
