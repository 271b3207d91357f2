#pragma once

#include <string>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/learning/learn/algorithms.hpp"
#include "podium/learning/learn/training.hpp"

namespace podium {

/// An algorithm that is a part of another.
struct LearnerPart {
  const AlgorithmEntry* algorithm = nullptr;
  OptionText options;
  /// Values of its path option, from strong to weak regularisation, of which the best on validation
  /// data is taken, the first of equals. Empty: trained once, as `options` says.
  std::vector<std::string> path;
};

/// Trains one part after the other as one run: progress counts over all of them, a checkpoint knows
/// what is done. Ends with the part that was interrupted, if any. Throws UsageError for a path
/// without validation data.
std::vector<TrainingResult> train_parts(const TrainingTask& task,
                                        const std::vector<LearnerPart>& parts);

}  // namespace podium
