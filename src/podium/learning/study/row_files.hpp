#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "podium/core/data/query_pairs.hpp"
#include "podium/learning/study/source.hpp"
#include "podium/learning/study/spec.hpp"

namespace podium {

/// The file of a row for a part (train, vali or test) of a fold: its run, its scores or its pairs.
/// `{data}`, `{fold}` (from 1) and `{part}` in the name stand for those of the cell.
std::filesystem::path file_of_row(const StudyRow& row, const StudyData& data, std::size_t fold,
                                  std::string_view part, const std::filesystem::path& folder);

/// The file that is the baseline of a tuned row, with the same names; none when there is no such
/// file, so that the baseline is a feature.
std::optional<std::filesystem::path> baseline_of_row(const StudyRow& row, const StudyData& data,
                                                     std::size_t fold,
                                                     const std::filesystem::path& folder);

/// The fold with the scores of the baseline as its last feature. Throws UsageError for a file of
/// scores without ids, which cannot be that of all parts.
FoldData with_baseline(FoldData data, const std::filesystem::path& baseline);

/// Whether the score file has one score for each row of the whole data set.
bool has_scores_of_all_rows(const StudyRow& row);

/// Identifies the bytes of the files of a row on a data set, in 16 hexadecimal digits; empty for a
/// row that reads none. Throws UsageError naming the row when a file is missing, and for score
/// files of data in folds that do not differ by fold and part.
std::string row_fingerprint(const StudyRow& row, const StudyData& data, const StudySource& source,
                            const std::filesystem::path& folder);

/// The pairs of `train`, which may be a part of the fold's training data, for a row that learns
/// from pairs. Throws DataError for a pair of a query that the fold does not have.
QueryPairs pairs_of_row(const StudyRow& row, const StudyData& data, std::size_t fold,
                        const std::filesystem::path& folder, const Dataset& train,
                        const FoldData& all);

}  // namespace podium
