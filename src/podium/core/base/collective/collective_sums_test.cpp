#include "podium/core/base/collective/collective_sums.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/collective/thread_ranks_fixture.hpp"
#include "podium/core/base/random.hpp"

namespace podium {
namespace {

using testing::Each;

/// Numbers of many magnitudes: another order of adding shows in the bits.
std::vector<Numbers> sums_of_blocks(std::size_t blocks, std::size_t count) {
  RandomStream random(blocks + 1, "", "numbers");
  std::vector<Numbers> sums(blocks, Numbers{std::vector<double>(count)});
  for (Numbers& sum : sums) {
    for (double& value : sum.values) {
      value = random.normal() * std::pow(2.0, 32.0 * random.uniform());
    }
  }
  return sums;
}

/// Where the blocks are cut: at random, so that some ranks have none.
std::vector<std::size_t> random_cuts(std::size_t blocks, std::size_t ranks, RandomStream& random) {
  std::vector<std::size_t> cuts = {0, blocks};
  while (cuts.size() <= ranks) cuts.push_back(static_cast<std::size_t>(random.below(blocks + 1)));
  std::ranges::sort(cuts);
  return cuts;
}

std::vector<std::uint64_t> bits_of(const std::vector<double>& values) {
  std::vector<std::uint64_t> bits;
  for (const double value : values) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

void expect_bits_of_one_machine(std::size_t blocks, std::size_t count, std::size_t size,
                                std::size_t most_gathered, RandomStream& random) {
  const std::vector<Numbers> sums = sums_of_blocks(blocks, count);
  const Numbers zero{std::vector<double>(count)};
  const auto add = [&](std::size_t block, Numbers& sum) { sum = sums[block]; };
  const auto expected = bits_of(sum_over_blocks(blocks, zero, add).values);
  const auto cuts = random_cuts(blocks, size, random);
  const auto errors = ThreadRanks(size).run([&] {
    const std::size_t rank = collective().rank();
    auto nodes = sum_block_range(cuts[rank], cuts[rank + 1], zero, add);
    EXPECT_EQ(bits_of(sum_of_nodes(collective(), std::move(nodes), zero.values, most_gathered)),
              expected)
        << blocks << " blocks, " << size << " ranks";
  });
  EXPECT_THAT(errors, Each(""));
}

TEST(CollectiveSums, HaveTheBitsOfOneMachineForAnyRangesOfBlocks) {
  RandomStream random(7, "", "cuts");
  for (const std::size_t size : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 16U}) {
    for (std::size_t blocks = size % 7; blocks <= 300; blocks += blocks < 40 ? 1 : 13) {
      expect_bits_of_one_machine(blocks, 3, size, gathered_bytes, random);  // gathered whole
      expect_bits_of_one_machine(blocks, 3, size, 0, random);               // by slices
    }
  }
}

TEST(CollectiveSums, AreMadeBySlicesWhenTheNodesAreLarge) {
  RandomStream random(8, "", "cuts");
  for (const std::size_t size : {2U, 3U, 8U}) {
    // Some ranks have few nodes, which they would gather whole, and others have more.
    for (const std::size_t blocks : {5U, 37U}) {
      expect_bits_of_one_machine(blocks, 10'001, size, gathered_bytes, random);
      expect_bits_of_one_machine(blocks, 1, size, 4 * size * sizeof(double), random);
    }
  }
}

TEST(CollectiveSums, KeepNegativeZeros) {
  const auto errors = ThreadRanks(3).run([] {
    std::vector<BlockNode<Numbers>> nodes;
    if (collective().rank() == 1) nodes.push_back({0, 0, {{-0.0}}});
    for (const std::size_t most : {std::size_t{0}, gathered_bytes}) {
      EXPECT_TRUE(std::signbit(sum_of_nodes(collective(), nodes, {0.0}, most)[0]));
      EXPECT_FALSE(std::signbit(sum_of_nodes(collective(), {}, {0.0}, most)[0]));
    }
  });
  EXPECT_THAT(errors, Each(""));
}

TEST(CollectiveSums, AddWholeNumbersExactly) {
  for (const std::size_t size : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 16U}) {
    for (const std::size_t count : {0U, 1U, 5U, 1000U, 40'000U}) {
      const auto number = [](std::size_t rank, std::size_t i) {
        return (static_cast<std::int64_t>(i) << 40) - static_cast<std::int64_t>(rank * i) - 1;
      };
      std::vector<std::int64_t> expected(count);
      for (std::size_t r = 0; r < size; ++r) {
        for (std::size_t i = 0; i < count; ++i) expected[i] += number(r, i);
      }
      const auto errors = ThreadRanks(size).run([&] {
        std::vector<std::int64_t> numbers(count);
        for (std::size_t i = 0; i < count; ++i) numbers[i] = number(collective().rank(), i);
        sum_of_ranks(collective(), numbers);
        EXPECT_EQ(numbers, expected);
      });
      EXPECT_THAT(errors, Each(""));
    }
  }
}

}  // namespace
}  // namespace podium
