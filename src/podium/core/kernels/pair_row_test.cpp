#include "podium/core/kernels/pair_row.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/each_target_fixture.hpp"
#include "podium/core/kernels/guarded_fixture.hpp"

namespace podium {
namespace {

using Row = PairRow (*)(double, std::span<const double>, double, std::span<double>);

struct Margin {
  std::string name;
  Row row;
  std::function<double(double)> phi;
  std::function<double(double)> slope;
};

double sigma(double x) {
  const double e = std::exp(-std::abs(x));
  return (x < 0.0 ? e : 1.0) / (1.0 + e);
}

const std::array<Margin, 4>& margins() {
  static const std::array<Margin, 4> all = {
      Margin{"hinge", hinge_row, [](double m) { return std::max(0.0, 1.0 - m); },
             [](double m) { return m < 1.0 ? -1.0 : 0.0; }},
      Margin{"squared hinge", squared_hinge_row,
             [](double m) { return std::pow(std::max(0.0, 1.0 - m), 2); },
             [](double m) { return -2.0 * std::max(0.0, 1.0 - m); }},
      Margin{"logistic", logistic_row,
             [](double m) { return std::max(0.0, -m) + std::log1p(std::exp(-std::abs(m))); },
             [](double m) { return -sigma(-m); }},
      Margin{"fidelity", fidelity_row,
             [](double m) { return sigma(-m) / (1.0 + std::sqrt(sigma(m))); },
             [](double m) { return -0.5 * std::sqrt(sigma(m)) * sigma(-m); }}};
  return all;
}

/// A row of `size` pairs, its gradients and the same by the definition.
void check_row(const Margin& margin, std::size_t size, RandomStream& stream) {
  const double score = stream.normal();
  const double weight = 0.5 + stream.uniform();
  Guarded<double> others(size, size % 5, stream);
  Guarded<double> gradient(size, size % 7, stream);
  for (double& other : others.values()) other *= stream.below(4) == 0 ? 50.0 : 1.0;
  const std::vector<double> before(gradient.values().begin(), gradient.values().end());
  const PairRow found = margin.row(score, others.values(), weight, gradient.values());
  ASSERT_TRUE(gradient.is_intact());
  PairRow twin;
  for (std::size_t j = 0; j < size; ++j) {
    const double m = score - others.values()[j];
    twin.value += weight * margin.phi(m);
    twin.slope += weight * margin.slope(m);
    const double expected = before[j] - weight * margin.slope(m);
    ASSERT_NEAR(gradient.values()[j], expected,
                8 * eps * (std::abs(before[j]) + std::abs(expected)));
  }
  const double places = 8.0 * static_cast<double>(size) * eps;
  ASSERT_NEAR(found.value, twin.value, places * twin.value);
  ASSERT_NEAR(found.slope, twin.slope, places * -twin.slope);
}

TEST(PairRow, EqualsTheSumOverPairs) {
  on_each_target([] {
    for (const Margin& margin : margins()) {
      const testing::ScopedTrace trace("", 0, margin.name);
      RandomStream stream(1, "", margin.name);
      for (std::size_t size = 0; size <= 40; ++size) check_row(margin, size, stream);
    }
  });
}

TEST(PairRow, StaysAccurateForMarginsUpToAMillion) {
  on_each_target([] {
    for (const Margin& margin : margins()) {
      for (const double size : {1e-9, 0.1, 1.0, 30.0, 700.0, 1e4, 1e6}) {
        for (const double m : {-size, size}) {
          std::vector<double> gradient = {0.0};
          const PairRow found = margin.row(m, std::vector{0.0}, 1.0, gradient);
          EXPECT_NEAR(found.value, margin.phi(m), 8 * eps * margin.phi(m)) << margin.name << m;
          EXPECT_NEAR(found.slope, margin.slope(m), -8 * eps * margin.slope(m)) << margin.name << m;
          EXPECT_EQ(gradient[0], -found.slope);
        }
      }
    }
  });
}

TEST(PairRow, SlopeIsTheDerivativeOfTheValue) {
  for (const Margin& margin : margins()) {
    for (const double m : {-3.0, -0.5, 0.25, 0.9, 2.0}) {
      constexpr double h = 1e-6;
      std::vector<double> gradient = {0.0};
      const std::vector<double> zero = {0.0};
      const double above = margin.row(m + h, zero, 1.0, gradient).value;
      const double below = margin.row(m - h, zero, 1.0, gradient).value;
      EXPECT_NEAR(margin.row(m, zero, 1.0, gradient).slope, (above - below) / (2 * h), 1e-8)
          << margin.name << " at " << m;
    }
  }
}

TEST(PairRow, LetsNaNThrough) {
  on_each_target([] {
    for (const Margin& margin : margins()) {
      std::vector<double> gradient = {0.0, 0.0};
      const std::vector<double> others = {0.0, NAN};
      EXPECT_THAT(margin.row(0.0, others, 1.0, gradient).value, testing::IsNan()) << margin.name;
    }
  });
}

TEST(PairRow, WeighsEachPairOfALogisticRow) {
  on_each_target([] {
    RandomStream stream(2, "", "weights");
    for (std::size_t size = 0; size <= 33; ++size) {
      Guarded<double> others(size, 1, stream);
      Guarded<double> weights(size, 2, stream);
      std::vector<double> gradient(size);
      std::vector<double> twin_gradient(size);
      const PairRow found = logistic_row(0.3, others.values(), weights.values(), gradient);
      PairRow twin;
      double scale = 0.0;
      for (std::size_t j = 0; j < size; ++j) {
        const PairRow one = logistic_row(0.3, others.values().subspan(j, 1), weights.values()[j],
                                         std::span(twin_gradient).subspan(j, 1));
        twin.value += one.value;
        twin.slope += one.slope;
        scale += std::abs(one.value) + std::abs(one.slope);
      }
      ASSERT_EQ(gradient, twin_gradient);
      ASSERT_NEAR(found.value, twin.value, eps * static_cast<double>(size) * scale);
      ASSERT_NEAR(found.slope, twin.slope, eps * static_cast<double>(size) * scale);
    }
  });
}

TEST(PairRow, DividesWeightsByDistancesIfItIsTold) {
  on_each_target([] {
    RandomStream stream(6, "", "distances");
    for (std::size_t size = 0; size <= 33; ++size) {
      Guarded<double> others(size, 1, stream);
      std::vector<double> weights(size, 2.0);
      const double score = size == 0 ? 0.0 : others.values()[0];  // a distance of 0 among them
      std::vector<double> divided;
      for (const double other : others.values())
        divided.push_back(2.0 / (0.01 + std::abs(score - other)));
      std::vector<double> gradient(size);
      std::vector<double> curvature(size);
      std::vector<double> expected_gradient(size);
      std::vector<double> expected_curvature(size);
      const CurvedPairRow found = curved_logistic_row(score, others.values(), weights, gradient,
                                                      curvature, {.divides = true});
      const CurvedPairRow expected = curved_logistic_row(score, others.values(), divided,
                                                         expected_gradient, expected_curvature);
      const double limit = 1e-13 * (1.0 + expected.value);
      ASSERT_NEAR(found.value, expected.value, limit);
      ASSERT_NEAR(found.slope, expected.slope, limit);
      ASSERT_NEAR(found.hessian, expected.hessian, limit);
      ASSERT_THAT(gradient, testing::Pointwise(testing::DoubleNear(limit), expected_gradient));
      ASSERT_THAT(curvature, testing::Pointwise(testing::DoubleNear(limit), expected_curvature));
    }
  });
}

TEST(PairRow, AddsTheSecondDerivativeAndChangesNoOtherBit) {
  on_each_target([] {
    RandomStream stream(4, "", "hessians");
    for (std::size_t size = 0; size <= 33; ++size) {
      Guarded<double> others(size, 1, stream);
      Guarded<double> weights(size, 2, stream);
      for (double& weight : weights.values()) weight = std::abs(weight);
      Guarded<double> curvature(size, 3, stream);
      const std::vector<double> before(curvature.values().begin(), curvature.values().end());
      std::vector<double> gradient(size);
      std::vector<double> plain_gradient(size);
      const double score = 3.0 * stream.normal();
      const CurvedPairRow found = curved_logistic_row(score, others.values(), weights.values(),
                                                      gradient, curvature.values());
      const PairRow plain = logistic_row(score, others.values(), weights.values(), plain_gradient);
      ASSERT_EQ(found.value, plain.value);
      ASSERT_EQ(found.slope, plain.slope);
      ASSERT_EQ(gradient, plain_gradient);
      ASSERT_TRUE(curvature.is_intact());
      double sum = 0.0;
      for (std::size_t j = 0; j < size; ++j) {
        const double m = score - others.values()[j];
        const double hessian = weights.values()[j] * sigma(m) * sigma(-m);
        sum += hessian;
        ASSERT_NEAR(curvature.values()[j], before[j] + hessian,
                    8 * eps * (std::abs(before[j]) + 1.0));
      }
      ASSERT_NEAR(found.hessian, sum, 8 * eps * static_cast<double>(size + 1) * sum);

      std::vector<double> one_gradient(size);
      std::vector<double> each_gradient(size);
      std::vector<double> one_curvature(size);
      std::vector<double> each_curvature(size);
      const std::vector<double> halves(size, 0.5);
      const CurvedPairRow one =
          curved_logistic_row(score, others.values(), 0.5, one_gradient, one_curvature);
      const CurvedPairRow each =
          curved_logistic_row(score, others.values(), halves, each_gradient, each_curvature);
      ASSERT_EQ(one.hessian, each.hessian);
      ASSERT_EQ(one_gradient, each_gradient);
      ASSERT_EQ(one_curvature, each_curvature);
    }
  });
}

TEST(PairRow, GivesTheSameBitsWithEveryInstructionSet) {
  expect_same_bits([] {
    RandomStream stream(3, "", "bits");
    std::vector<double> results;
    for (std::size_t size = 0; size <= 40; ++size) {
      Guarded<double> others(size, size % 3, stream);
      std::vector<double> gradient(size);
      std::vector<PairRow> rows;
      for (const Margin& margin : margins()) {
        rows.push_back(margin.row(stream.normal(), others.values(), stream.uniform(), gradient));
      }
      rows.push_back(logistic_row(stream.normal(), others.values(), others.values(), gradient));
      std::vector<double> hessians(size);
      const CurvedPairRow curved = curved_logistic_row(stream.normal(), others.values(),
                                                       others.values(), gradient, hessians);
      rows.push_back(curved);
      results.push_back(curved.hessian);
      rows.push_back(curved_logistic_row(stream.normal(), others.values(), others.values(),
                                         gradient, hessians, {.divides = true}));
      results.insert(results.end(), hessians.begin(), hessians.end());
      for (const PairRow& row : rows) results.insert(results.end(), {row.value, row.slope});
      results.insert(results.end(), gradient.begin(), gradient.end());
    }
    return results;
  });
}

TEST(PairRow, RefusesSizesThatDoNotFit) {
  const std::vector<double> three(3);
  std::vector<double> two(2);
  std::vector<double> gradient(3);
  for (const Margin& margin : margins()) {
    EXPECT_THROW(margin.row(0.0, three, 1.0, two), ContractError);
  }
  EXPECT_THROW(logistic_row(0.0, three, two, gradient), ContractError);
  EXPECT_THROW(logistic_row(0.0, three, three, two), ContractError);
  EXPECT_THROW(curved_logistic_row(0.0, three, 1.0, gradient, two), ContractError);
  EXPECT_THROW(curved_logistic_row(0.0, three, three, gradient, two), ContractError);
}

}  // namespace
}  // namespace podium
