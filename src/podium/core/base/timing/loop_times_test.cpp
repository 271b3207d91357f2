#include "podium/core/base/timing/loop_times.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"

namespace podium {
namespace {

TEST(LoopTimes, HasTheStepsOfTheOuterLoops) {
  const ThreadLimit limit(4);
  std::vector<std::size_t> order;
  LoopTimes times;
  parallel_for(3, [&](std::size_t i) {
    parallel_for(2, [&](std::size_t j) { order.push_back(2 * i + j); });
  });
  parallel_for(1, [](std::size_t) { parallel_for(5, [](std::size_t) {}); });
  parallel_for(0, [](std::size_t) {});
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5}));
  ASSERT_EQ(times.seconds().size(), 2U);
  EXPECT_EQ(times.seconds()[0].size(), 3U);
  EXPECT_EQ(times.seconds()[1].size(), 5U);
  times.clear();
  EXPECT_TRUE(times.seconds().empty());
}

TEST(LoopTimes, MeasuresProcessorTime) {
  LoopTimes times;
  parallel_for(2, [](std::size_t i) {
    const double start = LoopTimes::processor_seconds();
    while (i == 1 && LoopTimes::processor_seconds() < start + 0.01) {
    }
  });
  EXPECT_LT(times.seconds()[0][0], 0.01);
  EXPECT_GE(times.seconds()[0][1], 0.01);
}

TEST(LoopTimes, ThrowsWhatAStepThrows) {
  LoopTimes times;
  EXPECT_THROW(parallel_for(2,
                            [](std::size_t i) {
                              if (i == 0) throw std::runtime_error("x");
                            }),
               std::runtime_error);
  EXPECT_EQ(times.seconds().size(), 1U);
}

TEST(LoopTimes, EndsWithItsLife) {
  { const LoopTimes times; }
  EXPECT_EQ(LoopTimes::of_this_thread(), nullptr);
}

}  // namespace
}  // namespace podium
