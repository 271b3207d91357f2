#include "podium/core/kernels/rows.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/each_target_fixture.hpp"
#include "podium/core/kernels/guarded_fixture.hpp"

namespace podium {
namespace {

struct Sizes {
  std::size_t rows;
  std::size_t columns;
};

/// All lengths around one and two times the eight lanes, all remainders of the rows that a kernel
/// takes at once, and the widths of real collections.
std::vector<Sizes> sizes() {
  std::vector<Sizes> all;
  for (std::size_t columns = 0; columns <= 25; ++columns) {
    for (const std::size_t rows : {0U, 1U, 2U, 3U, 5U, 8U, 15U}) all.push_back({rows, columns});
  }
  for (const std::size_t columns : {45U, 46U, 136U, 700U}) all.push_back({13, columns});
  return all;
}

TEST(MultiplyRows, IsTheProductOfEachRowWithTheWeights) {
  on_each_target([] {
    RandomStream stream(1, "", "multiply");
    for (const auto& [rows, columns] : sizes()) {
      const std::size_t lead = stream.below(16);
      Guarded<float> matrix(rows * columns, lead, stream);
      Guarded<double> w(columns, lead % 8, stream);
      Guarded<double> out(rows, lead % 3, stream);
      multiply_rows(matrix.values(), w.values(), out.values());
      ASSERT_TRUE(out.is_intact());
      for (std::size_t i = 0; i < rows; ++i) {
        double sum = 0.0;
        double scale = 0.0;
        for (std::size_t j = 0; j < columns; ++j) {
          const double term = double{matrix.values()[i * columns + j]} * w.values()[j];
          sum += term;
          scale += std::abs(term);
        }
        ASSERT_NEAR(out.values()[i], sum, eps * static_cast<double>(columns) * scale)
            << rows << " x " << columns;
      }
    }
  });
}

TEST(AddWeightedRows, AddsEachRowTimesItsWeight) {
  on_each_target([] {
    RandomStream stream(1, "", "add");
    for (const auto& [rows, columns] : sizes()) {
      const std::size_t lead = stream.below(16);
      Guarded<float> matrix(rows * columns, lead, stream);
      Guarded<double> weight(rows, lead % 8, stream);
      Guarded<double> sum(columns, lead % 3, stream);
      std::vector<double> twin(sum.values().begin(), sum.values().end());
      std::vector<double> scale(columns, 0.0);
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
          const double term = double{matrix.values()[i * columns + j]} * weight.values()[i];
          twin[j] += term;
          scale[j] += std::abs(term) + std::abs(twin[j]);
        }
      }
      add_weighted_rows(matrix.values(), weight.values(), sum.values());
      ASSERT_TRUE(sum.is_intact());
      for (std::size_t j = 0; j < columns; ++j) {
        ASSERT_NEAR(sum.values()[j], twin[j], eps * scale[j]) << rows << " x " << columns;
      }
    }
  });
}

TEST(AddWeightedRows, FetchesTheNextRowsWithoutUsingThem) {
  RandomStream stream(3, "", "next");
  Guarded<float> matrix(std::size_t{5} * 46, 0, stream);
  Guarded<double> weight(5, 0, stream);
  std::vector<double> alone(46);
  add_weighted_rows(matrix.values(), weight.values(), alone);
  for (const std::size_t size : {1U, 100U, 230U, 100000U}) {
    const std::vector<float> next(size, NAN);
    std::vector<double> sum(46);
    add_weighted_rows(matrix.values(), weight.values(), sum, next);
    EXPECT_EQ(sum, alone) << size;
  }
}

TEST(Rows, GiveTheSameBitsWithEveryInstructionSet) {
  expect_same_bits([] {
    RandomStream stream(2, "", "bits");
    std::vector<double> results;
    for (const auto& [rows, columns] : sizes()) {
      Guarded<float> matrix(rows * columns, stream.below(16), stream);
      Guarded<double> w(columns, 0, stream);
      Guarded<double> scores(rows, 0, stream);
      multiply_rows(matrix.values(), w.values(), scores.values());
      add_weighted_rows(matrix.values(), scores.values(), w.values());
      results.insert(results.end(), scores.values().begin(), scores.values().end());
      results.insert(results.end(), w.values().begin(), w.values().end());
    }
    return results;
  });
}

TEST(Rows, RefuseSizesThatDoNotFit) {
  std::vector<float> matrix(6);
  std::vector<double> two(2);
  std::vector<double> four(4);
  EXPECT_THROW(multiply_rows(matrix, two, four), ContractError);
  EXPECT_THROW(add_weighted_rows(matrix, two, four), ContractError);
}

}  // namespace
}  // namespace podium
