#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>

namespace podium {

/// How far a run of many trainings is.
struct RunProgress {
  std::size_t done = 0;
  std::size_t of = 0;     ///< 0: nobody knows
  std::string name = {};  ///< of what was just finished, where it has one
};

/// Called by one thread at a time. Returning false ends the run.
using RunProgressSink = std::function<bool(const RunProgress&)>;

/// Runs the trainings of a choice of options in parallel until they are done, an error occurs or
/// the sink ends the run.
class CellRun {
 public:
  explicit CellRun(const RunProgressSink& sink, std::size_t of = 0, std::size_t done = 0)
      : sink_(sink), of_(of), done_(done) {}

  void expect(std::size_t of) { of_ = of; }

  /// Calls step(i) for every i in 0 .. count-1. When a step throws, those after it are not begun
  /// and is_wanted() is false for those in progress; those before it are done, so that the error of
  /// the first step that fails is thrown for any number of threads.
  void run(std::size_t count, const std::function<void(std::size_t)>& step);

  /// Whether no step before this one has failed.
  bool is_wanted(std::size_t step) const noexcept { return step < failed_; }

  /// Asks the sink; once ended, the run stays so.
  bool may_go_on();
  /// The same of a step, to be asked during its training.
  bool may_go_on(std::size_t step) { return is_wanted(step) && may_go_on(); }

  /// One more training is done; asks the sink.
  void count(const std::string& name = "");

  std::size_t done() const noexcept { return done_; }
  bool has_ended() const noexcept { return ended_; }

 private:
  void ask(const std::string& name);

  const RunProgressSink& sink_;
  std::mutex mutex_;
  std::size_t of_;
  std::atomic<std::size_t> done_;
  std::atomic<bool> ended_ = false;
  std::atomic<std::size_t> failed_ = 0;  ///< the first step that failed, of those of run()
};

}  // namespace podium
