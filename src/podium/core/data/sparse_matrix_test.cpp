#include "podium/core/data/sparse_matrix.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/feature_matrix.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

SparsePart part_of(const std::vector<std::vector<float>>& rows) {
  SparsePart part;
  for (const auto& row : rows) {
    for (std::size_t column = 0; column < row.size(); ++column) part.add(column, row[column]);
    part.end_row();
  }
  return part;
}

TEST(SparseMatrix, HasTheRowsOfItsPartsOneAfterTheOther) {
  const SparseMatrix matrix({part_of({{0, 5}, {0, 0}}), SparsePart(), part_of({{6, 7}})},
                            default_memory_limit());
  EXPECT_THAT(matrix.row_end(), ElementsAre(1, 1, 3));
  EXPECT_THAT(matrix.column(), ElementsAre(1, 0, 1));
  EXPECT_THAT(matrix.value(), ElementsAre(5, 6, 7));
  EXPECT_TRUE(matrix.exact().empty());
}

TEST(SparseMatrix, PutsRowsWhereTheyBelong) {
  SparsePart first = part_of({{1, 2}, {0, 3}});
  first.row_of = {2, 0};
  SparsePart second = part_of({{4, 0}});
  second.row_of = {1};
  const SparseMatrix matrix({first, second}, default_memory_limit());
  EXPECT_THAT(matrix.row_end(), ElementsAre(1, 2, 4));
  EXPECT_THAT(matrix.column(), ElementsAre(1, 0, 0, 1));
  EXPECT_THAT(matrix.value(), ElementsAre(3, 4, 1, 2));
}

TEST(SparseMatrix, StoresMissingValuesAndNegativeZeros) {
  const SparseMatrix matrix({part_of({{-0.0F, std::nanf(""), 0.0F}})}, default_memory_limit());
  EXPECT_THAT(matrix.column(), ElementsAre(0, 1));
  EXPECT_TRUE(std::signbit(matrix.value()[0]));
}

TEST(SparseMatrix, KeepsExactValuesThatFloatsRoundToZero) {
  SparsePart part;
  part.add(0, 0.1F, 0.1);
  part.add(1, 0.0F, 1e-60);
  part.add(2, 0.0F, 0.0);
  part.end_row();
  const SparseMatrix matrix({part}, default_memory_limit());
  EXPECT_THAT(matrix.exact(), ElementsAre(0.1, 1e-60));
}

TEST(SparseMatrix, RefusesToExceedItsLimit) {
  EXPECT_NO_THROW(SparseMatrix({part_of({{1, 2, 3}})}, 3 * 8 + 8));
  EXPECT_THROW(SparseMatrix({part_of({{1, 2, 3}})}, 3 * 8 + 7), UsageError);
}

TEST(SparseMatrix, IsPreferredForLargeDataWithFewValues) {
  EXPECT_TRUE(prefers_sparse(15e6, 300'000, 5'000));
  EXPECT_FALSE(prefers_sparse(600e6, 300'000, 5'000));
  EXPECT_FALSE(prefers_sparse(10.0, 100, 100));
}

}  // namespace
}  // namespace podium
