#include "podium/learning/trees/rounded_gradients.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "podium/learning/trees/tree_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

TEST(RoundedGradients, AreThoseOfTheSpecification) {
  const nlohmann::json first =
      tree_golden("trees").at("runs").at("lambda-rank graded").at("rounds")[0];
  const auto gradient = first.at("gradient").get<std::vector<double>>();
  const auto curvature = first.at("curvature").get<std::vector<double>>();
  const nlohmann::json expected = tree_golden("integers");
  const auto bits = expected.at("bits").get<unsigned>();
  const RowGradients gradients{gradient, curvature};
  const GradientUnits units = fast_units(gradients, bits);
  EXPECT_EQ(units.gradient, expected.at("unit_gradient").get<double>());
  EXPECT_EQ(units.curvature, expected.at("unit_curvature").get<double>());
  std::vector<PackedSums> words(gradient.size());
  round_to_bits(gradients, units, bits, expected.at("key").get<std::uint64_t>(), words);
  for (std::size_t row = 0; row < words.size(); ++row) {
    const GradientSums found = unpacked(words[row]);
    EXPECT_EQ(found.gradient, expected.at("gradient")[row].get<std::int64_t>());
    EXPECT_EQ(found.curvature, expected.at("curvature")[row].get<std::int64_t>());
    EXPECT_EQ(found.rows, 1U);
  }
}

/// Adds gradients one by one, and expects the same of their packed words.
GradientSums sum_of_fast_gradients(const RowGradients& gradients, const GradientUnits& units,
                                   unsigned bits) {
  std::vector<PackedSums> words(gradients.gradient.size());
  round_to_bits(gradients, units, bits, 12345, words);
  PackedSums packed = 0;
  GradientSums plain;
  for (const PackedSums word : words) {
    packed += word;
    plain.add(unpacked(word));
  }
  EXPECT_EQ(unpacked(packed), plain);
  return plain;
}

TEST(RoundedGradients, StayApartInSumsOfABlockAndAreRightInTheMean) {
  RandomStream random(1, "", "gradients");
  for (const unsigned bits : {8U, 10U, 12U}) {
    const std::size_t rows = rows_of_a_packed_block(bits);
    std::vector<double> gradient(rows);
    std::vector<double> curvature(rows);
    double gradient_sum = 0.0;
    double curvature_sum = 0.0;
    for (std::size_t row = 0; row < rows; ++row) {
      gradient_sum += gradient[row] = random.normal();
      curvature_sum += curvature[row] = random.uniform();
    }
    const RowGradients gradients{gradient, curvature};
    const GradientUnits units = fast_units(gradients, bits);
    const GradientSums plain = sum_of_fast_gradients(gradients, units, bits);
    const double deviation = 4.0 * std::sqrt(0.25 * static_cast<double>(rows));
    const LeafSums found = units.of(plain);
    EXPECT_NEAR(found.gradient, gradient_sum, deviation * units.gradient);
    EXPECT_NEAR(found.curvature, curvature_sum, deviation * units.curvature);
  }
}

TEST(RoundedGradients, HoldTheLargestOnes) {
  for (const unsigned bits : {8U, 10U, 12U}) {
    const std::size_t rows = rows_of_a_packed_block(bits);
    const std::vector<double> most(rows, 3.0);
    const std::vector<double> least(rows, -3.0);
    for (const std::vector<double>& gradient : {most, least}) {
      const RowGradients gradients{gradient, most};
      EXPECT_EQ(sum_of_fast_gradients(gradients, fast_units(gradients, bits), bits).rows, rows);
    }
  }
}

TEST(RoundedGradients, AreExactWithManyBits) {
  const std::vector<double> gradient = {0.1, -1e-9, 0.75, 0.0};
  const std::vector<double> curvature = {1e-300, 0.0, 2e-300, 0.0};
  const GradientUnits units = exact_units({gradient, curvature});
  for (std::size_t row = 0; row < gradient.size(); ++row) {
    EXPECT_NEAR(units.gradient * static_cast<double>(in_units(gradient[row], units.gradient)),
                gradient[row], 1e-18);
    EXPECT_NEAR(units.curvature * static_cast<double>(in_units(curvature[row], units.curvature)),
                curvature[row], 5e-302);
  }
  const std::vector<double> zeros(3);
  EXPECT_EQ(exact_units({zeros, zeros}).gradient, 1.0);
}

}  // namespace
}  // namespace podium
