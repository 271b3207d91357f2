#include "podium/serve/reloader.hpp"

#include <utility>

namespace podium {

Reloader::Reloader(std::function<void()> reload, std::chrono::milliseconds period)
    : reload_(std::move(reload)), period_(period), thread_([this] { work(); }) {}

Reloader::~Reloader() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Reloader::wake() {
  {
    const std::lock_guard lock(mutex_);
    is_awake_ = true;
  }
  changed_.notify_all();
}

void Reloader::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait_for(lock, period_, [&] { return is_awake_ || is_ending_; });
    if (is_ending_) return;
    is_awake_ = false;
    lock.unlock();
    reload_();
    lock.lock();
  }
}

}  // namespace podium
