#include "podium/serve/reloader.hpp"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

namespace podium {
namespace {

void wait_for(const std::atomic<int>& calls, int count) {
  while (calls < count) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST(Reloader, CallsAgainAndAgain) {
  std::atomic<int> calls = 0;
  const Reloader reloader([&] { ++calls; }, std::chrono::milliseconds(1));
  wait_for(calls, 3);
}

TEST(Reloader, CallsAtOnceWhenWoken) {
  std::atomic<int> calls = 0;
  Reloader reloader([&] { ++calls; }, std::chrono::hours(1));
  for (int i = 1; i <= 3; ++i) {
    reloader.wake();
    wait_for(calls, i);
  }
}

TEST(Reloader, EndsWithoutWaitingForThePeriod) {
  const auto begin = std::chrono::steady_clock::now();
  {
    const Reloader reloader([] {}, std::chrono::hours(1));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(1));
}

}  // namespace
}  // namespace podium
