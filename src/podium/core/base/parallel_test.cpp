#include "podium/core/base/parallel.hpp"

#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(ParallelFor, VisitsEveryIndexOnce) {
  std::vector<int> visits(10'000);
  parallel_for(visits.size(), [&](std::size_t i) { ++visits[i]; });
  EXPECT_EQ(visits, std::vector<int>(10'000, 1));
  parallel_for(0, [](std::size_t) { FAIL(); });
}

TEST(ParallelFor, ThrowsTheErrorOfTheSmallestIndexForAnyNumberOfThreads) {
  for (const std::size_t threads : {1U, 2U, 7U}) {
    const ThreadLimit limit(threads);
    std::vector<int> visits(1000);
    try {
      parallel_for(visits.size(), [&](std::size_t i) {
        ++visits[i];
        if (i % 100 == 37) throw std::runtime_error(std::to_string(i));
      });
      FAIL() << "no error came through";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "37");
    }
    EXPECT_EQ(std::accumulate(visits.begin(), visits.begin() + 38, 0), 38);
  }
}

TEST(ParallelFor, StartsNothingBehindAnError) {
  const ThreadLimit limit(1);
  std::size_t visits = 0;
  EXPECT_THROW(parallel_for(1000,
                            [&](std::size_t) {
                              ++visits;
                              throw std::runtime_error("the first");
                            }),
               std::runtime_error);
  EXPECT_EQ(visits, 1U);
}

TEST(ThreadLimit, HoldsWhileItLives) {
  const std::size_t before = thread_count();
  {
    const ThreadLimit limit(1);
    EXPECT_EQ(thread_count(), 1U);
  }
  EXPECT_EQ(thread_count(), before);
}

}  // namespace
}  // namespace podium
