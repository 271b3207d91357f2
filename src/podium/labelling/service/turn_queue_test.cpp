#include "podium/labelling/service/turn_queue.hpp"

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/http/refusal.hpp"

namespace podium::labelling {
namespace {

int status_of(TurnQueue& queue, bool is_preferred) {
  try {
    const TurnQueue::Turn turn(queue, is_preferred);
  } catch (const Refusal& refusal) {
    return refusal.status();
  }
  return 200;
}

TEST(TurnQueue, RefusesWhoeverFindsNoPlaceToWait) {
  TurnQueue queue({.at_once = 1, .waiting = 2, .preferred = 1});
  std::optional<TurnQueue::Turn> first(std::in_place, queue, false);
  std::atomic<int> served = 0;
  std::vector<std::thread> callers;
  const auto wait_for_another = [&](bool is_preferred) {
    const std::size_t before = queue.waiting_count();
    callers.emplace_back([&, is_preferred] { served += status_of(queue, is_preferred) == 200; });
    while (queue.waiting_count() == before) std::this_thread::yield();
  };
  wait_for_another(false);
  wait_for_another(false);
  EXPECT_EQ(status_of(queue, false), 503);
  wait_for_another(true);
  EXPECT_EQ(status_of(queue, true), 503) << "the places of the preferred are bounded, too";
  first.reset();
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(served, 3) << "who waits gets a turn";
  EXPECT_EQ(status_of(queue, false), 200);
}

TEST(TurnQueue, NeverLetsMoreWorkThanItMay) {
  TurnQueue queue({.at_once = 2, .waiting = 20});
  std::atomic<int> working = 0;
  std::atomic<int> most = 0;
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 20; ++caller) {
    callers.emplace_back([&] {
      const TurnQueue::Turn turn(queue, false);
      const int now = ++working;
      for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
      }
      std::this_thread::yield();
      --working;
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_LE(most, 2);
}

}  // namespace
}  // namespace podium::labelling
