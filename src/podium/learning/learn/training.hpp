#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/data/query_pairs.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/learning/learn/checkpoint.hpp"
#include "podium/learning/loss/loss.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

class SharedBins;

/// Data that is held out of training to choose a model by. Its features are prepared as the
/// training data's are; its truth is what the metric is to see.
struct HeldOut {
  Dataset data;
  Measure metric;
  const Profile* profile = nullptr;
  TieRule ties = TieRule::input;
  ListRule lists = ListRule::whole;

  /// The metric's mean for scores in row order.
  double value_of(std::span<const double> scores) const;
};

/// A training run as the person who waits for it sees it.
struct TrainingProgress {
  std::size_t iteration = 0;
  std::size_t limit = 0;  ///< iterations at most
  double objective = 0.0;
  std::optional<double> gap;  ///< how far above its minimum the objective is at most
  std::string gap_of;         ///< the problem with that minimum, if it is only a part of the whole
  std::optional<double> validation;
  std::optional<double> best;  ///< validation value of the best model so far
  std::size_t best_iteration = 0;
};

/// Told about every iteration; false ends the training and keeps the best model so far.
using ProgressSink = std::function<bool(const TrainingProgress&)>;

/// A second objective: a share lambda of the same loss, of another truth of the same documents.
struct SecondObjective {
  Dataset data;  ///< the rows of the training data with a second label, as their truth
  double lambda = 0.0;
};

/// What an algorithm gets: complete features and a truth as its setting wants it. What a run starts
/// from and what watches it may be empty.
struct TrainingTask {
  Dataset train;
  std::shared_ptr<const QueryPairs> pairs = nullptr;  ///< to learn instead of those of the truth
  const Loss* loss = nullptr;  ///< to minimise instead of the algorithm's own; see takes_loss()
  std::optional<SecondObjective> second;  ///< see takes_second_objective()
  std::optional<HeldOut> validation;
  /// Features whose weights a linear model does not penalise, in ascending order; other models
  /// ignore them.
  std::vector<std::size_t> unpenalised = {};
  std::uint64_t seed = 1;
  std::optional<NamedRanker> start;  ///< a model to start from; none: where the algorithm begins
  ProgressSink progress;
  CheckpointOptions checkpoint;
  SharedBins* bins = nullptr;  ///< of `train`, for several trainings of trees; none: an own one
};

/// How a training went; part of what a saved model remembers.
struct TrainingSummary {
  std::size_t queries = 0;
  std::size_t skipped = 0;  ///< queries that could not contribute to the loss
  std::size_t iterations = 0;
  std::size_t best_iteration = 0;  ///< whose parameters the model has
  std::string stop;                ///< the reason, in words
  double objective = 0.0;          ///< of the last iteration
  std::optional<double> gap;       ///< how far above its minimum that is at most, where known
  std::string gap_of;              ///< as in TrainingProgress
  std::optional<double> penalty;   ///< the l2 or c that the option `strength` stands for, if given
  std::optional<double> validation;
  std::vector<std::size_t> passes = {};   ///< over bins that are on disk, of each tree
  bool interrupted = false;               ///< the progress sink ended it
  std::vector<std::string> remarks = {};  ///< what the user should know: options that were changed
};

struct TrainingResult {
  ModelKind kind;
  TrainingSummary summary;
};

}  // namespace podium
