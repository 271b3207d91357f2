#include "podium/core/kernels/chebyshev.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/kernels/each_target_fixture.hpp"
#include "podium/core/kernels/guarded_fixture.hpp"

namespace podium {
namespace {

// Within a step of the last place for each step of the recurrence.
constexpr double close = 100.0 * std::numeric_limits<double>::epsilon();

/// T_k by its definition.
double polynomial(std::size_t k, double u) {
  return std::cos(static_cast<double>(k) * std::acos(u));
}

Guarded<double> points(std::size_t count, RandomStream& stream) {
  Guarded<double> u(count, count % 5, stream);
  for (double& value : u.values()) value = 2.0 * stream.uniform() - 1.0;
  if (count > 1) u.values().front() = -1.0;
  return u;
}

TEST(Chebyshev, SumsEqualTheDefinition) {
  on_each_target([] {
    RandomStream stream(1, "", "sums");
    for (std::size_t count = 0; count <= 40; ++count) {
      for (const std::size_t functions : {1U, 4U, 5U}) {
        Guarded<double> u = points(count, stream);
        Guarded<double> weights(functions * count, 1, stream);
        Guarded<double> sums(functions * chebyshev_count, 3, stream);
        const std::vector<double> before(sums.values().begin(), sums.values().end());
        add_chebyshev_sums(u.values(), weights.values(), sums.values());
        ASSERT_TRUE(sums.is_intact());
        for (std::size_t f = 0; f < functions; ++f) {
          for (std::size_t k = 0; k < chebyshev_count; ++k) {
            double twin = before[f * chebyshev_count + k];
            double scale = std::abs(twin);
            for (std::size_t i = 0; i < count; ++i) {
              const double weight = weights.values()[f * count + i];
              twin += weight * polynomial(k, u.values()[i]);
              scale += std::abs(weight);
            }
            ASSERT_NEAR(sums.values()[f * chebyshev_count + k], twin, close * scale)
                << count << " points, function " << f << ", polynomial " << k;
          }
        }
      }
    }
  });
}

TEST(Chebyshev, ValuesEqualTheDefinition) {
  on_each_target([] {
    RandomStream stream(2, "", "values");
    for (std::size_t count = 0; count <= 40; ++count) {
      for (const std::size_t functions : {1U, 4U, 5U}) {
        Guarded<double> u = points(count, stream);
        Guarded<double> coefficients(functions * chebyshev_count, 1, stream);
        Guarded<double> out(functions * count, 3, stream);
        chebyshev_values(u.values(), coefficients.values(), out.values());
        ASSERT_TRUE(out.is_intact());
        for (std::size_t f = 0; f < functions; ++f) {
          for (std::size_t i = 0; i < count; ++i) {
            double twin = 0.0;
            double scale = 0.0;
            for (std::size_t k = 0; k < chebyshev_count; ++k) {
              const double c = coefficients.values()[f * chebyshev_count + k];
              twin += c * polynomial(k, u.values()[i]);
              scale += std::abs(c);
            }
            ASSERT_NEAR(out.values()[f * count + i], twin, close * scale);
          }
        }
      }
    }
  });
}

TEST(Chebyshev, ProductsEqualTheDefinition) {
  on_each_target([] {
    RandomStream stream(3, "", "products");
    for (const std::size_t functions : {0U, 1U, 4U, 5U, 8U}) {
      Guarded<double> matrix(chebyshev_count * chebyshev_count, 1, stream);
      Guarded<double> x(functions * chebyshev_count, 2, stream);
      Guarded<double> out(functions * chebyshev_count, 3, stream);
      const std::vector<double> before(out.values().begin(), out.values().end());
      add_chebyshev_products(matrix.values(), x.values(), out.values());
      ASSERT_TRUE(out.is_intact());
      for (std::size_t f = 0; f < functions; ++f) {
        for (std::size_t k = 0; k < chebyshev_count; ++k) {
          double twin = before[f * chebyshev_count + k];
          double scale = std::abs(twin);
          for (std::size_t l = 0; l < chebyshev_count; ++l) {
            const double term =
                matrix.values()[l * chebyshev_count + k] * x.values()[f * chebyshev_count + l];
            twin += term;
            scale += std::abs(term);
          }
          ASSERT_NEAR(out.values()[f * chebyshev_count + k], twin, close * scale);
        }
      }
    }
  });
}

TEST(Chebyshev, GivesTheSameBitsWithEveryInstructionSet) {
  expect_same_bits([] {
    RandomStream stream(4, "", "bits");
    std::vector<double> results;
    for (const std::size_t count : {1U, 7U, 8U, 23U}) {
      Guarded<double> u = points(count, stream);
      Guarded<double> weights(5 * count, 1, stream);
      Guarded<double> matrix(chebyshev_count * chebyshev_count, 1, stream);
      std::vector<double> sums(5 * chebyshev_count);
      std::vector<double> products(sums.size());
      std::vector<double> values(5 * count);
      add_chebyshev_sums(u.values(), weights.values(), sums);
      add_chebyshev_products(matrix.values(), sums, products);
      chebyshev_values(u.values(), products, values);
      results.insert(results.end(), sums.begin(), sums.end());
      results.insert(results.end(), products.begin(), products.end());
      results.insert(results.end(), values.begin(), values.end());
    }
    return results;
  });
}

TEST(Chebyshev, RefusesSizesThatDoNotFit) {
  std::vector<double> three(3);
  std::vector<double> sums(chebyshev_count);
  std::vector<double> matrix(chebyshev_count * chebyshev_count);
  EXPECT_THROW(add_chebyshev_sums(three, sums, sums), ContractError);
  EXPECT_THROW(add_chebyshev_sums(three, three, three), ContractError);
  EXPECT_THROW(chebyshev_values(three, sums, sums), ContractError);
  EXPECT_THROW(add_chebyshev_products(sums, sums, sums), ContractError);
  EXPECT_THROW(add_chebyshev_products(matrix, three, three), ContractError);
}

}  // namespace
}  // namespace podium
