#pragma once

#include <optional>
#include <span>
#include <vector>

#include "podium/model/model.hpp"

namespace podium {

/// A document's score taken apart. The parts add up to the score, up to the rounding of sums.
struct ScoreParts {
  std::vector<double> feature;  ///< what each feature adds
  std::optional<double> bias;   ///< what is there without any, if the model has it
};

/// The parts of the score of one prepared document. Throws UsageError for a kind whose score is not
/// a sum over features.
ScoreParts score_parts(const ModelKind& kind, std::span<const float> prepared);

}  // namespace podium
