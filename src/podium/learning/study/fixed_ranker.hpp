#pragma once

#include <filesystem>

#include "podium/core/base/options.hpp"
#include "podium/learning/study/cell.hpp"
#include "podium/learning/study/source.hpp"
#include "podium/learning/study/spec.hpp"

namespace podium {

/// What a row that ranks without learning (see StudyRow::is_fixed) is worth in one cell.
struct FixedOutcome {
  double validation = 0.0;  ///< the metric on validation data
  OptionText chosen;        ///< the feature, where the data chose it
  Evaluation test;
};

/// Ranks the fold's validation and test data by a feature, a run or scores. Documents that lack the
/// feature come last; a run is joined with the labels of the data, as podium evaluate --run does.
/// The feature `best_feature` is the one that the fold's training and validation data choose, as a
/// tuned row takes it for its baseline. Throws UsageError when there is none.
FixedOutcome measure_fixed(const StudySpec& spec, const StudyCell& cell, const StudySource& source,
                           const FoldData& data, const std::filesystem::path& folder);

}  // namespace podium
