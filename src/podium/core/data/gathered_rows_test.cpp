#include "podium/core/data/gathered_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

TEST(WithRows, TakesRowsWithTheirIdsAndTruth) {
  const Dataset part = with_rows(two_queries(), {false, false, true, true, false});
  ASSERT_EQ(part.query_count(), 1U) << "a query without rows is left out";
  EXPECT_EQ(part[0].id, "b");
  EXPECT_THAT(part[0].features.dense(), ElementsAre(7, 8, 9, 10, 11, 12));
  EXPECT_THAT(part[0].truth.label, ElementsAre(1, 0));
  EXPECT_EQ(part[0].truth.strict, 1U) << "the other document of the top has gone";
  EXPECT_EQ(part.document_id(1), "d4");
  EXPECT_EQ(part.input_row(1), 1U);
  EXPECT_THROW(with_rows(two_queries(), {true}), ContractError);
}

TEST(WithRows, KeepsLevelsDense) {
  const Dataset part = with_rows(two_queries(), {true, true, false, true, true});
  EXPECT_THAT(part[1].truth.label, ElementsAre(0, 2));
  EXPECT_THAT(part[1].truth.level, ElementsAre(0, 1));
  EXPECT_TRUE(part[0].truth.is_graded());
}

TEST(WithRows, SharesMemoryWhenAllAreWanted) {
  const Dataset data = two_queries();
  const Dataset all = with_rows(data, std::vector<bool>(5, true));
  EXPECT_EQ(all.columns().features.data(), data.columns().features.data());
}

TEST(GatheredRows, StaySparseAndKeepExactFeatures) {
  const Dataset dense = two_queries();
  ExactMatrix exact(dense.columns().query_end, 3, default_memory_limit());
  for (double& value : exact.values()) value = 0.1;
  FeatureMatrix features(dense.columns().query_end, 3, default_memory_limit());
  for (float& value : features.values()) value = 0.1F;
  const Dataset all =
      dense.with_features({.dense = std::move(features), .exact = std::move(exact), .sparse = {}});
  const std::vector<QueryRows> parts = {{1, {4, 2}}, {0, {1}}};
  const Dataset some = gathered_rows(as_sparse(all), parts);
  EXPECT_TRUE(some.is_sparse());
  EXPECT_EQ(feature_bits(some), feature_bits(gathered_rows(all, parts)));
  EXPECT_EQ(some[0].exact.dense(), gathered_rows(all, parts)[0].exact.dense());
  EXPECT_EQ(some[1].exact.dense(), std::vector<double>(3, 0.1));
  EXPECT_FALSE(gathered_rows(as_sparse(all), {}).is_sparse());
}

}  // namespace
}  // namespace podium
