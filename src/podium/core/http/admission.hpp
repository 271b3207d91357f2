#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <utility>

namespace podium {

/// How many callers may work at once, and how many may wait for that.
struct AdmissionRules {
  std::size_t working = 2;
  std::size_t waiting = 64;
  std::size_t preferred =
      0;  ///< further waiting places for callers that strangers must not keep out
  std::chrono::milliseconds patience{1000};  ///< the longest that a caller waits
  int full = 429;                            ///< status for those who may not even wait
  std::string reason = "the service is busy; try again, or another server";
};

/// Admits a few callers at a time to work that needs much of the machine, so that each is fast and
/// none is slowed down by the others. What would wait behind too many others is refused at once: a
/// client that is refused can ask another server, and callers that wait hold workers. Safe to use
/// from several threads.
class Admission {
 public:
  explicit Admission(AdmissionRules rules) : rules_(std::move(rules)) {}

  /// Admits its owner until it is destroyed.
  class Guard {
   public:
    /// Waits. Throws Refusal: the status `full` when too many wait already, 503 when it took too
    /// long.
    explicit Guard(Admission& owner, bool is_preferred = false) : owner_(owner) {
      owner_.enter(is_preferred);
    }
    ~Guard() { owner_.leave(); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    Guard(Guard&&) = delete;
    Guard& operator=(Guard&&) = delete;

   private:
    Admission& owner_;
  };

  std::size_t waiting() const;

 private:
  void enter(bool is_preferred);
  void leave();

  AdmissionRules rules_;
  mutable std::mutex mutex_;
  std::condition_variable freed_;
  std::size_t working_ = 0;
  std::size_t waiting_ = 0;
};

}  // namespace podium
