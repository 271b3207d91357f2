#include "podium/core/kernels/vectors.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/each_target_fixture.hpp"
#include "podium/core/kernels/guarded_fixture.hpp"

namespace podium {
namespace {

constexpr std::size_t longest = 40;

TEST(Dot, EqualsTheSumOfProducts) {
  on_each_target([] {
    RandomStream stream(1, "", "dot");
    for (std::size_t size = 0; size <= longest; ++size) {
      Guarded<double> a(size, size % 5, stream);
      Guarded<double> b(size, size % 7, stream);
      double sum = 0.0;
      double scale = 0.0;
      for (std::size_t i = 0; i < size; ++i) {
        sum += a.values()[i] * b.values()[i];
        scale += std::abs(a.values()[i] * b.values()[i]);
      }
      ASSERT_NEAR(dot(a.values(), b.values()), sum, eps * static_cast<double>(size) * scale);
    }
  });
}

TEST(AddScaled, AddsTheMultiple) {
  on_each_target([] {
    RandomStream stream(1, "", "add");
    for (std::size_t size = 0; size <= longest; ++size) {
      const double factor = stream.normal();
      Guarded<double> x(size, size % 5, stream);
      Guarded<double> sum(size, size % 7, stream);
      const std::vector<double> before(sum.values().begin(), sum.values().end());
      add_scaled(factor, x.values(), sum.values());
      ASSERT_TRUE(sum.is_intact());
      for (std::size_t i = 0; i < size; ++i) {
        const double term = factor * x.values()[i];
        ASSERT_NEAR(sum.values()[i], before[i] + term,
                    eps * (std::abs(before[i]) + std::abs(term)));
      }
    }
  });
}

TEST(Vectors, GiveTheSameBitsWithEveryInstructionSet) {
  expect_same_bits([] {
    RandomStream stream(2, "", "bits");
    std::vector<double> results;
    for (std::size_t size = 0; size <= longest; ++size) {
      Guarded<double> a(size, size % 3, stream);
      Guarded<double> b(size, size % 5, stream);
      results.push_back(dot(a.values(), b.values()));
      add_scaled(results.back(), a.values(), b.values());
      results.insert(results.end(), b.values().begin(), b.values().end());
    }
    return results;
  });
}

TEST(Vectors, RefuseSizesThatDoNotFit) {
  std::vector<double> two(2);
  const std::vector<double> three(3);
  EXPECT_THROW(dot(two, three), ContractError);
  EXPECT_THROW(add_scaled(1.0, three, two), ContractError);
}

}  // namespace
}  // namespace podium
