#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/learning/optimise/objective.hpp"

namespace podium {

/// A part that is done, of an algorithm that trains several.
struct FinishedPart {
  std::string model;        ///< as in a model file
  std::size_t skipped = 0;  ///< queries that could not contribute
  double objective = 0.0;   ///< of its last iteration

  bool operator==(const FinishedPart&) const = default;
};

/// All that a training run must remember to go on after it was killed and to end with the same
/// model as if it had not been.
struct Checkpoint {
  Snapshot optimiser;
  std::vector<double> best;      ///< parameters of the best iteration so far
  double best_validation = 0.0;  ///< meaningful when `best` is not empty
  std::size_t best_iteration = 0;
  std::vector<FinishedPart> finished;  ///< before what the rest is about

  bool operator==(const Checkpoint&) const = default;
};

/// Where a training run goes on, and how it saves checkpoints.
struct CheckpointOptions {
  std::optional<Checkpoint> from;               ///< where to go on
  std::function<void(const Checkpoint&)> save;  ///< empty: none are kept
  double seconds_between = 20.0;
};

/// How a file begins that keeps the trainings of a choice of options, in the place of a checkpoint.
inline constexpr std::string_view tuning_beginning = "{\"identity\":";

/// What is thrown for the checkpoint of another training.
UsageError other_training(const std::filesystem::path& path);

/// A file of one checkpoint, good for one training run only: `identity` says which (algorithm,
/// options, seed, data). Written whole or not at all.
class CheckpointFile {
 public:
  CheckpointFile(std::filesystem::path path, std::string identity);

  void save(const Checkpoint& checkpoint) const;

  /// The checkpoint, or nothing when there is no file. Throws DataError for a damaged file and
  /// UsageError when it belongs to another run.
  std::optional<Checkpoint> load() const;

  /// Whether the file is there and belongs to this run, so that load() would return it.
  bool is_own() const;

  /// Removes the file, if there is one.
  void remove() const;

  const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
  std::string identity_;
};

}  // namespace podium
