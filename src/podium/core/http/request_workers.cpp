#include "podium/core/http/request_workers.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace podium {

RequestWorkers::RequestWorkers(std::size_t most) : most_(std::max<std::size_t>(1, most)) {
  idle_.reserve(most_);  // so that a worker never needs memory to become idle
}

RequestWorkers::~RequestWorkers() {
  join();
}

void RequestWorkers::post(std::function<void()> task) {
  std::unique_lock lock(mutex_);
  if (!idle_.empty()) {
    Worker& worker = *idle_.back();
    idle_.pop_back();
    worker.task = std::move(task);
    lock.unlock();  // a worker that wakes up at once shall not wait for it
    worker.wakes.notify_one();
  } else if (workers_.size() < most_) {
    start(std::move(task));
  } else {
    waiting_.push_back(std::move(task));
  }
}

/// Where the system refuses another thread, the task waits for one that exists.
void RequestWorkers::start(std::function<void()> task) {
  Worker& worker = workers_.emplace_back();
  worker.task = std::move(task);
  try {
    worker.thread = std::thread([this, &worker] { work(worker); });
  } catch (const std::exception&) {  // std::system_error, or std::bad_alloc
    std::function<void()> kept = std::move(worker.task);
    workers_.pop_back();
    if (workers_.empty()) throw;
    waiting_.push_back(std::move(kept));
  }
}

void RequestWorkers::work(Worker& worker) {
  std::unique_lock lock(mutex_);
  while (true) {
    if (worker.task) {
      const std::function<void()> task = std::exchange(worker.task, {});
      lock.unlock();
      task();
    } else if (!waiting_.empty()) {
      worker.task = std::move(waiting_.front());
      waiting_.pop_front();
      continue;
    } else if (is_ending_) {
      return;
    } else {
      idle_.push_back(&worker);
      worker.wakes.wait(lock, [&] { return worker.task || is_ending_; });
      std::erase(idle_, &worker);
      continue;
    }
    lock.lock();
  }
}

void RequestWorkers::join() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    for (Worker& worker : workers_) worker.wakes.notify_one();
  }
  for (Worker& worker : workers_) {
    if (worker.thread.joinable()) worker.thread.join();
  }
}

}  // namespace podium
