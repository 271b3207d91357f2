#include "podium/core/kernels/lambda_row.hpp"

#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/each_target_fixture.hpp"
#include "podium/core/kernels/guarded_fixture.hpp"

namespace podium {
namespace {

using testing::DoubleNear;
using testing::Pointwise;

std::vector<double> powers_of(std::span<const double> scores, double shift) {
  std::vector<double> powers;
  for (const double score : scores) powers.push_back(std::exp(score - shift));
  return powers;
}

TEST(LambdaRow, IsThatOfExponentialsOfPairs) {
  on_each_target([] {
    RandomStream stream(1, "", "lambda row");
    for (const double width : {1.0, 290.0}) {
      for (std::size_t size = 0; size <= 33; ++size) {
        Guarded<double> others(size, 1, stream);
        for (double& other : others.values()) other = width * (2.0 * stream.uniform() - 1.0);
        Guarded<double> gradient(size, 2, stream);
        Guarded<double> curvature(size, 3, stream);
        std::vector<double> weights(size);
        for (double& weight : weights) weight = stream.uniform();
        std::vector<double> gradient_of_pairs(gradient.values().begin(), gradient.values().end());
        std::vector<double> curvature_of_pairs(curvature.values().begin(),
                                               curvature.values().end());
        const double score = size % 2 == 0 ? width : width * stream.uniform();
        const CurvedPairRow found = normed_logistic_row(
            score, std::exp(score - width), {others.values(), powers_of(others.values(), width)},
            weights, gradient.values(), curvature.values());
        const CurvedPairRow expected =
            curved_logistic_row(score, others.values(), weights, gradient_of_pairs,
                                curvature_of_pairs, {.divides = true});
        const double limit = 1e-13 * (1.0 + width) * (1.0 - expected.slope);
        ASSERT_EQ(found.value, 0.0);
        ASSERT_NEAR(found.slope, expected.slope, limit);
        ASSERT_NEAR(found.hessian, expected.hessian, limit);
        ASSERT_THAT(gradient.values(), Pointwise(DoubleNear(limit), gradient_of_pairs));
        ASSERT_THAT(curvature.values(), Pointwise(DoubleNear(limit), curvature_of_pairs));
        ASSERT_TRUE(gradient.is_intact() && curvature.is_intact());
      }
    }
  });
}

TEST(LambdaRow, HasTheSameBitsWithEveryInstructionSet) {
  expect_same_bits([] {
    RandomStream stream(2, "", "lambda bits");
    std::vector<double> results;
    for (std::size_t size = 0; size <= 40; ++size) {
      Guarded<double> others(size, size % 3, stream);
      const std::vector<double> powers = powers_of(others.values(), 0.0);
      std::vector<double> gradient(size);
      std::vector<double> curvature(size);
      const CurvedPairRow row = normed_logistic_row(0.5, std::exp(0.5), {others.values(), powers},
                                                    powers, gradient, curvature);
      results.insert(results.end(), {row.slope, row.hessian});
      results.insert(results.end(), gradient.begin(), gradient.end());
      results.insert(results.end(), curvature.begin(), curvature.end());
    }
    return results;
  });
}

TEST(LambdaRow, WeighsSwapsAsAPlainLoop) {
  on_each_target([] {
    RandomStream stream(3, "", "swaps");
    for (std::size_t size = 0; size <= 33; ++size) {
      Guarded<double> gain(size, 1, stream);
      Guarded<double> discount(size, 2, stream);
      Guarded<double> weights(size, 3, stream);
      write_swap_weights(0.7, 0.3, 0.9, {gain.values(), discount.values()}, weights.values());
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_EQ(weights.values()[i],
                  0.7 * std::abs(0.3 - gain.values()[i]) * std::abs(0.9 - discount.values()[i]));
      }
      ASSERT_TRUE(weights.is_intact());
    }
  });
}

TEST(LambdaRow, RefusesSizesThatDoNotFit) {
  const std::vector<double> three(3, 1.0);
  const std::vector<double> two(2, 1.0);
  std::vector<double> places(3);
  std::vector<double> few(2);
  EXPECT_THROW(normed_logistic_row(0.0, 1.0, {three, two}, three, places, places), ContractError);
  EXPECT_THROW(normed_logistic_row(0.0, 1.0, {three, three}, two, places, places), ContractError);
  EXPECT_THROW(normed_logistic_row(0.0, 1.0, {three, three}, three, places, few), ContractError);
  EXPECT_THROW(write_swap_weights(1.0, 1.0, 1.0, {three, three}, few), ContractError);
  EXPECT_THROW(write_swap_weights(1.0, 1.0, 1.0, {three, two}, places), ContractError);
}

}  // namespace
}  // namespace podium
