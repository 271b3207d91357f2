#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// Reads a score file: one finite number per line, in the order of the data file's rows; blank
/// lines may follow. Of a file that is called .csv or .tsv and has a column "score", that. Anything
/// else is a DataError with line and column. See docs/formats/scores.md.
std::vector<double> read_scores(const std::filesystem::path& path);

/// The scores of a file with one for each row of the data, in row order (see scores_by_row).
/// Another number of them is a DataError.
std::vector<double> read_scores_of(const Dataset& data, const std::filesystem::path& path);

/// Writes one score per line, each as the shortest text that reads back the same. A score that is
/// not finite is a NumericError; then nothing is written.
void write_scores(std::span<const double> scores, const std::filesystem::path& path);

/// A further column of a table of scores, in row order.
struct ScoreColumn {
  std::string name;
  std::vector<double> by_row;
};

/// Writes a table with the columns qid, docid, score and more, rows in the order of the input,
/// separated by commas, or by tabs if the file is called .tsv. Scores are given in row order.
/// Throws as write_scores() does.
void write_score_table(const Dataset& data, std::span<const double> by_row,
                       const std::filesystem::path& path, std::span<const ScoreColumn> more = {});

}  // namespace podium
