#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace podium {

/// Calls a function again and again on a thread of its own.
class Reloader {
 public:
  /// `reload` must not throw.
  Reloader(std::function<void()> reload, std::chrono::milliseconds period);
  ~Reloader();
  Reloader(const Reloader&) = delete;
  Reloader& operator=(const Reloader&) = delete;
  Reloader(Reloader&&) = delete;
  Reloader& operator=(Reloader&&) = delete;

  /// Calls it at once, or again if it is being called.
  void wake();

 private:
  void work();

  std::function<void()> reload_;
  std::chrono::milliseconds period_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_awake_ = false;
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace podium
