#include "podium/core/base/timing/loop_times.hpp"

#include <ctime>
#include <utility>

namespace podium {

namespace {

thread_local LoopTimes* of_thread = nullptr;

}  // namespace

LoopTimes::LoopTimes() {
  of_thread = this;
}

LoopTimes::~LoopTimes() {
  of_thread = nullptr;
}

LoopTimes* LoopTimes::of_this_thread() noexcept {
  return of_thread;
}

double LoopTimes::processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void LoopTimes::run(std::size_t count, const std::function<void(std::size_t)>& step) {
  if (is_inside_ || count < 2) {
    for (std::size_t i = 0; i < count; ++i) step(i);
    return;
  }
  is_inside_ = true;
  std::vector<double> seconds(count);
  double start = processor_seconds();
  for (std::size_t i = 0; i < count; ++i) {
    step(i);
    const double end = processor_seconds();
    seconds[i] = end - std::exchange(start, end);
  }
  seconds_.push_back(std::move(seconds));
  is_inside_ = false;
}

}  // namespace podium
