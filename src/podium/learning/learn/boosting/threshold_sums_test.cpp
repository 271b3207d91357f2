#include "podium/learning/learn/boosting/threshold_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/sums/whole_units.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"

namespace podium {
namespace {

/// Values of few levels, so that rows tie in most features, and some missing ones.
Dataset tied_data(std::size_t rows, std::size_t features, RandomStream& random) {
  std::vector<float> values(rows * features);
  for (float& value : values) {
    const std::uint64_t level = random.below(7);
    value = level == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(level);
  }
  DatasetBuilder builder(features);
  builder.add_query("q", GradedTruth{std::vector<double>(rows)}, values);
  return std::move(builder).build();
}

TEST(ThresholdSums, EqualBruteForceOnTiedData) {
  RandomStream random(2, "", "tied");
  for (const std::size_t rows : {1U, 3U, 4U, 5U, 50U, 4099U}) {
    const Dataset data = tied_data(rows, 9, random);
    const BinnedFeatures binned(data, choose_thresholds(data, {.thresholds = 20}));
    std::vector<double> values(rows);
    for (double& value : values) value = static_cast<double>(random.below(2001)) - 1000.0;
    ThresholdSums sums(binned);
    for (int repeat = 0; repeat < 2; ++repeat) sums.compute(values);  // old sums leave no trace
    for (const Candidate& candidate : threshold_pool(binned, Directions::up)) {
      double expected = 0.0;
      for (DocIndex doc = 0; doc < rows; ++doc) {
        expected += values[doc] * candidate.ranker(data[0].features[doc][candidate.ranker.feature]);
      }
      ASSERT_EQ(sums.passing(candidate), expected);
    }
  }
}

TEST(ThresholdSums, HaveTheSameBitsForAnyNumberOfThreads) {
  RandomStream random(3, "", "threads");
  const Dataset data = tied_data(70'000, 11, random);  // up to five ranges of rows
  const BinnedFeatures binned(data, choose_thresholds(data, {}));
  std::vector<double> values(data.row_count());
  for (double& value : values) value = random.normal();
  ThresholdSums one(binned);
  {
    const ThreadLimit limit(1);
    one.compute(values);
  }
  for (const std::size_t threads : {2U, 3U, 8U, 16U}) {
    const ThreadLimit limit(threads);
    ThresholdSums many(binned);
    many.compute(values);
    for (std::size_t f = 0; f < 11; ++f) {
      EXPECT_TRUE(std::ranges::equal(one.above(f), many.above(f))) << threads;
      EXPECT_EQ(one.missing(f), many.missing(f)) << threads;
    }
  }
}

/// Rows in any order, in parts of any size.
TEST(ThresholdSums, AreExactForAnyDivisionOfTheRows) {
  RandomStream random(4, "", "division");
  const std::size_t rows = 70'000;
  const Dataset data = tied_data(rows, 3, random);
  const BinnedFeatures binned(data, choose_thresholds(data, {.thresholds = 20}));
  std::vector<double> values(rows);
  for (double& value : values) value = random.normal() * std::pow(2.0, 30.0 * random.uniform());
  ThresholdSums sums(binned);
  sums.compute(values);
  const double unit = exact_unit(largest_size(values), rows);
  std::vector<DocIndex> order(rows);
  std::iota(order.begin(), order.end(), DocIndex{0});
  for (const std::size_t parts : {1U, 2U, 7U}) {
    random.shuffle(std::span(order));
    for (const Candidate& candidate : threshold_pool(binned, Directions::up)) {
      if (candidate.ranker.missing_passes) continue;
      std::vector<std::int64_t> of_part(parts);
      double exact = 0.0;
      for (std::size_t i = 0; i < rows; ++i) {
        if (!(candidate.ranker(data[0].features[order[i]][candidate.ranker.feature]) > 0.0))
          continue;
        of_part[i * parts / rows] += in_units(values[order[i]], unit);
        exact += values[order[i]];
      }
      const std::int64_t all = std::accumulate(of_part.begin(), of_part.end(), std::int64_t{0});
      ASSERT_EQ(sums.passing(candidate), unit * static_cast<double>(all));
      ASSERT_NEAR(sums.passing(candidate), exact, 1e-12 * std::pow(2.0, 30) * rows);
    }
  }
}

TEST(ThresholdSums, HaveTheSameBitsForSparseData) {
  RandomStream random(5, "", "sparse");
  for (const bool has_signs : {false, true}) {
    const Dataset dense = sparse_data({.missing = 0.1, .has_signs = has_signs}, 7);
    const Dataset sparse = as_sparse(dense);
    for (const BinPlacement placement : {BinPlacement::equal_width, BinPlacement::quantile}) {
      const BinOptions options{.thresholds = 20, .placement = placement};
      const Thresholds thresholds = choose_thresholds(dense, options);
      ASSERT_EQ(choose_thresholds(sparse, options), thresholds);
      const BinnedFeatures of_dense(dense, thresholds);
      const BinnedFeatures of_sparse(sparse, thresholds);
      std::vector<double> values(dense.row_count());
      for (double& value : values) value = random.normal();
      ThresholdSums expected(of_dense);
      ThresholdSums found(of_sparse);
      expected.compute(values);
      found.compute(values);
      std::vector<std::uint8_t> unused;
      std::vector<std::uint8_t> memory;
      for (std::size_t f = 0; f < dense.feature_count(); ++f) {
        ASSERT_EQ(of_sparse.has_missing(f), of_dense.has_missing(f));
        ASSERT_TRUE(std::ranges::equal(of_sparse.bins(f, memory), of_dense.bins(f, unused)));
        ASSERT_TRUE(std::ranges::equal(found.above(f), expected.above(f))) << f;
        ASSERT_EQ(found.missing(f), expected.missing(f));
      }
    }
  }
}

}  // namespace
}  // namespace podium
