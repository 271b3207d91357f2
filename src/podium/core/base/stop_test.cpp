#include "podium/core/base/stop.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"

namespace podium {
namespace {

TEST(StopScope, EndsParallelLoopsAlsoInnerOnesOnAnyNumberOfThreads) {
  for (const std::size_t threads : {1U, 2U, 7U}) {
    const ThreadLimit limit(threads);
    std::atomic<bool> stop = false;
    std::atomic<int> steps = 0;
    const StopScope scope(&stop);
    EXPECT_THROW(parallel_for(1000,
                              [&](std::size_t) {
                                parallel_for(1000, [&](std::size_t) {
                                  if (++steps == 500) stop = true;
                                });
                              }),
                 Stopped);
    EXPECT_LT(steps, 600) << "each thread may end the step that it is in";
  }
}

TEST(StopScope, HoldsWhileItLivesAndForItsThreadAlone) {
  const std::atomic<bool> stop = true;
  {
    const StopScope scope(&stop);
    EXPECT_THROW(stop_if_told(), Stopped);
    const StopScope without(nullptr);
    EXPECT_NO_THROW(stop_if_told());
  }
  EXPECT_EQ(stop_flag(), nullptr);
  std::vector<int> visits(100);
  parallel_for(visits.size(), [&](std::size_t i) { ++visits[i]; });
  EXPECT_EQ(visits, std::vector<int>(100, 1));
}

}  // namespace
}  // namespace podium
