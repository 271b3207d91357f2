#include "podium/core/measure/binary/success.hpp"

#include <gtest/gtest.h>

#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure;
using sample::measure_ranked;

TEST(Success, IsOneWhenTheFirstKHoldARelevantDocument) {
  EXPECT_EQ(measure_ranked("success@1", {0, 1, 2}), 0.0);
  EXPECT_EQ(measure_ranked("success@2", {0, 1, 2}), 1.0);
  EXPECT_EQ(measure_ranked("success(from=2)@2", {0, 1, 2}), 0.0);
  EXPECT_EQ(measure_ranked("success@10", {0, 0, -1}), 0.0);
  EXPECT_EQ(measure("success@5", sample::graded, {}), 0.0);
}

TEST(Success, IsAProbabilityAmongTies) {
  const WeakOrder truth = weak_order(GradedTruth{{1, 0, 0, 1}});
  const std::vector<double> equal(4, 1.0);
  EXPECT_NEAR(measure("success@1", truth, equal, "standard", true), 0.5, 1e-12);
  EXPECT_NEAR(measure("success@2", truth, equal, "standard", true), 1.0 - 1.0 / 6.0, 1e-12);
  EXPECT_EQ(measure("success@3", truth, equal, "standard", true), 1.0);
}

}  // namespace
}  // namespace podium
