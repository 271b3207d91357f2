#include "podium/serving/admission.hpp"

#include "podium/core/http/refusal.hpp"

namespace podium::serving {

void Admission::enter() {
  std::unique_lock lock(mutex_);
  if (working_ < rules_.working && waiting_ == 0) {
    ++working_;
    return;
  }
  if (waiting_ >= rules_.waiting) {
    throw Refusal(429, "the service is busy; try again, or another server");
  }
  ++waiting_;
  const bool has_place =
      freed_.wait_for(lock, rules_.patience, [&] { return working_ < rules_.working; });
  --waiting_;
  if (!has_place) throw Refusal(503, "the service was too busy to answer in time");
  ++working_;
}

void Admission::leave() {
  {
    const std::lock_guard lock(mutex_);
    --working_;
  }
  freed_.notify_one();
}

std::size_t Admission::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_;
}

}  // namespace podium::serving
