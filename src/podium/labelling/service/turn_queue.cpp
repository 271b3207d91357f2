#include "podium/labelling/service/turn_queue.hpp"

#include "podium/core/http/refusal.hpp"

namespace podium::labelling {

TurnQueue::Turn::Turn(TurnQueue& queue, bool is_preferred) : queue_(queue) {
  std::unique_lock lock(queue.mutex_);
  const auto is_free = [&] { return queue.working_ < queue.limits_.at_once; };
  const std::size_t places = queue.limits_.waiting + (is_preferred ? queue.limits_.preferred : 0);
  if (!is_free()) {
    if (queue.waiting_ >= places) {
      throw Refusal(503, "too many people are logging in; try again in a few seconds");
    }
    ++queue.waiting_;
    queue.free_.wait(lock, is_free);
    --queue.waiting_;
  }
  ++queue.working_;
}

TurnQueue::Turn::~Turn() {
  {
    const std::lock_guard lock(queue_.mutex_);
    --queue_.working_;
  }
  queue_.free_.notify_one();
}

std::size_t TurnQueue::waiting_count() const {
  const std::lock_guard lock(mutex_);
  return waiting_;
}

}  // namespace podium::labelling
