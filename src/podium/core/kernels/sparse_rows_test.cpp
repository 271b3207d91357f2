#include "podium/core/kernels/sparse_rows.hpp"

#include <bit>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/kernels/each_target_fixture.hpp"
#include "podium/core/kernels/rows.hpp"

namespace podium {
namespace {

/// A matrix with a share of values other than 0, dense and sparse. The sparse rows do not start at
/// the first stored value, as those of a later query.
struct Twins {
  std::size_t rows;
  std::size_t columns;
  std::vector<float> dense;
  std::vector<std::uint64_t> end;
  std::vector<std::uint32_t> column = {7, 9};
  std::vector<float> value = {1e30F, 1e30F};

  Twins(std::size_t row_count, std::size_t column_count, double share, RandomStream& random)
      : rows(row_count), columns(column_count), dense(rows * columns) {
    for (std::size_t i = 0; i < dense.size(); ++i) {
      if (random.uniform() < share) {
        dense[i] = random.below(9) == 0 ? -0.0F : static_cast<float>(random.normal());
        column.push_back(static_cast<std::uint32_t>(i % columns));
        value.push_back(dense[i]);
      }
      if ((i + 1) % columns == 0) end.push_back(value.size());
    }
  }

  SparseRows<float> sparse() const {
    return {.end = end, .begin = 2, .column = column, .value = value};
  }
};

std::vector<double> numbers(std::size_t count, RandomStream& random) {
  std::vector<double> values(count);
  for (double& value : values) value = random.below(5) == 0 ? 0.0 : random.normal();
  return values;
}

std::vector<std::uint64_t> bits_of(const std::vector<double>& values) {
  std::vector<std::uint64_t> bits;
  for (const double value : values) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

template <class Test>
void on_many_twins(const Test& test) {
  on_each_target([&] {
    RandomStream random(1, "", "sparse rows");
    for (const std::size_t columns : {1U, 7U, 8U, 9U, 46U, 300U}) {
      for (const std::size_t rows : {1U, 4U, 13U}) {
        for (const double share : {0.0, 0.02, 0.3, 1.0}) {
          test(Twins(rows, columns, share, random), random);
        }
      }
    }
  });
}

TEST(SparseRows, HaveTheBitsOfDenseRowsTimesWeights) {
  on_many_twins([](const Twins& twins, RandomStream& random) {
    const std::vector<double> w = numbers(twins.columns, random);
    std::vector<double> dense(twins.rows);
    std::vector<double> sparse(twins.rows, 17.0);
    multiply_rows(twins.dense, w, dense);
    multiply_rows(twins.sparse(), w, sparse);
    ASSERT_EQ(bits_of(sparse), bits_of(dense)) << twins.rows << " x " << twins.columns;
  });
}

TEST(SparseRows, AddUpToTheBitsOfDenseRows) {
  on_many_twins([](const Twins& twins, RandomStream& random) {
    const std::vector<double> weight = numbers(twins.rows, random);
    std::vector<double> dense = numbers(twins.columns, random);
    std::vector<double> sparse = dense;
    add_weighted_rows(twins.dense, weight, dense);
    add_weighted_rows(twins.sparse(), weight, sparse);
    ASSERT_EQ(bits_of(sparse), bits_of(dense)) << twins.rows << " x " << twins.columns;
  });
}

TEST(SparseRows, RefuseSizesThatDoNotFit) {
  RandomStream random(2, "", "sizes");
  const Twins twins(3, 4, 0.5, random);
  std::vector<double> two(2);
  std::vector<double> four(4);
  EXPECT_THROW(multiply_rows(twins.sparse(), four, two), ContractError);
  EXPECT_THROW(add_weighted_rows(twins.sparse(), two, four), ContractError);
}

}  // namespace
}  // namespace podium
