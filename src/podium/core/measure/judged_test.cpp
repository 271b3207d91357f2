#include "podium/core/measure/judged.hpp"

#include <gtest/gtest.h>

#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure_ranked;

TEST(Judged, CountsLabelsOfZeroAsJudgedAndNegativeOnesAsNot) {
  EXPECT_EQ(measure_ranked("judged@4", {0, -1, 2, -1, -1}), 0.5);
  EXPECT_EQ(measure_ranked("judged@1", {0, -1, 2, -1, -1}), 1.0);
}

TEST(Judged, DoesNotBlameAListForBeingShort) {
  EXPECT_EQ(measure_ranked("judged@10", {0, 1}), 1.0);
}

}  // namespace
}  // namespace podium
