#include "podium/core/synth/simulated_assessor.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace podium {
namespace {

/// Shares of a, b and tie in many answers about the same pair.
std::array<double, 3> answer_shares(const AssessorBehaviour& behaviour, double u_a, double u_b) {
  constexpr std::size_t draws = 40'000;
  const std::vector<double> utility = {u_a, u_b};
  SimulatedAssessor assessor(behaviour, utility, RandomStream(1, "q", "test"));
  std::array<double, 3> shares{};
  for (std::size_t i = 0; i < draws; ++i) {
    shares[static_cast<std::size_t>(assessor.answer(0, 1))] += 1.0 / draws;
  }
  return shares;
}

constexpr double four_deviations = 0.01;  // 4 sqrt(.25 / 40000)

double normal_share_below(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

TEST(SimulatedAssessor, ErrsAsTheGaussianModelSays) {
  const AssessorBehaviour behaviour{.tau = 0.0, .sigma = 0.5, .theta = 0.2};
  const auto shares = answer_shares(behaviour, 0.4, 0.0);
  const double spread = 0.5 * std::numbers::sqrt2;  // of D around u_a - u_b
  EXPECT_NEAR(shares[0], 1.0 - normal_share_below((0.2 - 0.4) / spread), four_deviations);
  EXPECT_NEAR(shares[1], normal_share_below((-0.2 - 0.4) / spread), four_deviations);
}

TEST(SimulatedAssessor, DrawsWithTheOddsOfBradleyTerryAndDavidson) {
  const AssessorBehaviour behaviour{
      .model = AssessorModel::bradley_terry_davidson, .tau = 0.0, .nu = 0.7};
  const double p_a = std::exp(1.2);
  const double p_b = std::exp(0.3);
  const double tie = 0.7 * std::sqrt(p_a * p_b);
  const auto shares = answer_shares(behaviour, 1.2, 0.3);
  EXPECT_NEAR(shares[0], p_a / (p_a + p_b + tie), four_deviations);
  EXPECT_NEAR(shares[1], p_b / (p_a + p_b + tie), four_deviations);
  EXPECT_NEAR(shares[2], tie / (p_a + p_b + tie), four_deviations);
}

TEST(SimulatedAssessor, AnswersAtRandomAsOftenAsToldTo) {
  const AssessorBehaviour behaviour{
      .model = AssessorModel::random_error, .tau = 0.0, .epsilon = 0.3};
  EXPECT_NEAR(answer_shares(behaviour, 1.0, 0.0)[1], 0.15, four_deviations);
}

}  // namespace
}  // namespace podium
