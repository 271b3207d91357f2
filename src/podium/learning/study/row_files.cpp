#include "podium/learning/study/row_files.hpp"

#include <array>
#include <set>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/orders/preference_pairs.hpp"
#include "podium/core/prepare/added_feature.hpp"
#include "podium/learning/experiment/tuning/baseline_file.hpp"

namespace podium {

namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

void check_pattern(const StudyRow& row, const StudyData& data) {
  if (row.scores.empty()) return;
  const bool has_part = row.scores.find("{part}") != std::string::npos;
  if (!data.folds.empty() && (has_scores_of_all_rows(row) || !has_part)) {
    throw UsageError("row " + in_quotes(row.name) + ", data " + in_quotes(data.name) +
                     ": found the score file " + in_quotes(row.scores) +
                     ", expected {fold} and {part} in its name, because the data is in folds");
  }
  if (data.folds.empty() && (!has_scores_of_all_rows(row) || has_part)) {
    throw UsageError("row " + in_quotes(row.name) + ", data " + in_quotes(data.name) +
                     ": found the score file " + in_quotes(row.scores) +
                     ", expected one file for all rows of the data, without {fold} and {part}");
  }
}

/// The parts that the row reads files for.
std::vector<std::string_view> parts_of(const StudyRow& row) {
  if (!row.pairs.empty()) return {"train"};
  if (row.run.empty() && row.scores.empty()) return {};
  return {"vali", "test"};
}

/// The name of a file, as the cell has it.
std::string named(std::string name, const StudyData& data, std::size_t fold,
                  std::string_view part) {
  replace_all(name, "{data}", data.name);
  replace_all(name, "{fold}", to_text(fold + 1));
  replace_all(name, "{part}", part);
  return name;
}

/// Identifies the baselines of all folds; empty when they are no files.
std::string baseline_fingerprint(const StudyRow& row, const StudyData& data, std::size_t fold_count,
                                 const std::filesystem::path& folder) {
  std::set<std::filesystem::path> files;
  for (std::size_t fold = 0; fold < fold_count; ++fold) {
    if (const auto file = baseline_of_row(row, data, fold, folder)) files.insert(*file);
  }
  return files.empty() ? "" : fingerprint_of({files.begin(), files.end()});
}

}  // namespace

std::filesystem::path file_of_row(const StudyRow& row, const StudyData& data, std::size_t fold,
                                  std::string_view part, const std::filesystem::path& folder) {
  return folder / named(!row.run.empty()      ? row.run
                        : !row.scores.empty() ? row.scores
                                              : row.pairs,
                        data, fold, part);
}

std::optional<std::filesystem::path> baseline_of_row(const StudyRow& row, const StudyData& data,
                                                     std::size_t fold,
                                                     const std::filesystem::path& folder) {
  if (row.baseline.empty() || row.baseline == best_feature) return std::nullopt;
  std::filesystem::path path = folder / named(row.baseline, data, fold, "train");
  if (!std::filesystem::is_regular_file(path)) return std::nullopt;
  return path;
}

FoldData with_baseline(FoldData data, const std::filesystem::path& baseline) {
  const BaselineFile file(baseline);
  if (file.kind() == BaselineKind::scores) {
    throw UsageError(baseline.string() +
                     ": one file of scores cannot be the baseline of all parts of a fold, expected "
                     "a run or a model");
  }
  for (Dataset* part : {&data.train, &data.vali, &data.test}) {
    *part = with_added_feature(*part, std::string(baseline_feature), file.scores(*part));
  }
  return data;
}

bool has_scores_of_all_rows(const StudyRow& row) {
  return row.scores.find("{fold}") == std::string::npos;
}

std::string row_fingerprint(const StudyRow& row, const StudyData& data, const StudySource& source,
                            const std::filesystem::path& folder) {
  const std::vector<std::string_view> parts = parts_of(row);
  if (parts.empty()) return baseline_fingerprint(row, data, source.fold_count, folder);
  check_pattern(row, data);
  std::set<std::filesystem::path> files;
  for (std::size_t fold = 0; fold < source.fold_count; ++fold) {
    for (const std::string_view part : parts)
      files.insert(file_of_row(row, data, fold, part, folder));
  }
  for (const std::filesystem::path& file : files) {
    if (std::filesystem::exists(file)) continue;
    throw UsageError("row " + in_quotes(row.name) + ": found no file " + file.string());
  }
  return fingerprint_of({files.begin(), files.end()});
}

QueryPairs pairs_of_row(const StudyRow& row, const StudyData& data, std::size_t fold,
                        const std::filesystem::path& folder, const Dataset& train,
                        const FoldData& all) {
  const std::array<Dataset, 3> parts = {all.train, all.vali, all.test};
  return read_preference_pairs(file_of_row(row, data, fold, "train", folder), train, parts).pairs;
}

}  // namespace podium
