#include "podium/core/data/feature_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// Two queries of two and three documents: 0 5 0 | 0 0 0 || 1 0 2 | 0 0 3 | 0 4 0.
Dataset few_values() {
  DatasetBuilder builder(3);
  builder.add_query("a", GradedTruth{{0, 2}}, std::vector<float>{0, 5, 0, 0, 0, 0});
  builder.add_query("b", GradedTruth{{0, 2, 1}}, std::vector<float>{1, 0, 2, 0, 0, 3, 0, 4, 0});
  return std::move(builder).build();
}

TEST(FeatureRows, AreTheSameDenseAndSparse) {
  const Dataset dense = few_values();
  const Dataset sparse = as_sparse(dense);
  ASSERT_TRUE(sparse.is_sparse());
  ASSERT_FALSE(dense.is_sparse());
  for (std::size_t query = 0; query < 2; ++query) {
    const FeatureRows a = dense[query].features;
    const FeatureRows b = sparse[query].features;
    EXPECT_EQ(a.dense(), b.dense());
    EXPECT_EQ(a.part(1, 1).dense(), b.part(1, 1).dense());
    ASSERT_EQ(a.size(), b.size());
    ASSERT_EQ(a.columns(), b.columns());
    DenseRow<float> row;
    for (DocIndex doc = 0; doc < a.size(); ++doc) {
      EXPECT_EQ(a[doc].dense(), b[doc].dense());
      EXPECT_TRUE(std::ranges::equal(row(b[doc]), a[doc].stored()));
      for (std::size_t f = 0; f < a.columns(); ++f) EXPECT_EQ(a[doc][f], b[doc][f]);
    }
  }
}

TEST(FeatureRows, StoreOnlyValuesOtherThanZeroWhenSparse) {
  const Dataset sparse = as_sparse(few_values());
  EXPECT_THAT(sparse[1].features.stored(), ElementsAre(1, 2, 3, 4));
  std::vector<std::pair<std::size_t, float>> seen;
  sparse[1].features[0].for_each_stored(
      [&](std::size_t column, float value) { seen.emplace_back(column, value); });
  EXPECT_THAT(seen, ElementsAre(Pair(0, 1.0F), Pair(2, 2.0F)));
  EXPECT_TRUE(sparse[0].features[1].stored().empty());
}

TEST(FeatureRows, GiveTheSameProductsDenseAndSparse) {
  const Dataset dense = sparse_data({.has_signs = true}, 1);
  const Dataset sparse = as_sparse(dense);
  RandomStream random(1, "", "weights");
  std::vector<double> w(dense.feature_count());
  for (double& weight : w) weight = random.normal();
  for (std::size_t query = 0; query < dense.query_count(); ++query) {
    std::vector<double> scores(dense[query].size());
    std::vector<double> others(scores.size());
    multiply_rows(dense[query].features, w, scores);
    multiply_rows(sparse[query].features, w, others);
    ASSERT_EQ(scores, others);
    std::vector<double> sum(w.size());
    std::vector<double> other_sum(w.size());
    add_weighted_rows(dense[query].features, scores, sum);
    add_weighted_rows(sparse[query].features, scores, other_sum);
    ASSERT_EQ(sum, other_sum);
  }
}

}  // namespace
}  // namespace podium
