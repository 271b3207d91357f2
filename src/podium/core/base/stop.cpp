#include "podium/core/base/stop.hpp"

#include <utility>

namespace podium {

namespace {

thread_local const std::atomic<bool>* flag_of_thread = nullptr;

}  // namespace

StopScope::StopScope(const std::atomic<bool>* flag) noexcept
    : outer_(std::exchange(flag_of_thread, flag)) {}

StopScope::~StopScope() {
  flag_of_thread = outer_;
}

const std::atomic<bool>* stop_flag() noexcept {
  return flag_of_thread;
}

void stop_if_told() {
  if (flag_of_thread != nullptr && flag_of_thread->load(std::memory_order_relaxed)) throw Stopped();
}

}  // namespace podium
