#include "podium/serving/admission.hpp"

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/http/refusal.hpp"

namespace podium::serving {
namespace {

int status_of_place(Admission& admission) {
  try {
    const Admission::Place place(admission);
    return 200;
  } catch (const Refusal& error) {
    return error.status();
  }
}

TEST(Admission, RefusesAtOnceWhenNobodyMayWait) {
  Admission admission({.working = 1, .waiting = 0});
  {
    const Admission::Place place(admission);
    EXPECT_EQ(status_of_place(admission), 429);
  }
  EXPECT_EQ(status_of_place(admission), 200);
}

TEST(Admission, GivesUpAfterATime) {
  Admission admission({.working = 1, .waiting = 1, .patience = std::chrono::milliseconds(20)});
  const Admission::Place place(admission);
  EXPECT_EQ(status_of_place(admission), 503);
  EXPECT_EQ(admission.waiting(), 0U);
}

TEST(Admission, LetsWaitersInWhenAPlaceIsFree) {
  Admission admission({.working = 1, .waiting = 1, .patience = std::chrono::seconds(60)});
  std::optional<Admission::Place> place(std::in_place, admission);
  std::atomic<int> status = 0;
  std::thread other([&] { status = status_of_place(admission); });
  while (admission.waiting() == 0) std::this_thread::yield();
  EXPECT_EQ(status_of_place(admission), 429);  // one waits already
  place.reset();
  other.join();
  EXPECT_EQ(status, 200);
}

TEST(Admission, NeverLetsInMoreThanItSays) {
  Admission admission({.working = 3, .waiting = 64, .patience = std::chrono::seconds(60)});
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        const Admission::Place place(admission);
        const int now = ++inside;
        int before = most;
        while (now > before && !most.compare_exchange_weak(before, now)) {
        }
        std::this_thread::yield();
        --inside;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, 3);
  EXPECT_GE(most, 1);
}

}  // namespace
}  // namespace podium::serving
