#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "podium/serving/thread_priority.hpp"

namespace podium::serving {

/// A bounded queue of jobs that run after the response was sent, one at a time, on a thread of low
/// priority. When it is full, jobs are refused, so responses never wait and memory stays bounded.
/// Safe to use from several threads.
template <class Job>
class BackgroundQueue {
 public:
  static constexpr std::size_t longest = 64;                      ///< jobs that wait
  static constexpr std::size_t largest = std::size_t{64} << 20U;  ///< bytes of these together
  enum class AtEnd { forget, finish };                            ///< what becomes of the rest

  /// `work` must not throw.
  BackgroundQueue(AtEnd at_end, std::function<void(Job&)> work)
      : at_end_(at_end), work_(std::move(work)), thread_([this] { run(); }) {}

  ~BackgroundQueue() {
    {
      const std::lock_guard lock(mutex_);
      is_ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  BackgroundQueue(const BackgroundQueue&) = delete;
  BackgroundQueue& operator=(const BackgroundQueue&) = delete;
  BackgroundQueue(BackgroundQueue&&) = delete;
  BackgroundQueue& operator=(BackgroundQueue&&) = delete;

  /// Whether there is place for a job of so many bytes; an empty queue takes one of any size.
  bool offer(Job job, std::size_t bytes) {
    {
      const std::lock_guard lock(mutex_);  // never held during a job
      if (jobs_.size() >= longest || (!jobs_.empty() && bytes_ + bytes > largest)) return false;
      jobs_.emplace_back(std::move(job), bytes);
      bytes_ += bytes;
    }
    changed_.notify_all();
    return true;
  }

  /// Waits until there is nothing left to do.
  void finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return jobs_.empty() && !is_working_; });
  }

 private:
  void run() {
    lower_thread_priority();
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return is_ending_ || !jobs_.empty(); });
      if (is_ending_ && (at_end_ == AtEnd::forget || jobs_.empty())) return;
      {
        auto [job, bytes] = std::move(jobs_.front());
        jobs_.pop_front();
        bytes_ -= bytes;
        is_working_ = true;
        lock.unlock();
        work_(job);
      }
      lock.lock();
      is_working_ = false;
      changed_.notify_all();
    }
  }

  AtEnd at_end_;
  std::function<void(Job&)> work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<Job, std::size_t>> jobs_;
  std::size_t bytes_ = 0;
  bool is_working_ = false;
  bool is_ending_ = false;
  std::thread thread_;  ///< last: it uses all the others
};

}  // namespace podium::serving
