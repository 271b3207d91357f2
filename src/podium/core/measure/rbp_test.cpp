#include "podium/core/measure/rbp.hpp"

#include <gtest/gtest.h>

#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure_ranked;

TEST(Rbp, WeighsRanksGeometrically) {
  EXPECT_NEAR(measure_ranked("rbp", {1, 0, 2, 0}), 0.2 * (1 + 0.8 * 0.8), 1e-12);
  EXPECT_NEAR(measure_ranked("rbp(p=0.5)", {0, 1, 1}), 0.5 * (0.5 + 0.25), 1e-12);
  EXPECT_NEAR(measure_ranked("rbp(p=0.5)@2", {0, 1, 1}), 0.25, 1e-12);
  EXPECT_NEAR(measure_ranked("rbp(from=2)", {1, 0, 2, 0}), 0.2 * 0.8 * 0.8, 1e-12);
}

}  // namespace
}  // namespace podium
