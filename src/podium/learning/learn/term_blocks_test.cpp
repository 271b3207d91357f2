#include "podium/learning/learn/term_blocks.hpp"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"

namespace podium {
namespace {

std::vector<std::size_t> sizes_of(const TermBlocks& blocks) {
  std::vector<std::size_t> sizes;
  for (std::size_t b = 0; b < blocks.count(); ++b) sizes.push_back(blocks.end(b) - blocks.begin(b));
  return sizes;
}

TermBlocks blocks_of(const std::vector<std::size_t>& work, std::size_t parameters,
                     bool in_order = false) {
  std::vector<std::size_t> terms(work.size());
  std::iota(terms.begin(), terms.end(), std::size_t{0});
  return {terms, [&](std::size_t term) { return work[term]; }, parameters, in_order};
}

TEST(TermBlocks, EndWithTheTermThatFillsThem) {
  using Sizes = std::vector<std::size_t>;
  EXPECT_EQ(sizes_of(blocks_of({}, 10)), Sizes{});
  EXPECT_EQ(sizes_of(blocks_of({1}, 10)), Sizes{1});
  EXPECT_EQ(sizes_of(blocks_of({8192, 8191, 1, 5, 20000, 16384, 3}, 10)), (Sizes{3, 2, 1, 1}));
}

TEST(TermBlocks, AreLargerForMoreParameters) {
  const std::vector<std::size_t> work(100, 10'000);
  EXPECT_EQ(blocks_of(work, 100).count(), 50U);
  EXPECT_EQ(blocks_of(work, 25'000).count(), 10U);
}

TEST(TermBlocks, AddUpToTheSameBitsForAnyNumberOfThreads) {
  RandomStream random(1, "", "terms");
  for (const std::size_t work : {10U, 300U, 5000U, 40'000U}) {
    const TermBlocks blocks = blocks_of(std::vector<std::size_t>(200, work), 10);
    std::vector<double> numbers(200);
    for (double& number : numbers) number = random.normal();
    const auto sum = [&] {
      return blocks.sum(0.0, [&](std::size_t block, double& own) {
        for (std::size_t t = blocks.begin(block); t < blocks.end(block); ++t) own += numbers[t];
      });
    };
    double one = 0.0;
    {
      const ThreadLimit limit(1);
      one = sum();
    }
    EXPECT_NEAR(one, std::accumulate(numbers.begin(), numbers.end(), 0.0), 1e-12);
    for (const std::size_t threads : {2U, 7U}) {
      const ThreadLimit limit(threads);
      EXPECT_EQ(sum(), one);
    }
  }
}

TEST(TermBlocks, AddUpToTheSameBitsOneAfterAnother) {
  RandomStream random(2, "", "terms");
  const std::vector<std::size_t> work(200, 5000);
  std::vector<double> numbers(200);
  for (double& number : numbers) number = random.normal();
  const ThreadLimit limit(4);
  std::vector<std::size_t> visited;
  const auto sum_of = [&](const TermBlocks& blocks, bool in_order) {
    return blocks.sum(0.0, [&](std::size_t block, double& own) {
      for (std::size_t t = blocks.begin(block); t < blocks.end(block); ++t) {
        own += numbers[t];
        if (in_order) visited.push_back(t);
      }
    });
  };
  const double expected = sum_of(blocks_of(work, 10), false);
  EXPECT_EQ(sum_of(blocks_of(work, 10, true), true), expected);
  std::vector<std::size_t> all(work.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  EXPECT_EQ(visited, all);
}

}  // namespace
}  // namespace podium
