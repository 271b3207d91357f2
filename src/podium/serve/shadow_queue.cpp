#include "podium/serve/shadow_queue.hpp"

#include <algorithm>

#include "podium/base/error.hpp"
#include "podium/base/polite.hpp"

namespace podium {

ShadowComparison comparison(std::span<const DocIndex> best, std::span<const DocIndex> other) {
  if (best.empty() || other.empty()) return {.overlap = 1.0};
  const auto common =
      std::ranges::count_if(best, [&](DocIndex doc) { return std::ranges::count(other, doc) > 0; });
  return {.overlap = static_cast<double>(common) / static_cast<double>(best.size()),
          .has_other_best = best.front() != other.front()};
}

ShadowQueue::ShadowQueue(ServeMetrics& metrics, QueryLimits limits)
    : metrics_(metrics), limits_(limits), thread_([this] { work(); }) {}

ShadowQueue::~ShadowQueue() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ShadowQueue::offer(ShadowJob job) {
  {
    const std::lock_guard lock(mutex_);
    if (jobs_.size() >= longest) return metrics_.add_dropped_shadow();
    jobs_.push_back(std::move(job));
  }
  changed_.notify_all();
}

void ShadowQueue::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return jobs_.empty() && !is_working_; });
}

void ShadowQueue::work() {
  become_polite();
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return is_ending_ || !jobs_.empty(); });
    if (is_ending_) return;
    const ShadowJob job = std::move(jobs_.front());
    jobs_.pop_front();
    is_working_ = true;
    lock.unlock();
    compare(job);
    lock.lock();
    is_working_ = false;
    changed_.notify_all();
  }
}

void ShadowQueue::compare(const ShadowJob& job) {
  try {
    QueryMessage message = job.is_binary ? read_query_rows(job.body, job.model->columns, limits_)
                                         : read_query_json(job.body, job.model->columns, limits_);
    std::vector<double> scores(message.documents);
    Workspace workspace;
    job.model->scorer.score(message.rows, scores, workspace);
    metrics_.add_shadow(job.pair, comparison(job.best, top_k_by_score(scores, compared_documents)));
  } catch (const Error&) {  // the shadow model does not take such a query
    metrics_.add_dropped_shadow();
  }
}

}  // namespace podium
