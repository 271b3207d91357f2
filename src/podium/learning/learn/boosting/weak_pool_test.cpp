#include "podium/learning/learn/boosting/weak_pool.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/learning/learn/top_documents.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {
namespace {

Dataset some_data(bool with_missing) {
  RandomStream random(4, "", "pool");
  DatasetBuilder builder(3);
  for (int q = 0; q < 20; ++q) {
    const std::size_t documents = random.below(8);
    std::vector<float> values(documents * 3);
    GradedTruth truth;
    for (float& value : values) value = static_cast<float>(random.normal());
    for (std::size_t i = 1; with_missing && i < values.size(); i += 9) {
      values[i] = std::numeric_limits<float>::quiet_NaN();
    }
    for (std::size_t doc = 0; doc < documents; ++doc) {
      truth.label.push_back(static_cast<double>(random.below(3)));
    }
    builder.add_query(std::to_string(q), truth, values);
  }
  return std::move(builder).build();
}

TEST(WeakPool, HasEveryThresholdInOrderOfFeatureAndThreshold) {
  const Dataset data = some_data(true);
  const BinnedFeatures binned(data, choose_thresholds(data, {.thresholds = 4}));
  const WeakPool pool = threshold_pool(binned, Directions::both);
  std::size_t expected = 0;
  for (std::size_t f = 0; f < 3; ++f) expected += binned.has_missing(f) ? 16U : 8U;
  ASSERT_EQ(pool.size(), expected);
  for (std::size_t c = 1; c < pool.size(); ++c) {
    const auto key = [](const Candidate& x) {
      return std::tuple(x.ranker.feature, x.ranker.threshold, x.ranker.missing_passes, -x.sign);
    };
    EXPECT_LT(key(pool[c - 1]), key(pool[c]));
  }
  EXPECT_EQ(pool[1].times(0.5).weight, -0.5);
}

TEST(WeakPool, HasEveryFeatureOnceForEachDirection) {
  EXPECT_EQ(feature_pool(5, Directions::up).size(), 5U);
  EXPECT_EQ(feature_pool(5, Directions::both).size(), 10U);
  EXPECT_EQ(feature_pool(5, Directions::both)[3].ranker.feature, 1U);
}

TEST(RunningScores, HaveTheBitsOfTheModelThatIsSaved) {
  for (const bool with_missing : {false, true}) {
    const Dataset data = some_data(with_missing);
    const BinnedFeatures binned(data, choose_thresholds(data, {.thresholds = 10}));
    WeakPool pool = threshold_pool(binned, Directions::both);
    if (!with_missing) {
      for (const Candidate& c : feature_pool(3, Directions::both)) pool.push_back(c);
    }
    RandomStream random(5, "", "terms");
    WeakRankerSum sum{3, {}};
    RunningScores fast(data, &binned);
    RunningScores plain(data);
    for (int t = 0; t < 60; ++t) {
      sum.terms.push_back(pool[random.below(pool.size())].times(random.normal()));
      fast.add(sum.terms.back());
      plain.add(sum.terms.back());
    }
    const std::vector<double> expected = score(ModelKind(sum), data);
    EXPECT_TRUE(std::ranges::equal(fast.values(), expected));
    EXPECT_TRUE(std::ranges::equal(plain.values(), expected));
    fast.assign(sum.terms);
    EXPECT_TRUE(std::ranges::equal(fast.values(), expected));
  }
}

TEST(TopDocuments, AreThoseOfPositiveLabel) {
  DatasetBuilder builder(1);
  builder.add_query("a", GradedTruth{{0, 2, 1}}, std::vector<float>{1, 2, 3});
  builder.add_query("b", GradedTruth{{0, 0}}, std::vector<float>{4, 5});
  const Dataset data = std::move(builder).build().with_weights({}, {0.5, 2.0});
  const Dataset top = top_documents(data);
  ASSERT_EQ(top.query_count(), 2U);
  EXPECT_EQ(top[0].size(), 2U);
  EXPECT_EQ(top[0].features[0][0], 2.0F);
  EXPECT_EQ(top[0].truth.label[0], 2.0);
  EXPECT_EQ(top[0].weight, 0.5);
  EXPECT_EQ(top[1].size(), 0U);
  const Dataset sides = top_against_rest(data);
  EXPECT_EQ(sides[0].truth.label[1], 1.0);
  EXPECT_EQ(sides[0].truth.label[2], 1.0);
  EXPECT_EQ(sides[0].truth.label[0], 0.0);
  EXPECT_EQ(sides[0].truth.level[1], sides[0].truth.level[2]);
}

TEST(TopDocuments, KeepStrictPlacesAndNoWeightsOfDocuments) {
  DatasetBuilder builder(1);
  builder.add_query("a", TopKTruth{{2, 0}, 4}, std::vector<float>{1, 2, 3, 4});
  const Dataset top = top_documents(std::move(builder).build().with_weights({1, 2, 3, 4}, {}));
  EXPECT_EQ(top[0].size(), 2U);
  EXPECT_EQ(top[0].truth.strict, 2U);
  EXPECT_EQ(top[0].truth.label[1], 2.0);
  EXPECT_TRUE(top[0].row_weight.empty());
}

TEST(TopDocuments, AreTheSameOfSparseData) {
  const Dataset dense = sparse_data({}, 7);
  const Dataset sparse = top_documents(as_sparse(dense));
  EXPECT_TRUE(sparse.is_sparse());
  EXPECT_EQ(feature_bits(sparse), feature_bits(top_documents(dense)));
}

}  // namespace
}  // namespace podium
