#include "podium/core/kernels/bit_trees.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"
#include "podium/core/kernels/each_target_fixture.hpp"

namespace podium {
namespace {

/// Made-up splits: what is tested is the rule, not that they form trees.
struct MadeUp {
  explicit MadeUp(RandomStream& random) {
    for (std::uint32_t t = 0; t < 12; ++t) {
      BitTree tree{.leaves = random.below(2) == 0 ? 32U : 64U,
                   .first_value = static_cast<std::uint32_t>(values.size())};
      for (const bool first : {true, false}) {
        for (std::uint64_t s = random.below(9); s > 0; --s) {
          // The last leaf is never ruled out; the first 32 often all are.
          const std::uint64_t first_word = random.below(3) == 0 ? 0xFFFFFFFFU : 0;
          splits.push_back({static_cast<std::uint32_t>(random.below(columns)),
                            static_cast<float>(random.below(5)),
                            (random.bits() | first_word) & all_but_last(tree)});
        }
        (first ? tree.missing_left_end : tree.missing_right_end) =
            static_cast<std::uint32_t>(splits.size());
      }
      trees.push_back(tree);
      for (std::uint32_t leaf = 0; leaf < tree.leaves; ++leaf) values.push_back(random.normal());
    }
  }

  static std::uint64_t all_but_last(const BitTree& tree) {
    return ~std::uint64_t{0} >> (65 - tree.leaves);
  }

  double value_of(const std::vector<float>& x, std::size_t doc, double sum) const {
    std::uint32_t split = 0;
    for (const BitTree& tree : trees) {
      std::uint64_t open = ~std::uint64_t{0};
      for (; split < tree.missing_right_end; ++split) {
        const float value = x[splits[split].column * bit_tree_block + doc];
        const bool is_missing = std::isnan(value);
        const bool test =
            is_missing ? split >= tree.missing_left_end : value > splits[split].threshold;
        if (test) open &= ~splits[split].left_leaves;
      }
      sum += values[tree.first_value + static_cast<std::size_t>(std::countr_zero(open))];
    }
    return sum;
  }

  static constexpr std::size_t columns = 5;
  std::vector<BitTree> trees;
  std::vector<BitSplit> splits;
  std::vector<double> values;
};

TEST(BitTrees, AddTheFirstLeafThatIsLeftOpen) {
  on_each_target([] {
    RandomStream random(1, "", "bits");
    for (int round = 0; round < 20; ++round) {
      const MadeUp made(random);
      std::vector<float> x(MadeUp::columns * bit_tree_block);
      for (float& value : x) {
        value = random.below(6) == 0 ? std::nanf("") : static_cast<float>(random.below(6));
      }
      std::array<double, bit_tree_block> sums;
      std::array<double, bit_tree_block> expected;
      for (std::size_t doc = 0; doc < sums.size(); ++doc) {
        sums[doc] = random.normal();
        expected[doc] = made.value_of(x, doc, sums[doc]);
      }
      add_bit_trees({made.trees, made.splits, made.values}, x, sums);
      EXPECT_EQ(sums, expected);
    }
  });
}

}  // namespace
}  // namespace podium
