#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "podium/data/ranking.hpp"
#include "podium/serve/model_shelf.hpp"
#include "podium/serve/serve_metrics.hpp"

namespace podium {

/// A query that a shadow model is to score after it was answered.
struct ShadowJob {
  std::string pair;  ///< "old new", the models that are compared
  ModelHandle model;
  std::string body;
  bool is_binary = false;
  std::vector<DocIndex> best;  ///< documents of the model that answered
};

inline constexpr std::size_t compared_documents = 10;

/// How two models differ on the best documents.
ShadowComparison comparison(std::span<const DocIndex> best, std::span<const DocIndex> other);

/// Scores queries with shadow models on a thread of its own, and forgets what it has no time for:
/// answers never wait for it.
class ShadowQueue {
 public:
  static constexpr std::size_t longest = 64;

  ShadowQueue(ServeMetrics& metrics, QueryLimits limits);
  ~ShadowQueue();
  ShadowQueue(const ShadowQueue&) = delete;
  ShadowQueue& operator=(const ShadowQueue&) = delete;
  ShadowQueue(ShadowQueue&&) = delete;
  ShadowQueue& operator=(ShadowQueue&&) = delete;

  void offer(ShadowJob job);
  void finish();  ///< waits until there is nothing left to do

 private:
  void work();
  void compare(const ShadowJob& job);

  ServeMetrics& metrics_;
  QueryLimits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<ShadowJob> jobs_;
  bool is_working_ = false;
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace podium
