#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "podium/study/cell.hpp"
#include "podium/study/source.hpp"
#include "podium/study/spec.hpp"

namespace podium {

/// What a row that ranks without learning (see StudyRow::is_fixed) is worth in one cell.
struct FixedOutcome {
  double validation = 0.0;  ///< the metric on validation data
  Evaluation test;
};

/// Ranks the fold's validation and test data by a feature, a run or scores. Documents that lack the
/// feature come last; a run is joined with the labels of the data, as podium evaluate --run does.
FixedOutcome measure_fixed(const StudySpec& spec, const StudyCell& cell, const StudySource& source,
                           const FoldData& data, const std::filesystem::path& folder);

}  // namespace podium
