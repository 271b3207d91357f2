#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/learning/learn/boosting/boost_state.hpp"
#include "podium/learning/learn/boosting/weak_pool.hpp"
#include "podium/learning/learn/training.hpp"
#include "podium/learning/learn/training_watch.hpp"

namespace podium {

/// The options that all algorithms have which boost.
struct RoundOptions {
  std::size_t rounds = 500;
  KeptIteration keep = KeptIteration::best;
  std::size_t patience = 0;

  static auto fields() {
    using Self = RoundOptions;
    return std::array{
        field("rounds", &Self::rounds, 0, 1'000'000, "maximum number of weak rankers or trees"),
        field(
            "keep", &Self::keep, kept_iteration_names,
            "round that becomes the model: the best, or the last; the best is chosen on validation "
            "data, or without such data on training data if the algorithm optimises a measure"),
        field("patience", &Self::patience, 0, 1'000'000,
              "stop after this many rounds without a better validation value; 0: never"),
    };
  }
};

/// What every kind of boosting has around its rounds: where it starts, the scores of the held-out
/// data, the watch, and the model in the end. The number of rounds is chosen on one path, nothing
/// is trained again.
class BoostRun {
 public:
  /// Borrows the task.
  BoostRun(const TrainingTask& task, const RoundOptions& options);
  BoostRun(const BoostRun&) = delete;
  BoostRun& operator=(const BoostRun&) = delete;
  BoostRun(BoostRun&&) = delete;
  BoostRun& operator=(BoostRun&&) = delete;
  ~BoostRun() = default;

  /// Of the checkpoint, of the model to start from, or empty. Throws UsageError for a model of
  /// another kind.
  BoostState first_state() const;

  std::size_t round() const noexcept { return watch_.iteration(); }
  bool keeps_best() const noexcept { return options_.keep == KeptIteration::best; }
  bool may_go_on() const noexcept { return round() < options_.rounds; }

  void assign(std::span<const WeakTerm> terms);
  void add(const WeakTerm& term);

  /// Tells the watch of the next round; false ends the boosting.
  bool report(const BoostState& state, double value);

  /// The model of the round that the options want; `fallback` without validation data.
  TrainingResult finish(TrainingSummary summary, std::vector<WeakTerm> fallback) const;

 private:
  /// Throws DataError for a feature that there is not.
  void check_features(std::span<const WeakTerm> terms) const;

  const TrainingTask& task_;
  RoundOptions options_;
  std::optional<RunningScores> held_out_;
  TrainingWatch watch_;
};

}  // namespace podium
