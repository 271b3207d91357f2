#include "podium/core/data/query_pairs.hpp"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/dataset_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

TEST(QueryPairs, AddUpTheWeightsOfEqualPairsInAnyOrder) {
  QueryPairs pairs = {{{1, 0, 0.1}, {0, 1, 2.0}, {1, 0, 0.2}, {1, 0, 0.3}}, {}};
  QueryPairs turned = {{{1, 0, 0.3}, {1, 0, 0.2}, {1, 0, 0.1}, {0, 1, 2.0}}, {}};
  merge_equal_pairs(pairs);
  merge_equal_pairs(turned);
  EXPECT_THAT(pairs[0], ElementsAre(WeightedPair{0, 1, 2.0}, WeightedPair{1, 0, 0.1 + 0.2 + 0.3}));
  EXPECT_EQ(pairs, turned);
  EXPECT_EQ(pair_count(pairs), 2U);
  EXPECT_EQ(pairs_fingerprint(pairs), pairs_fingerprint(turned));
  std::ranges::reverse(turned);
  EXPECT_NE(pairs_fingerprint(pairs), pairs_fingerprint(turned));
  std::ranges::reverse(turned);
  turned[0][0].weight = 1.0;
  EXPECT_NE(pairs_fingerprint(pairs), pairs_fingerprint(turned));
}

TEST(QueryPairs, AreInOrderByTheirWeightAndByHalfWhereScoresAreEqual) {
  const Dataset data = two_queries();  // of two and three documents
  const std::vector<double> scores = {1.0, 0.0, 5.0, 5.0, 4.0};
  EXPECT_EQ(share_in_order(data, {{{0, 1, 1.0}}, {}}, scores), 1.0);
  EXPECT_EQ(share_in_order(data, {{{0, 1, 3.0}, {1, 0, 1.0}}, {}}, scores), 0.75);
  EXPECT_EQ(share_in_order(data, {{}, {{0, 1, 1.0}, {2, 0, 1.0}}}, scores), 0.25);
  EXPECT_TRUE(std::isnan(share_in_order(data, {{}, {}}, scores)));
}

}  // namespace
}  // namespace podium
