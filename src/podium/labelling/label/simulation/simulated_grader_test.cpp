#include "podium/labelling/label/simulation/simulated_grader.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

namespace podium::labelling {
namespace {

std::vector<double> normal_utilities(std::size_t count) {
  RandomStream random(1, "q", "utility");
  std::vector<double> utility(count);
  for (double& u : utility) u = random.normal();
  return utility;
}

TEST(SimulatedGrader, GivesGradesInTheSharesAskedFor) {
  constexpr std::size_t count = 40'000;
  const GraderBehaviour behaviour{.jitter = 0.0};
  const SimulatedGrader grader(behaviour, normal_utilities(count), RandomStream(2, "q", "grader"));
  std::array<double, 5> share{};
  for (std::size_t d = 0; d < count; ++d) share[grader.grade(d)] += 1.0 / count;
  const double four_deviations = 0.01;  // 4 sqrt(.25 / 40000)
  for (std::size_t g = 0; g < 5; ++g) EXPECT_NEAR(share[g], behaviour.share[g], four_deviations);
}

TEST(SimulatedGrader, GradesByUtilityWhenHeIsSure) {
  const std::vector<double> utility = {-2.0, 2.0, 0.0};
  const SimulatedGrader grader({.tau = 0.0, .jitter = 0.0, .share = {0.3, 0.4, 0.3}}, utility,
                               RandomStream(1, "q", "grader"));
  EXPECT_EQ(grader.grade(0), 0U);
  EXPECT_EQ(grader.grade(1), 2U);
  EXPECT_EQ(grader.grade(2), 1U);
}

TEST(SimulatedGrader, MovesThresholdsByTheJitter) {
  // A document exactly on the only threshold falls on either side as often.
  int above = 0;
  constexpr int graders = 4000;
  for (std::uint64_t seed = 0; seed < graders; ++seed) {
    const SimulatedGrader grader({.tau = 0.0, .jitter = 0.5, .share = {0.5, 0.5}}, std::vector{0.0},
                                 RandomStream(seed, "q", "grader"));
    above += static_cast<int>(grader.grade(0));
  }
  EXPECT_NEAR(above, graders / 2, 4.0 * std::sqrt(0.25 * graders));
}

}  // namespace
}  // namespace podium::labelling
