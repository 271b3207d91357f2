#include "podium/learning/trees/growth_order.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/io/out_of_core.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/learning/trees/best_first_fixture.hpp"
#include "podium/learning/trees/collected_rows.hpp"
#include "podium/learning/trees/tree_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

GrownTree best_first(const BinnedRows& binned, const GrowthRule& rule, const FeatureDraw& draw,
                     const RowGradients& gradients) {
  if (rule.bits == 0) {
    return BestFirst<ExactGradients>(binned.tiles, rule, gradients, draw, 1).grown;
  }
  return BestFirst<FastGradients<std::int32_t>>(binned.tiles, rule, gradients, draw, 1).grown;
}

/// Any options that a tree can have.
GrowthRule random_rule(RandomStream& random, std::size_t features, bool has_sets) {
  GrowthRule rule{.leaves = 1 + random.below(60), .bits = random.below(2) == 0 ? 0U : 8U};
  if (random.below(3) == 0) rule.depth = 1 + random.below(7);
  rule.split.min_rows = random.below(3) == 0 ? 20 : random.below(4);
  rule.split.min_curvature = random.below(2) == 0 ? 0.0 : 0.5;
  rule.split.leaf.max_step = random.below(3) == 0 ? 0.5 : 0.0;
  if (has_sets || random.below(3) == 0) {
    for (std::size_t f = 0; f < features; ++f) {
      const bool is_set = has_sets && f % 2 == 0;
      rule.sign.push_back(is_set ? split_by_set : static_cast<int>(random.below(3)) - 1);
    }
  }
  return rule;
}

/// Whole numbers, so that gains are often equal.
std::vector<double> few_values(RandomStream& random, std::size_t count, bool has_signs) {
  std::vector<double> values(count);
  for (double& value : values) {
    value = static_cast<double>(random.below(3)) - (has_signs ? 1.0 : 0.0);
  }
  return values;
}

TEST(GrowthOrder, GrowsTheTreeOfBestFirstGrowthHoweverFarItLooksAhead) {
  RandomStream random(14, "", "grower");
  for (int round = 0; round < 60; ++round) {
    const bool has_sets = round % 4 == 0;
    const std::size_t features = 1 + random.below(40);
    const double missing = has_sets || round % 3 == 0 ? 0.0 : 0.1;
    const auto rows =
        random_rows(random, 20 + random.below(1500), features, 2 + random.below(30), missing);
    const Dataset data = dataset_of(rows);
    const BinnedRows binned(round % 5 == 1 ? as_sparse(data) : data);
    const bool has_ties = random.below(2) == 0;
    const auto values = has_ties ? few_values : random_eighths;
    const std::vector<double> gradient = values(random, rows.size(), true);
    const std::vector<double> curvature = values(random, rows.size(), false);
    const GrowthRule rule = random_rule(random, features, has_sets);
    const FeatureDraw draw(features, binned.tiles.features(), random.below(2) == 0 ? 1.0 : 0.7,
                           random.below(2) == 0 ? 1.0 : 0.5, 3, std::to_string(round));
    const RowGradients gradients{gradient, curvature};
    const GrownTree expected = best_first(binned, rule, draw, gradients);
    for (const std::size_t threads : {1U, 2U, 5U, 16U}) {
      const ThreadLimit limit(threads);
      const GrownTree found = tree_grower(binned.tiles, rule)->grow(gradients, draw, 1);
      EXPECT_EQ(found.tree, expected.tree) << "round " << round << ", threads " << threads;
      EXPECT_EQ(found.leaf_of_row, expected.leaf_of_row);
      EXPECT_EQ(found.passes, 0U);
    }
    for (const double share : {0.0, 0.02, 0.25, 1.0}) {
      for (const std::size_t threads : {1U, 3U}) {
        const CollectedShare collected(share);
        const ThreadLimit limit(threads);
        const auto grower = tree_grower(binned.tiles, rule);
        for (int tree = 0; tree < 2; ++tree) {
          const GrownTree found = grower->grow(gradients, draw, 1);
          EXPECT_EQ(found.tree, expected.tree) << "round " << round << ", share " << share;
          EXPECT_EQ(found.leaf_of_row, expected.leaf_of_row);
          EXPECT_TRUE(found.passes > 0 || expected.tree.splits.empty());
          EXPECT_TRUE(share < 1.0 || binned.binned.is_sparse() || found.passes <= 2);
        }
      }
    }
  }
}

TEST(GrowthOrder, GrowsTheTreeOfBestFirstGrowthFromPiecesOfTiles) {
  RandomStream random(15, "", "grower");
  const auto rows = random_rows(random, 70'000, 3, 20, 0.1);  // more than a task has, or a block
  const BinnedRows binned(rows);
  const FeatureDraw draw(3);
  for (const unsigned bits : {0U, 8U}) {
    const std::vector<double> gradient = random_eighths(random, rows.size(), true);
    const std::vector<double> curvature = few_values(random, rows.size(), false);
    const GrowthRule rule{.leaves = 40, .bits = bits};
    const GrownTree expected = best_first(binned, rule, draw, {gradient, curvature});
    EXPECT_EQ(expected.tree.value.size(), 40U);
    for (const std::size_t threads : {1U, 2U, 16U}) {
      const ThreadLimit limit(threads);
      for (const double share : {-1.0, 0.0, 0.25}) {
        const CollectedShare collected(share);
        const GrownTree found =
            tree_grower(binned.tiles, rule)->grow({gradient, curvature}, draw, 1);
        EXPECT_EQ(found.tree, expected.tree);
        EXPECT_EQ(found.leaf_of_row, expected.leaf_of_row);
      }
    }
  }
}

TEST(GrowthOrder, GrowsTheSameTreeBlockByBlock) {
  RandomStream random(17, "", "grower");
  const auto rows = random_rows(random, 540'000, 9, 20, 0.0);  // two blocks of a tile
  const BinnedRows binned(rows);
  const std::vector<double> gradient = random_eighths(random, rows.size(), true);
  const std::vector<double> curvature(rows.size(), 1.0);
  const GrowthRule rule{.leaves = 10, .bits = 8};
  const GrownTree expected = binned.grow(rule, gradient, curvature);
  EXPECT_EQ(expected.tree.value.size(), 10U);
  const CollectedShare collected(0.3);
  const GrownTree found = binned.grow(rule, gradient, curvature);
  EXPECT_EQ(found.tree, expected.tree);
  EXPECT_EQ(found.leaf_of_row, expected.leaf_of_row);
}

TEST(GrowthOrder, MakesFewerPassesTheMoreRowsAreCollected) {
  RandomStream random(16, "", "grower");
  const auto rows = random_rows(random, 3000, 12, 40, 0.1);
  const BinnedRows binned(rows);
  std::vector<double> gradient;
  for (const auto& row : rows) gradient.push_back(random.normal() + (row[3] > 5.0F ? 1.0 : 0.0));
  const std::vector<double> curvature(rows.size(), 1.0);
  const auto passes = [&] { return binned.grow({.leaves = 31}, gradient, curvature).passes; };
  std::vector<std::size_t> found;
  for (const double share : {0.0, 0.25, 0.5, 1.0}) {
    const CollectedShare collected(share);
    found.push_back(passes());
  }
  EXPECT_GT(found[0], 6U);
  EXPECT_TRUE(std::ranges::is_sorted(found, std::greater<>())) << testing::PrintToString(found);
  EXPECT_LT(found[1], found[0]);
  EXPECT_EQ(found[3], 2U);
  const std::size_t huge = std::size_t{1} << 50U;
  {
    const OutOfCore memory(huge, "", "", [](const std::string&) {});
    OutOfCore::expect("none", 2 * huge);
    EXPECT_EQ(passes(), 2U) << "the limit has room for all rows";
  }
  const OutOfCore memory(1, "", "", [](const std::string&) {});
  OutOfCore::expect("none", huge);
  EXPECT_EQ(passes(), found[0]) << "the limit has room for none";
}

}  // namespace
}  // namespace podium
