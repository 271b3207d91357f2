#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "podium/serving/model_registry.hpp"

namespace podium::serving {

/// The thread that reads models, so that no thread that answers has to: it looks for changed files
/// every period, and does what requests ask for, one after the other. Safe to use from several
/// threads.
class ModelLoader {
 public:
  /// Requests that may wait for it at one time. Each of them occupies a worker of the server.
  static constexpr std::size_t max_waiting = 8;

  /// Reads files that have changed and, if `retries`, those that could not be loaded before.
  using Reload = std::function<std::vector<ModelChange>(bool retries)>;

  explicit ModelLoader(Reload reload);
  ~ModelLoader();  ///< does not wait for a model that is being read
  ModelLoader(const ModelLoader&) = delete;
  ModelLoader& operator=(const ModelLoader&) = delete;
  ModelLoader(ModelLoader&&) = delete;
  ModelLoader& operator=(ModelLoader&&) = delete;

  /// From now on, looks for changed files without being asked.
  void poll_every(std::chrono::milliseconds period);

  /// Reloads soon, with retries; does not wait.
  void wake();

  /// Reloads, with retries. Those who ask before the reload has begun share it. Throws what the
  /// reload throws, and Overload when too many wait or `stop` is requested.
  std::vector<ModelChange> reload(const std::stop_token& stop = {});

  /// Does other work on the thread, and waits for it. Throws as reload() does. Work that has begun
  /// when `stop` is requested is told so by core/base/stop.hpp.
  void run(const std::function<void()>& work, const std::stop_token& stop = {});

 private:
  struct Job {
    std::function<void(Job&)> work;
    std::vector<ModelChange> changes;
    std::exception_ptr failure;
    bool is_done = false;
    std::atomic<bool> is_stopped = false;
  };
  class Waiting;

  std::shared_ptr<Job> reload_job(bool retries);
  std::shared_ptr<Job> next_reload();
  std::shared_ptr<Job> next_job();
  void work();

  Reload reload_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::shared_ptr<Job>> jobs_;
  std::shared_ptr<Job> queued_reload_;  ///< among the jobs; null: none is
  std::shared_ptr<Job> running_;
  std::chrono::milliseconds period_{0};  ///< 0: does not look by itself
  std::chrono::steady_clock::time_point last_;
  std::size_t waiting_ = 0;
  bool is_ending_ = false;
  std::thread thread_;  ///< last: it uses the others
};

}  // namespace podium::serving
