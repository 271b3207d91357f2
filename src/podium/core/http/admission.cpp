#include "podium/core/http/admission.hpp"

#include "podium/core/http/refusal.hpp"

namespace podium {

void Admission::enter(bool is_preferred) {
  std::unique_lock lock(mutex_);
  if (working_ < rules_.working && waiting_ == 0) {
    ++working_;
    return;
  }
  if (waiting_ >= rules_.waiting + (is_preferred ? rules_.preferred : 0)) {
    throw Refusal(rules_.full, rules_.reason);
  }
  ++waiting_;
  const bool is_admitted =
      freed_.wait_for(lock, rules_.patience, [&] { return working_ < rules_.working; });
  --waiting_;
  if (!is_admitted) throw Refusal(503, "the service was too busy to answer in time");
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

}  // namespace podium
