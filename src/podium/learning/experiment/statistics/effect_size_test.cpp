#include "podium/learning/experiment/statistics/effect_size.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/golden_values_fixture.hpp"

namespace podium {
namespace {

TEST(EffectSize, IsMeanOverDeviationWithHedgesFactor) {
  // mean .03, sd sqrt(.0108 / 7), J(7) by mpmath
  const EffectSize found =
      effect_size(std::vector{0.02, 0.04, -0.03, 0.08, 0.03, -0.02, 0.07, 0.05});
  const double d = 0.03 / std::sqrt(0.0108 / 7.0);
  EXPECT_NEAR(found.cohens_d, d, 1e-13);
  EXPECT_NEAR(found.hedges_g, d * 0.8882029076727512, 1e-13);
}

TEST(EffectSize, FactorMatchesMpmathAndItsApproximation) {
  for (const auto& row : golden_significance("hedges")) {
    EXPECT_NEAR(hedges_factor(row[0]), row[1].get<double>(), 1e-13);
  }
  EXPECT_NEAR(hedges_factor(500.0), 1.0 - 3.0 / (4.0 * 500.0 - 1.0), 1e-6);
  EXPECT_EQ(hedges_factor(1.0), 0.0);
}

TEST(EffectSize, WithoutSpreadIsZeroOrInfinite) {
  EXPECT_EQ(effect_size(std::vector(3, 0.0)).cohens_d, 0.0);
  EXPECT_EQ(effect_size(std::vector(3, -0.5)).hedges_g, -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace podium
