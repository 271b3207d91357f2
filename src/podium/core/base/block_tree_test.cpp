#include "podium/core/base/block_tree.hpp"

#include <cmath>
#include <optional>
#include <stdexcept>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"

namespace podium {
namespace {

/// Numbers of many magnitudes: another order of adding shows in the bits.
std::vector<double> block_sums(std::size_t count, std::uint64_t seed) {
  RandomStream random(seed, "", "blocks");
  std::vector<double> sums(count);
  for (double& sum : sums) sum = random.normal() * std::pow(2.0, 32.0 * random.uniform());
  return sums;
}

/// The definition, restated: S(level, index), or nothing where there is no block.
std::optional<double> node_of(const std::vector<double>& sums, std::size_t level,
                              std::size_t index) {
  if ((index << level) >= sums.size()) return std::nullopt;
  if (level == 0) return sums[index];
  const auto left = node_of(sums, level - 1, 2 * index);
  const auto right = node_of(sums, level - 1, 2 * index + 1);
  return right ? *left + *right : *left;
}

double root_of(const std::vector<double>& sums) {
  std::size_t levels = 0;
  while ((std::size_t{1} << levels) < sums.size()) ++levels;
  return node_of(sums, levels, 0).value_or(0.0);
}

double tree_sum(const std::vector<double>& sums) {
  return sum_over_blocks(sums.size(), 0.0,
                         [&](std::size_t block, double& sum) { sum = sums[block]; });
}

TEST(BlockTree, IsTheTreeForAnyNumberOfBlocksAndThreads) {
  for (const std::size_t threads : {1U, 2U, 3U, 8U}) {
    const ThreadLimit limit(threads);
    for (std::size_t count = 0; count <= 300; ++count) {
      const std::vector<double> sums = block_sums(count, count);
      EXPECT_EQ(tree_sum(sums), root_of(sums)) << count << " blocks, " << threads << " threads";
    }
  }
}

TEST(BlockTree, IsNoFoldFromTheLeft) {
  std::size_t different = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<double> sums = block_sums(256, seed);
    double fold = 0.0;
    for (const double sum : sums) fold += sum;
    different += tree_sum(sums) != fold ? 1 : 0;
    EXPECT_NEAR(tree_sum(sums), fold, 1e-12 * std::pow(2.0, 38));
  }
  EXPECT_GT(different, 0U);
}

TEST(BlockTree, AddsNothingInPlaceOfAnAbsentChild) {
  for (const std::size_t count : {1U, 3U, 5U, 7U, 8U}) {
    EXPECT_TRUE(std::signbit(tree_sum(std::vector<double>(count, -0.0)))) << count;
  }
  EXPECT_FALSE(std::signbit(tree_sum({})));
}

TEST(BlockTree, IsFinishedFromTheNodesOfAnyRanges) {
  RandomStream random(3, "", "ranges");
  for (std::size_t count = 1; count <= 70; ++count) {
    const std::vector<double> sums = block_sums(count, count);
    const auto add = [&](std::size_t block, double& sum) { sum = sums[block]; };
    BlockTree<double> tree;
    for (std::size_t begin = 0; begin < count;) {
      const std::size_t end = begin + 1 + static_cast<std::size_t>(random.below(count - begin));
      const auto nodes = sum_block_range(begin, end, 0.0, add);
      std::size_t covered = begin;
      for (const BlockNode<double>& node : nodes) {
        EXPECT_EQ(node.index << node.level, covered);
        EXPECT_EQ(node.sum, node_of(sums, node.level, node.index));
        covered = (node.index + 1) << node.level;
        tree.push(node);
      }
      EXPECT_EQ(covered, end);
      EXPECT_LE(nodes.size(), 2 * static_cast<std::size_t>(std::bit_width(count)));
      begin = end;
    }
    EXPECT_EQ(std::move(tree).total(0.0), root_of(sums)) << count;
  }
}

TEST(BlockTree, LeavesTheLargestNodesOfARange) {
  const auto nodes = sum_block_range(3, 17, 0, [](std::size_t /*block*/, int& sum) { ++sum; });
  std::vector<std::vector<std::size_t>> found;
  for (const BlockNode<int>& node : nodes) {
    found.push_back({node.level, node.index, static_cast<std::size_t>(node.sum)});
  }
  EXPECT_EQ(found,
            (std::vector<std::vector<std::size_t>>{{0, 3, 1}, {2, 1, 4}, {3, 1, 8}, {0, 16, 1}}));
  EXPECT_TRUE(sum_block_range(5, 5, 0, [](std::size_t, int&) {}).empty());
}

/// A sum that counts how many of its kind there are.
struct Counted {
  explicit Counted(std::size_t* counter) : made(counter) {}
  Counted(const Counted& other) : made(other.made) { ++*made; }
  Counted(Counted&&) = default;
  Counted& operator=(const Counted&) = default;
  Counted& operator=(Counted&&) = default;
  Counted& operator+=(const Counted& other) {
    blocks += other.blocks;
    return *this;
  }

  std::size_t* made;
  std::size_t blocks = 0;
};

TEST(BlockTree, NeedsAsManySumsAsTheTreeIsDeepNotOneForEachBlock) {
  const ThreadLimit limit(1);
  std::size_t made = 0;
  const Counted sum = sum_over_blocks(1000, Counted(&made),
                                      [](std::size_t /*block*/, Counted& one) { ++one.blocks; });
  EXPECT_EQ(sum.blocks, 1000U);
  EXPECT_LT(made, 100U);
}

TEST(BlockTree, StartsEverySumFromZero) {
  const std::vector<double> zero(3);
  struct Sums {
    std::vector<double> values;
    Sums& operator+=(const Sums& other) {
      for (std::size_t i = 0; i < values.size(); ++i) values[i] += other.values[i];
      return *this;
    }
  };
  const Sums sums = sum_over_blocks(21, Sums{zero}, [](std::size_t block, Sums& sum) {
    EXPECT_EQ(sum.values, std::vector<double>(3));
    sum.values[block % 3] += 1.0;
  });
  EXPECT_EQ(sums.values, std::vector<double>(3, 7.0));
}

TEST(BlockTree, ThrowsTheErrorOfTheFirstBlockThatFails) {
  for (const std::size_t threads : {1U, 3U}) {
    const ThreadLimit limit(threads);
    const auto fail = [](std::size_t block, int& /*sum*/) {
      if (block >= 37) throw std::runtime_error(std::to_string(block));
    };
    try {
      sum_over_blocks(200, 0, fail);
      FAIL();
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "37");
    }
  }
}

}  // namespace
}  // namespace podium
