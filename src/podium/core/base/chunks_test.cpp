#include "podium/core/base/chunks.hpp"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(Chunks, VisitEveryNumberOnce) {
  for (const std::size_t count : {0U, 1U, 8192U, 8193U, 30'000U}) {
    std::vector<int> visits(count);
    for_each_chunk(count, [&](std::size_t begin, std::size_t end) {
      ASSERT_LT(begin, end);
      ASSERT_EQ(begin % chunk_size, 0U);
      for (std::size_t i = begin; i < end; ++i) ++visits[i];
    });
    EXPECT_EQ(visits, std::vector<int>(count, 1)) << count;
  }
}

TEST(Chunks, AreSummedInOrderForAnyNumberOfThreads) {
  std::vector<double> numbers(100'000);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = 1.0 / (1.0 + static_cast<double>(i));
  double expected = 0.0;
  for (std::size_t begin = 0; begin < numbers.size(); begin += 8192) {
    double part = 0.0;
    for (std::size_t i = begin; i < std::min(numbers.size(), begin + 8192); ++i) part += numbers[i];
    expected += part;
  }
  for (const std::size_t threads : {1U, 2U, 5U}) {
    const ThreadLimit limit(threads);
    EXPECT_EQ(sum_over_chunks(numbers.size(),
                              [&](std::size_t begin, std::size_t end) {
                                double part = 0.0;
                                for (std::size_t i = begin; i < end; ++i) part += numbers[i];
                                return part;
                              }),
              expected);
  }
}

}  // namespace
}  // namespace podium
