#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/learning/learn/training.hpp"

namespace podium {

/// What a loss sees of a label; documents of equal gain are tied for it.
using GainOf = std::function<double(double label)>;

/// The same labels with strict levels: documents of equal gain stand in the order of their scores,
/// those of equal score in input order.
Dataset ties_broken_by(const Dataset& data, const GainOf& gain, std::span<const double> scores);

/// Training once, and then `rounds` times on data whose ties stand as the model so far scores them,
/// each time from that model, until they do not move any more. For losses that compare with one
/// ideal order of many: the fairest is the one that the scores like best, but with it the loss
/// would be a difference of convex functions. Held fixed for a round it is convex, and each round
/// lowers that difference.      [Yuille03]
///
/// While there is a next() round, the caller trains a linear model by its task() and passes that to
/// add().
class TieRounds {
 public:
  /// Borrows `task`. Throws DataError if its checkpoint is not one of tie rounds.
  TieRounds(const TrainingTask& task, std::size_t rounds, GainOf gain);
  TieRounds(const TieRounds&) = delete;
  TieRounds& operator=(const TieRounds&) = delete;
  TieRounds(TieRounds&&) = delete;
  TieRounds& operator=(TieRounds&&) = delete;
  ~TieRounds() = default;

  /// Goes on to the next round; false: there is none.
  bool next();

  /// The number of the round; 0 is on the data as it is.
  std::size_t round() const noexcept { return round_; }
  const TrainingTask& task() const noexcept { return own_; }

  void add(TrainingResult trained);
  TrainingResult result() && { return std::move(*last_); }

 private:
  std::string problem() const;
  void restore(Checkpoint checkpoint);
  Checkpoint with_start(Checkpoint checkpoint) const;

  const TrainingTask& task_;
  std::size_t rounds_;
  GainOf gain_;
  TrainingTask own_;  ///< of the round
  std::size_t round_ = 0;
  std::vector<double> start_;  ///< parameters that the round starts from
  std::optional<TrainingResult> last_;
};

}  // namespace podium
