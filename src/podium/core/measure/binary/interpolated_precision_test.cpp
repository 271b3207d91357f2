#include "podium/core/measure/binary/interpolated_precision.hpp"

#include <gtest/gtest.h>

#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

TEST(InterpolatedPrecision, IsTheLargestPrecisionAtTheRecallOrBeyond) {
  const std::vector<double> labels = {0, 1, 1, 0, 0, 1, 0};
  EXPECT_NEAR(sample::measure_ranked("iprec", labels), 2.0 / 3.0, 1e-15);
  EXPECT_NEAR(sample::measure_ranked("iprec(recall=0.5)", labels), 2.0 / 3.0, 1e-15);
  EXPECT_NEAR(sample::measure_ranked("iprec(recall=0.9)", labels), 1.0 / 2.0, 1e-15);
  EXPECT_NEAR(sample::measure_ranked("iprec(recall=1)", labels), 1.0 / 2.0, 1e-15);
  EXPECT_EQ(sample::measure_ranked("iprec(recall=1)", {0, 0}), 0.0) << "nothing relevant";
}

TEST(InterpolatedPrecision, IsZeroWhereTheListDoesNotReachTheRecall) {
  const WeakOrder truth = weak_order(GradedTruth{{1, 0, 1}});  // the last is not retrieved
  EXPECT_EQ(sample::measure("iprec(recall=0.5)", truth, std::vector<double>{2, 1}), 1.0);
  EXPECT_EQ(sample::measure("iprec(recall=0.8)", truth, std::vector<double>{2, 1}), 0.0);
}

}  // namespace
}  // namespace podium
