#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace podium {

/// What a search may cost: a number of trainings, or time.
struct TrainingCount {
  std::size_t trainings = 0;
};
struct SearchTime {
  double seconds = 0.0;
};
using SearchBudget = std::variant<TrainingCount, SearchTime>;

/// One rung of a ladder: candidates are compared by their values on these folds.
struct Rung {
  std::vector<std::size_t> folds;
};

/// A training: a candidate on a fold.
struct Trial {
  std::size_t candidate = 0;
  std::size_t fold = 0;
};

/// Until when trainings may begin and run, in seconds of Trials::seconds().
struct TrialLimits {
  double begin_before = std::numeric_limits<double>::infinity();
  double end_before = std::numeric_limits<double>::infinity();
};

/// The trainings that candidates are compared by.
class Trials {
 public:
  virtual ~Trials() = default;

  /// Runs them, in any order. Those that a limit stops, and those that fail, leave no value. False:
  /// the user ended the search.
  virtual bool run(std::span<const Trial> trials, const TrialLimits& limits) = 0;

  /// On all these folds together; nothing when a training is missing.
  virtual std::optional<double> value(std::size_t candidate,
                                      std::span<const std::size_t> folds) const = 0;

  virtual bool is_better(double value, double than) const = 0;

  /// Since the search began.
  virtual double seconds() const = 0;

  /// By how much a training will increase seconds(), judged by those so far.
  virtual double expected_seconds(const Trial& trial) const = 0;

 protected:
  Trials() = default;
  Trials(const Trials&) = default;
  Trials& operator=(const Trials&) = default;
  Trials(Trials&&) = default;
  Trials& operator=(Trials&&) = default;
};

/// How a search went.
struct Halving {
  std::vector<Rung> rungs;                  ///< those that were done
  std::vector<std::vector<double>> values;  ///< of each candidate, on the rungs that it reached
  std::vector<std::size_t> order;           ///< those with a value, the best first
};

/// How many candidates each rung has: the most that a number of trainings allows if about a third
/// of them goes on from each rung to the next. At least `required` candidates are on the first
/// rung, at most `available`; if these are fewer than could be paid for, more of them go on. There
/// are fewer rungs if the budget does not allow all of them. Throws UsageError when the budget is
/// below `required`.
std::vector<std::size_t> plan_halving(std::span<const Rung> rungs, std::size_t budget,
                                      std::size_t required, std::size_t available);

/// Successive halving by thirds [Jamieson16]: all candidates are measured on the folds of the first
/// rung, the better ones on those of the next, and so on. The first `required` candidates are
/// always tried.
///
/// With a TrainingCount, there are never more trainings than that, and the same candidates go on
/// whatever the number of threads. With SearchTime, new candidates begin during the first 60 % of
/// the time; a rung begins only if what is left of the time will do for it, judged by the trainings
/// so far, and a rung that time ends does not count.
///
/// Empty when the user ended the search. No candidate has a value: `order` is empty.
std::optional<Halving> halve(std::span<const Rung> rungs, std::size_t candidates,
                             std::size_t required, const SearchBudget& budget, Trials& trials);

}  // namespace podium
