#pragma once

#include <string>
#include <vector>

#include "podium/serving/background_queue.hpp"
#include "podium/serving/model_registry.hpp"
#include "podium/serving/shadow/shadow_metrics.hpp"

namespace podium::serving {

/// A query that a shadow model is to score after it was answered.
struct ShadowJob {
  std::string pair;  ///< "old new", the models that are compared
  ModelHandle model;
  std::string body;
  bool is_binary = false;
  std::string version;         ///< of the model that answered
  std::vector<double> scores;  ///< that it gave
};

/// Scores queries with shadow models after the answer, and forgets what it has no time for.
class ShadowQueue {
 public:
  explicit ShadowQueue(QueryLimits limits);

  void offer(ShadowJob job);
  void add_dropped() { metrics_.add_dropped(); }
  void finish() { jobs_.finish(); }  ///< waits until there is nothing left to do

  std::string metrics_text() const { return metrics_.text(); }

 private:
  void compare(const ShadowJob& job);

  QueryLimits limits_;
  ShadowMetrics metrics_;
  BackgroundQueue<ShadowJob> jobs_;  ///< last: its thread uses the metrics
};

}  // namespace podium::serving
