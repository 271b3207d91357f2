#include "podium/core/prepare/info.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(Info, CountsWhatADataSetHolds) {
  constexpr float null = std::numeric_limits<float>::quiet_NaN();
  DatasetBuilder builder(2);
  builder.add_query("a", GradedTruth{{0, 2, 0.5}}, std::vector<float>{1, null, 3, 4, null, null});
  builder.add_query("b", GradedTruth{{0}}, std::vector<float>{5, 6});
  builder.add_query("c", GradedTruth{std::vector<double>(10, 2.0)}, std::vector<float>(20));
  builder.add_query("d", GradedTruth{{-1, 0}}, std::vector<float>(4));
  const DatasetInfo info = describe(std::move(builder).build());
  EXPECT_EQ(info.queries, 4U);
  EXPECT_EQ(info.rows, 16U);
  EXPECT_EQ(info.features, 2U);
  EXPECT_THAT(info.labels, ElementsAre(Pair(-1, 1), Pair(0, 3), Pair(0.5, 1), Pair(2, 11)));
  EXPECT_EQ(info.documents_per_query.min, 1U);
  EXPECT_EQ(info.documents_per_query.median, 2.5);
  EXPECT_EQ(info.documents_per_query.max, 10U);
  EXPECT_EQ(info.missing, 3U);
  EXPECT_EQ(info.blank_queries, 2U);  // b and d
  EXPECT_EQ(info.tied_queries, 3U);   // b, c, and d, of which one document is judged
  EXPECT_EQ(info.unjudged, 1U);
  EXPECT_EQ(info.short_queries, 3U);
  EXPECT_FALSE(info.has_document_ids);
  EXPECT_FALSE(info.is_ordered);
  EXPECT_GE(info.memory_bytes, 16 * (2 * sizeof(float) + sizeof(double) + sizeof(Level)));
}

TEST(Info, OfNothingIsNothing) {
  const DatasetInfo info = describe(Dataset());
  EXPECT_EQ(info.queries, 0U);
  EXPECT_EQ(info.documents_per_query.median, 0.0);
  EXPECT_TRUE(info.labels.empty());
}

TEST(Info, SeesIdsAndOrders) {
  EXPECT_TRUE(describe(random_dataset(1, 3, 2)).has_document_ids);
  DatasetBuilder builder(0);
  builder.add_query("a", TopKTruth{{1}, 2}, {});
  EXPECT_TRUE(describe(std::move(builder).build()).is_ordered);
}

TEST(Describe, SaysHowFeaturesAreStored) {
  const Dataset dense = sparse_data({.missing = 0.5}, 1);
  EXPECT_FALSE(describe(dense).is_sparse);
  const Dataset sparse = as_sparse(dense);
  const DatasetInfo info = describe(sparse);
  EXPECT_TRUE(info.is_sparse);
  EXPECT_EQ(info.stored, sparse.columns().features.size());
  EXPECT_EQ(info.missing, describe(dense).missing);
  EXPECT_GT(info.missing, 0U);
}

}  // namespace
}  // namespace podium
