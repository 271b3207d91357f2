#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

namespace podium {

/// Threads that run tasks which may block. Of those that are idle, the one that was busy last takes
/// the next task, since its memory is still in the caches; and a thread is started only when no
/// other is idle. Safe to use from several threads.
class RequestWorkers {
 public:
  /// At most `most` threads, at least one.
  explicit RequestWorkers(std::size_t most);
  ~RequestWorkers();
  RequestWorkers(const RequestWorkers&) = delete;
  RequestWorkers& operator=(const RequestWorkers&) = delete;
  RequestWorkers(RequestWorkers&&) = delete;
  RequestWorkers& operator=(RequestWorkers&&) = delete;

  /// The task, which must not throw, runs when a thread is free. Throws std::bad_alloc, or
  /// std::system_error if the first thread cannot be started.
  void post(std::function<void()> task);

  /// Returns when all tasks have ended; none may be posted any more.
  void join();

 private:
  struct Worker {
    std::thread thread;
    std::condition_variable wakes;
    std::function<void()> task;
  };

  void start(std::function<void()> task);
  void work(Worker& worker);

  std::size_t most_;
  std::mutex mutex_;
  std::list<Worker> workers_;
  std::vector<Worker*> idle_;  ///< the one that was busy last is last
  std::deque<std::function<void()>> waiting_;
  bool is_ending_ = false;
};

}  // namespace podium
