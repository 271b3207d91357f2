#include "podium/core/base/parallel.hpp"

#include <atomic>
#include <exception>
#include <limits>
#include <mutex>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "podium/core/base/collective/collective.hpp"
#include "podium/core/base/io/out_of_core.hpp"
#include "podium/core/base/stop.hpp"
#include "podium/core/base/timing/loop_times.hpp"

#ifdef __SANITIZE_THREAD__
#define PODIUM_TSAN
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define PODIUM_TSAN
#endif
#endif
#ifdef PODIUM_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace podium {

namespace {

/// TBB hands work from thread to thread in a library that the thread sanitizer does not look into:
/// it must be told that what was done before is seen after.
void happens_before([[maybe_unused]] void* what) {
#ifdef PODIUM_TSAN
  __tsan_release(what);
#endif
}

void happens_after([[maybe_unused]] void* what) {
#ifdef PODIUM_TSAN
  __tsan_acquire(what);
#endif
}

bool is_set(const std::atomic<bool>* flag) {
  return flag != nullptr && flag->load(std::memory_order_relaxed);
}

}  // namespace

struct ThreadLimit::Control {
  explicit Control(std::size_t threads)
      : control(tbb::global_control::max_allowed_parallelism, threads) {}
  tbb::global_control control;
};

ThreadLimit::ThreadLimit(std::size_t threads) {
  if (threads > 0) control_ = std::make_unique<Control>(threads);
}

ThreadLimit::~ThreadLimit() = default;

std::size_t thread_count() {
  return tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
}

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body) {
  const std::atomic<bool>* stop = stop_flag();
  Collective& ranks = collective();
  std::mutex mutex;
  std::exception_ptr first;
  // Of the step with the least number that failed. Later steps are not worth their time; earlier
  // ones are done: the error of the first of all is told, whatever the number of threads.
  std::atomic<std::size_t> first_index = std::numeric_limits<std::size_t>::max();
  const bool is_backward = OutOfCore::Pass::is_backward();
  const auto guarded = [&](std::size_t step) {
    const std::size_t i = is_backward ? count - 1 - step : step;
    if (is_set(stop) || i > first_index.load(std::memory_order_relaxed)) return;
    happens_after(&first);
    try {
      const StopScope scope(stop);
      const RanksScope loop(ranks, true);
      body(i);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (i < first_index) {
        first_index = i;
        first = std::current_exception();
      }
    }
    happens_before(&first_index);
  };
  if (LoopTimes* const times = LoopTimes::of_this_thread()) {
    times->run(count, guarded);
  } else if (count == 1 || thread_count() == 1) {
    for (std::size_t i = 0; i < count; ++i) guarded(i);
  } else {
    // A thread that waits for an inner loop must not pick up a step of an outer one: that step may
    // want a lock which this thread holds.
    happens_before(&first);
    tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::size_t{0}, count, guarded); });
    happens_after(&first_index);
  }
  if (is_set(stop)) throw Stopped();
  if (first) std::rethrow_exception(first);
}

}  // namespace podium
