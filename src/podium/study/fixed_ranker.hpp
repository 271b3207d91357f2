#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "podium/study/cell.hpp"
#include "podium/study/source.hpp"
#include "podium/study/spec.hpp"

namespace podium {

/// Identifies the bytes of the run or score files of a row on a data set, in 16 hexadecimal digits;
/// empty for a row that reads none. `{data}`, `{fold}` (from 1) and `{part}` (vali or test) in the
/// file's name stand for those of the cell. Throws UsageError naming the row when a file is
/// missing, and for score files of data in folds that do not differ by fold and part.
std::string ranker_fingerprint(const StudyRow& row, const StudyData& data,
                               const StudySource& source, const std::filesystem::path& folder);

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
