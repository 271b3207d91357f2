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

long sleeps_during_work() {
  const long before = sleeps();
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
  while (std::chrono::steady_clock::now() < end) give_way();
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
  EXPECT_EQ(sleeps_during_work(), 0);
  long rests = 0;
  std::thread([&] {
    become_polite();
    rests = sleeps_during_work();
  }).join();
  EXPECT_GE(rests, 2);
}

}  // namespace
}  // namespace podium
