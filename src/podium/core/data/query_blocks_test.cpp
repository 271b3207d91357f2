#include "podium/core/data/query_blocks.hpp"

#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

/// Ends in rows of queries of these lengths.
std::vector<std::uint64_t> ends_of(const std::vector<std::uint64_t>& lengths) {
  std::vector<std::uint64_t> ends;
  for (const std::uint64_t length : lengths) {
    ends.push_back((ends.empty() ? 0 : ends.back()) + length);
  }
  return ends;
}

std::vector<std::size_t> cut(const std::vector<std::uint64_t>& lengths) {
  const QueryBlocks blocks(ends_of(lengths));
  return {blocks.ends().begin(), blocks.ends().end()};
}

TEST(QueryBlocks, HaveRowsByTheSizeOfTheData) {
  EXPECT_EQ(rows_of_a_block(0), 512U);
  EXPECT_EQ(rows_of_a_block(512 * 256), 512U);
  EXPECT_EQ(rows_of_a_block(1000 * 256), 1000U);
  EXPECT_EQ(rows_of_a_block(16384 * 256), 16384U);
  EXPECT_EQ(rows_of_a_block(10'000'000'000), 16384U);
}

TEST(QueryBlocks, EndWithTheQueryThatFillsThem) {
  EXPECT_THAT(cut({}), ElementsAre());
  EXPECT_THAT(cut({0}), ElementsAre(1));
  EXPECT_THAT(cut({7}), ElementsAre(1));
  EXPECT_THAT(cut({5000}), ElementsAre(1));
  EXPECT_THAT(cut({511, 1, 511, 2, 1}), ElementsAre(2, 4, 5));
  EXPECT_THAT(cut({512, 512, 512}), ElementsAre(1, 2, 3));
  EXPECT_THAT(cut({100, 0, 0, 900, 0, 3}), ElementsAre(4, 6));
}

TEST(QueryBlocks, HoldAllQueriesAndAreCutByRowsAlone) {
  const Dataset data = random_dataset(2, 2000, 1);
  const QueryBlocks blocks(data);
  const auto rows_before = [&](std::size_t query) {
    return query == 0 ? 0 : data.columns().query_end[query - 1];
  };
  ASSERT_GT(blocks.ends().size(), 10U);
  EXPECT_EQ(blocks.ends().back(), 2000U);
  std::size_t begin = 0;
  for (const std::size_t end : blocks.ends()) {
    const std::size_t rows = rows_before(end) - rows_before(begin);
    EXPECT_LT(rows, 512U + 12U);
    EXPECT_TRUE(rows >= 512U || end == 2000U);
    begin = end;
  }
  // Labels and weights are not looked at.
  std::vector<WeakOrder> truths;
  for (std::size_t q = 0; q < 2000; ++q) {
    truths.push_back(weak_order(GradedTruth{std::vector<double>(data[q].size())}));
  }
  const Dataset other = data.with_truth(truths).with_weights({}, std::vector<double>(2000, 0.0));
  EXPECT_TRUE(std::ranges::equal(QueryBlocks(other).ends(), blocks.ends()));
}

TEST(QueryBlocks, KeepTheirCutForAPartOfTheQueries) {
  const QueryBlocks blocks(ends_of({300, 300, 512, 600, 1, 2}));
  EXPECT_THAT(blocks.ends(), ElementsAre(2, 3, 4, 6));
  const std::vector<std::size_t> some = {0, 1, 3, 5};
  EXPECT_THAT(blocks.among(some).ends(), ElementsAre(2, 2, 3, 4));
  EXPECT_THAT(blocks.among({}).ends(), ElementsAre(0, 0, 0, 0));
  std::vector<char> visited(some.size());
  blocks.among(some).for_each([&](std::size_t place, Workspace&) { ++visited[place]; });
  EXPECT_THAT(visited, testing::Each(1));
}

TEST(QueryBlocks, VisitEveryQueryOnceWithAnEmptyWorkspace) {
  const Dataset data = random_dataset(3, 1000, 1);
  for (const std::size_t threads : {1U, 3U}) {
    const ThreadLimit limit(threads);
    std::vector<int> visits(data.query_count());
    std::vector<double*> memory(data.query_count());
    QueryBlocks(data).for_each([&](std::size_t query, Workspace& workspace) {
      ++visits[query];
      memory[query] = workspace.take<double>(4).data();
    });
    EXPECT_THAT(visits, testing::Each(1));
    EXPECT_EQ(memory[0], memory[1]);  // of the same block
  }
}

TEST(QueryBlocks, SumByBlockThenByTheTreeForAnyNumberOfThreads) {
  const Dataset data = random_dataset(4, 3000, 1);
  std::vector<double> value(data.query_count());
  RandomStream random(5, "", "values");
  for (double& x : value) x = random.normal() * std::pow(2.0, 30.0 * random.uniform());

  const QueryBlocks blocks(data);
  std::vector<double> by_block;
  std::size_t query = 0;
  for (const std::size_t end : blocks.ends()) {
    double sum = 0.0;
    for (; query < end; ++query) sum += value[query];
    by_block.push_back(sum);
  }
  ASSERT_GT(by_block.size(), 30U);
  EXPECT_NE(std::size_t{1} << std::bit_width(by_block.size() - 1), by_block.size());
  while (by_block.size() > 1) {  // level by level
    std::vector<double> above;
    for (std::size_t i = 0; i < by_block.size(); i += 2) {
      above.push_back(i + 1 < by_block.size() ? by_block[i] + by_block[i + 1] : by_block[i]);
    }
    by_block = above;
  }
  for (const std::size_t threads : {1U, 2U, 3U, 8U}) {
    const ThreadLimit limit(threads);
    const ManySums<double> sums =
        blocks.sum(ManySums<double>{{0.0, 0.0}},
                   [&](std::size_t q, ManySums<double>& sum, Workspace& /*workspace*/) {
                     sum.values[0] += value[q];
                     sum.values[1] += 1.0;
                   });
    EXPECT_THAT(sums.values, ElementsAre(by_block.front(), 3000.0)) << threads;
  }
}

TEST(QueryBlocks, OfNothingSumToZero) {
  const auto fail = [](std::size_t, int&, Workspace&) { FAIL(); };
  EXPECT_EQ(QueryBlocks(Dataset()).sum(7, fail), 7);
}

}  // namespace
}  // namespace podium
