#include "podium/serving/shadow/shadow_queue.hpp"

#include <new>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/serving/query_scores.hpp"

namespace podium::serving {

ShadowQueue::ShadowQueue(QueryLimits limits)
    : limits_(limits),
      jobs_(BackgroundQueue<ShadowJob>::AtEnd::forget,
            [this](const ShadowJob& job) { compare(job); }) {}

void ShadowQueue::offer(ShadowJob job) {
  const std::size_t bytes = job.body.size() + job.scores.size() * sizeof(double);
  if (!jobs_.offer(std::move(job), bytes)) metrics_.add_dropped();
}

void ShadowQueue::compare(const ShadowJob& job) {
  try {
    QueryMessage message = job.is_binary ? read_query_rows(job.body, job.model->columns, limits_)
                                         : read_query_json(job.body, job.model->columns, limits_);
    QueryMemory memory;
    const std::vector<double> scores = query_scores(job.model->scorer, message, memory);
    metrics_.add(job.pair, compare_scores(job.scores, scores), {job.version, job.scores},
                 {job.model->version, scores});
  } catch (const Error&) {  // the shadow model does not take such a query
    metrics_.add_dropped();
  } catch (const std::bad_alloc&) {
    metrics_.add_dropped();
  }
}

}  // namespace podium::serving
