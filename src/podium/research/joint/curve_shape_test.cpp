#include "podium/research/joint/curve_shape.hpp"

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"

namespace podium::research {
namespace {

TEST(Hill, MatchesAnIndependentProgram) {
  // Golden values: a NumPy program that enumerates all 64 sign changes (example G6).
  const std::vector<std::vector<double>> value = {
      {.1, .2, .3, .1, .2, .2}, {.3, .5, .4, .4, .3, .6}, {.2, .1, .2, .3, .3, .4}};
  const HillTest found = hill_test(value);
  EXPECT_NEAR(found.statistic, 2.988071523336, 1e-11);
  EXPECT_EQ(found.p_holds, 2.0 / 64.0);
  EXPECT_EQ(found.p_refuted, 1.0);
}

std::vector<std::vector<double>> planted_curve(std::span<const double> mean) {
  RandomStream stream(8, "", "planted curve");
  std::vector<std::vector<double>> value(mean.size());
  for (int q = 0; q < 80; ++q) {
    for (std::size_t i = 0; i < mean.size(); ++i) value[i].push_back(mean[i] + stream.normal());
  }
  return value;
}

TEST(Hill, TellsHillsFromSlopesAndValleys) {
  const FlipOptions options{.draws = 999};
  EXPECT_TRUE(hill_test(planted_curve(std::array{0.0, 1.0, 1.0, 0.0}), options).holds());
  EXPECT_TRUE(hill_test(planted_curve(std::array{1.5, 0.0, 0.0, 0.0}), options).is_refuted());
  EXPECT_TRUE(hill_test(planted_curve(std::array{0.0, 0.0, 0.0, 1.5}), options).is_refuted());
  const HillTest flat = hill_test(planted_curve(std::array{0.0, 0.0, 0.0, 0.0}), options);
  EXPECT_FALSE(flat.holds() || flat.is_refuted());
}

}  // namespace
}  // namespace podium::research
