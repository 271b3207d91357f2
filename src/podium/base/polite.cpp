#include "podium/base/polite.hpp"

#include <chrono>
#include <thread>

#include <sched.h>
#include <tbb/task_arena.h>

namespace podium {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::microseconds shift{200};  ///< of work, and of the rest after it
constexpr unsigned calls_per_look = 16;          ///< at the clock

struct Politeness {
  bool is_polite = false;
  unsigned calls = 0;
  Clock::time_point rested;
};

thread_local Politeness own;

}  // namespace

void become_polite() noexcept {
  // Not a low priority: such a thread keeps its core for a slice of time when another one wakes up
  // there. Of the calling thread alone; where it is refused, the thread is as good as others.
  const sched_param none{};
  ::sched_setscheduler(0, SCHED_IDLE, &none);
  own.is_polite = true;
}

void on_this_thread(const std::function<void()>& work) {
  tbb::task_arena alone(1);
  alone.execute(work);
}

void give_way() noexcept {
  if (!own.is_polite || ++own.calls % calls_per_look != 0) return;
  if (Clock::now() - own.rested < shift) return;
  std::this_thread::sleep_for(shift);
  own.rested = Clock::now();
}

}  // namespace podium
