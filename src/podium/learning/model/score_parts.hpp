#pragma once

#include <optional>
#include <span>
#include <vector>

#include "podium/learning/model/model.hpp"

namespace podium {

/// The score of a document as a sum of parts, exact up to rounding.
struct ScoreParts {
  std::vector<double> feature;  ///< contribution of each feature
  std::optional<double> bias;   ///< bias, if the model has one
};

/// Whether score_parts() takes the kind.
bool is_sum_of_parts(const ModelKind& kind);

/// The parts of the score of one prepared document. Throws UsageError for a kind whose score is
/// not a sum over features.
ScoreParts score_parts(const ModelKind& kind, std::span<const float> prepared);

}  // namespace podium
