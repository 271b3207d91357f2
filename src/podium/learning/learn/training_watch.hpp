#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "podium/learning/learn/training.hpp"
#include "podium/learning/optimise/objective.hpp"

namespace podium {

/// Which iteration becomes the model.
enum class KeptIteration { best, last };
inline constexpr std::array<std::string_view, 2> kept_iteration_names = {"best", "last"};

struct WatchOptions {
  std::size_t limit = 0;     ///< iterations at most, for the progress report
  std::size_t patience = 0;  ///< stop after so many without a better validation value; 0: never
  bool keep_best = true;     ///< else the last iteration counts
};

/// Stands beside an optimiser: takes the validation metric after every iteration, keeps the best
/// parameters, saves checkpoints, reports progress, and says when to stop.
class TrainingWatch {
 public:
  using Validate = std::function<double(std::span<const double> w)>;

  /// Borrows the task. `validate` is called only when the task has validation data.
  TrainingWatch(const TrainingTask& task, Validate validate, const WatchOptions& options);

  /// The monitor's duty.
  bool operator()(const Step& step);

  /// Parameters of the best iteration; empty when the last one counts: without validation data,
  /// without an iteration, or because the options say so.
  std::span<const double> best() const noexcept {
    return options_.keep_best ? std::span<const double>(state_.best) : std::span<const double>();
  }

  /// Number of the last iteration that it saw.
  std::size_t iteration() const noexcept { return iteration_; }

  /// Writes what it saw into the summary; `last` is the number of the last iteration.
  void describe(TrainingSummary& summary, std::size_t last) const;

 private:
  void keep_if_better(const Step& step, double value);
  void save_if_due(const Step& step);

  const TrainingTask* task_;
  Validate validate_;
  WatchOptions options_;
  Checkpoint state_;
  std::size_t iteration_ = 0;
  bool out_of_patience_ = false;
  bool interrupted_ = false;
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

}  // namespace podium
