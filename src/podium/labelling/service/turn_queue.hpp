#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace podium::labelling {

/// Lets a few callers at a time do work that needs much of the machine, and a few more wait for
/// their turn. Whoever comes beyond these is refused: callers that wait hold workers, which other
/// requests need. Safe to use from several threads.
class TurnQueue {
 public:
  struct Limits {
    std::size_t at_once = 1;
    std::size_t waiting = 0;
    std::size_t preferred = 0;  ///< further places for those whom strangers must not keep out
  };

  explicit TurnQueue(const Limits& limits) : limits_(limits) {}

  /// One turn, for as long as this lives.
  class Turn {
   public:
    /// Waits for the turn. Throws Refusal (503) when all places are taken.
    Turn(TurnQueue& queue, bool is_preferred);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    Turn(Turn&&) = delete;
    Turn& operator=(Turn&&) = delete;

   private:
    TurnQueue& queue_;
  };

  std::size_t waiting_count() const;

 private:
  Limits limits_;
  mutable std::mutex mutex_;
  std::condition_variable free_;
  std::size_t working_ = 0;
  std::size_t waiting_ = 0;
};

}  // namespace podium::labelling
