#include "podium/core/data/feature_columns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/sparse_twin_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

TEST(StoredColumns, HoldTheValuesOfEachColumnByRow) {
  DatasetBuilder builder(4);
  builder.add_query("a", GradedTruth{{0, 1}}, std::vector<float>{0, 5, 0, 1, 0, 6, 0, 0});
  builder.add_query("b", GradedTruth{{1}}, std::vector<float>{0, 0, 0, 7});
  const Dataset data = as_sparse(std::move(builder).build());
  const StoredColumns<float> columns(all_sparse_rows(data, data.columns().features));
  ASSERT_EQ(columns.size(), 4U);
  EXPECT_EQ(columns[0].size(), 0U);
  EXPECT_THAT(columns[1].row, ElementsAre(0, 1));
  EXPECT_THAT(columns[1].value, ElementsAre(5, 6));
  EXPECT_THAT(columns[3].row, ElementsAre(0, 2));
  std::vector<double> all(3, 9.0);
  columns[3].copy_to(std::span(all));
  EXPECT_THAT(all, ElementsAre(1, 0, 7));
}

TEST(ForEachColumn, VisitsTheSameColumnsButForThoseThatAreZero) {
  const Dataset dense = sparse_data({.missing = 0.2, .has_signs = true}, 3);
  const Dataset sparse = as_sparse(dense);
  for (std::size_t query = 0; query < dense.query_count(); ++query) {
    const auto columns_of = [&](const Dataset& data) {
      std::vector<std::vector<std::uint32_t>> columns(data.feature_count());
      for_each_column(data[query].features, [&](std::size_t f, std::span<const float> values) {
        for (const float value : values) {
          columns[f].push_back(std::bit_cast<std::uint32_t>(value));
        }
      });
      return columns;
    };
    auto all = columns_of(dense);
    for (auto& column : all) {
      if (std::ranges::all_of(column, [](std::uint32_t bits) { return bits == 0; })) column = {};
    }
    ASSERT_EQ(columns_of(sparse), all);
  }
}

}  // namespace
}  // namespace podium
