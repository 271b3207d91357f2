#include "podium/base/polite.hpp"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>

namespace podium {
namespace {

/// How often this thread has gone to sleep until now.
long sleeps() {
  rusage used{};
  ::getrusage(RUSAGE_THREAD, &used);
  return used.ru_nvcsw;
}

/// How often this thread sleeps while it works until it has slept `enough` times, or for long.
long sleeps_during_work(long enough, std::chrono::milliseconds longest) {
  const long before = sleeps();
  const auto end = std::chrono::steady_clock::now() + longest;
  while (sleeps() - before < enough && std::chrono::steady_clock::now() < end) give_way();
  return sleeps() - before;
}

TEST(Polite, IsTheThreadsOwn) {
  const int before = ::sched_getscheduler(0);
  int within = before;
  std::thread([&] {
    become_polite();
    within = ::sched_getscheduler(0);
  }).join();
  EXPECT_EQ(within, SCHED_IDLE);
  EXPECT_EQ(::sched_getscheduler(0), before);
}

TEST(Polite, RestsAgainAndAgainDuringLongWorkAndOthersDoNot) {
  using std::chrono::milliseconds;
  EXPECT_LT(sleeps_during_work(5, milliseconds(20)), 5);
  long rests = 0;
  std::thread([&] {
    become_polite();
    // On a busy machine it may hardly get a core at all.
    rests = sleeps_during_work(5, milliseconds(30'000));
  }).join();
  EXPECT_GE(rests, 5);
}

}  // namespace
}  // namespace podium
