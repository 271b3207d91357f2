#include "podium/study/row_files.hpp"

#include <array>
#include <set>
#include <vector>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"
#include "podium/format/orders/preference_pairs.hpp"

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

}  // namespace

std::filesystem::path file_of_row(const StudyRow& row, const StudyData& data, std::size_t fold,
                                  std::string_view part, const std::filesystem::path& folder) {
  std::string name = !row.run.empty() ? row.run : !row.scores.empty() ? row.scores : row.pairs;
  replace_all(name, "{data}", data.name);
  replace_all(name, "{fold}", to_text(fold + 1));
  replace_all(name, "{part}", part);
  return folder / name;
}

bool has_scores_of_all_rows(const StudyRow& row) {
  return row.scores.find("{fold}") == std::string::npos;
}

std::string row_fingerprint(const StudyRow& row, const StudyData& data, const StudySource& source,
                            const std::filesystem::path& folder) {
  const std::vector<std::string_view> parts = parts_of(row);
  if (parts.empty()) return "";
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
