#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace podium {

/// While it lives, the parallel loops of the thread that made it run there, one step after the
/// other whatever the limit of threads is, and the seconds of processor time of each step are
/// kept. What more threads would take is computed from them. A loop of one step, or inside a step,
/// is part of what is around it.
class LoopTimes {
 public:
  LoopTimes();
  ~LoopTimes();
  LoopTimes(const LoopTimes&) = delete;
  LoopTimes& operator=(const LoopTimes&) = delete;
  LoopTimes(LoopTimes&&) = delete;
  LoopTimes& operator=(LoopTimes&&) = delete;

  /// That of this thread; null without one.
  static LoopTimes* of_this_thread() noexcept;

  /// Of this thread, since any start.
  static double processor_seconds();

  void run(std::size_t count, const std::function<void(std::size_t)>& step);

  /// Of each step of each loop, in their order.
  const std::vector<std::vector<double>>& seconds() const noexcept { return seconds_; }
  void clear() noexcept { seconds_.clear(); }

 private:
  bool is_inside_ = false;  ///< a step that is measured
  std::vector<std::vector<double>> seconds_;
};

}  // namespace podium
