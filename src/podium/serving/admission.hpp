#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace podium::serving {

/// How many requests may be worked on at once, and how many may wait for that.
struct AdmissionRules {
  std::size_t working = 2;
  std::size_t waiting = 64;
  std::chrono::milliseconds patience{1000};  ///< the longest that a request waits
};

/// Lets requests in, one for each core, so that each is fast and none is slowed down by the others.
/// What would wait behind too many others is refused at once: a client that hears no can ask
/// another server.
class Admission {
 public:
  explicit Admission(AdmissionRules rules) : rules_(rules) {}

  /// A place, held until it is destroyed.
  class Place {
   public:
    /// Waits. Throws Refusal: 429 when too many wait already, 503 when it took too long.
    explicit Place(Admission& owner) : owner_(owner) { owner_.enter(); }
    ~Place() { owner_.leave(); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    Place(Place&&) = delete;
    Place& operator=(Place&&) = delete;

   private:
    Admission& owner_;
  };

  std::size_t waiting() const;

 private:
  void enter();
  void leave();

  AdmissionRules rules_;
  mutable std::mutex mutex_;
  std::condition_variable freed_;
  std::size_t working_ = 0;
  std::size_t waiting_ = 0;
};

}  // namespace podium::serving
