#include "podium/core/http/admission.hpp"

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/http/refusal.hpp"

namespace podium {
namespace {

int status_of(Admission& admission, bool is_preferred = false) {
  try {
    const Admission::Guard guard(admission, is_preferred);
    return 200;
  } catch (const Refusal& error) {
    return error.status();
  }
}

TEST(Admission, RefusesAtOnceWhenNobodyMayWait) {
  Admission admission({.working = 1, .waiting = 0});
  {
    const Admission::Guard guard(admission);
    EXPECT_EQ(status_of(admission), 429);
  }
  EXPECT_EQ(status_of(admission), 200);
}

TEST(Admission, GivesUpAfterATime) {
  Admission admission({.working = 1, .waiting = 1, .patience = std::chrono::milliseconds(20)});
  const Admission::Guard guard(admission);
  EXPECT_EQ(status_of(admission), 503);
  EXPECT_EQ(admission.waiting(), 0U);
}

TEST(Admission, LetsWaitersInWhenAPlaceIsFree) {
  Admission admission({.working = 1, .waiting = 1, .patience = std::chrono::seconds(60)});
  std::optional<Admission::Guard> guard(std::in_place, admission);
  std::atomic<int> status = 0;
  std::thread other([&] { status = status_of(admission); });
  while (admission.waiting() == 0) std::this_thread::yield();
  EXPECT_EQ(status_of(admission), 429);  // one waits already
  guard.reset();
  other.join();
  EXPECT_EQ(status, 200);
}

TEST(Admission, HasFurtherPlacesForThePreferred) {
  Admission admission({.working = 1,
                       .waiting = 2,
                       .preferred = 1,
                       .patience = std::chrono::seconds(60),
                       .full = 503});
  std::optional<Admission::Guard> first(std::in_place, admission);
  std::atomic<int> served = 0;
  std::vector<std::thread> callers;
  const auto wait_for_another = [&](bool is_preferred) {
    const std::size_t before = admission.waiting();
    callers.emplace_back(
        [&, is_preferred] { served += status_of(admission, is_preferred) == 200; });
    while (admission.waiting() == before) std::this_thread::yield();
  };
  wait_for_another(false);
  wait_for_another(false);
  EXPECT_EQ(status_of(admission), 503);
  wait_for_another(true);
  EXPECT_EQ(status_of(admission, true), 503) << "the places of the preferred are bounded, too";
  first.reset();
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(served, 3) << "who waits is admitted";
}

TEST(Admission, NeverLetsInMoreThanItSays) {
  Admission admission({.working = 3, .waiting = 64, .patience = std::chrono::seconds(60)});
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        const Admission::Guard guard(admission);
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
}  // namespace podium
