#include "podium/core/prepare/folds.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/unpacker.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

namespace fs = std::filesystem;

enum class Role { train, vali, test };

constexpr std::array<std::array<std::string_view, 2>, 3> role_names = {
    {{"train", "trainingset"}, {"vali", "validationset"}, {"test", "testset"}}};

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code problem;
  std::vector<fs::path> entries;
  for (const auto& entry : fs::directory_iterator(folder, problem)) entries.push_back(entry.path());
  if (problem) throw UsageError("folds: cannot list folder " + in_quotes(folder.string()));
  std::ranges::sort(entries);
  return entries;
}

/// "train.txt.gz" -> "train"; nothing when the ending is not one of a data set.
std::optional<std::string> stem_of(const fs::path& path) {
  const std::string name = lower_case(without_packing(path).filename().string());
  for (const std::string_view ending : {".txt", ".csv", ".tsv", ".podium", ".parquet"}) {
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  }
  return std::nullopt;
}

using RoleFiles = std::map<Role, fs::path>;

RoleFiles role_files(const fs::path& folder) {
  RoleFiles files;
  for (const fs::path& path : entries_of(folder)) {
    const auto stem = stem_of(path);
    if (!stem || fs::is_directory(path)) continue;
    for (std::size_t role = 0; role < role_names.size(); ++role) {
      if (std::ranges::find(role_names[role], *stem) == role_names[role].end()) continue;
      const auto [place, is_new] = files.emplace(static_cast<Role>(role), path);
      if (!is_new) {
        throw UsageError("folds: found " + in_quotes(place->second.string()) + " and " +
                         in_quotes(path.string()) + ", expected only one of them");
      }
    }
  }
  return files;
}

FoldFiles fold_in(const fs::path& folder) {
  const RoleFiles files = role_files(folder);
  if (!files.contains(Role::train) || !files.contains(Role::test)) {
    throw UsageError(
        "folds: found no file in " + in_quotes(folder.string()) + " named " +
        (files.contains(Role::train) ? "test.txt or testset.txt" : "train.txt or trainingset.txt"));
  }
  FoldFiles fold{.name = folder.filename().string(),
                 .train = files.at(Role::train),
                 .test = files.at(Role::test)};
  if (files.contains(Role::vali)) fold.vali = files.at(Role::vali);
  return fold;
}

/// Folders FoldN, by their numbers.
std::map<std::size_t, fs::path> fold_folders(const fs::path& folder) {
  std::map<std::size_t, fs::path> folders;
  for (const fs::path& path : entries_of(folder)) {
    const std::string name = lower_case(path.filename().string());
    if (!name.starts_with("fold") || !fs::is_directory(path)) continue;
    const auto number = parse_number<std::size_t>(std::string_view(name).substr(4));
    if (number) folders.emplace(*number, path);
  }
  return folders;
}

std::vector<FoldFiles> folds_right_in(const fs::path& folder) {
  std::vector<FoldFiles> folds;
  for (const auto& [number, path] : fold_folders(folder)) folds.push_back(fold_in(path));
  if (folds.empty() && !role_files(folder).empty()) folds.push_back(fold_in(folder));
  return folds;
}

/// The subfolders that contain folds, for the message.
std::string better_folders(const fs::path& folder) {
  std::string names;
  for (const fs::path& path : entries_of(folder)) {
    if (!fs::is_directory(path) || fold_folders(path).empty()) continue;
    names += (names.empty() ? "; found folds in " : ", ") + in_quotes(path.string());
  }
  return names;
}

}  // namespace

std::vector<FoldFiles> find_folds(const fs::path& folder) {
  std::vector<FoldFiles> folds = folds_right_in(folder);
  if (!folds.empty()) return folds;
  for (const fs::path& path : entries_of(folder)) {
    if (fs::is_directory(path) && lower_case(path.filename().string()) == "data") {
      folds = folds_right_in(path);
      if (!folds.empty()) return folds;
    }
  }
  throw UsageError("folds: found neither Fold1, Fold2, ... nor train.txt and test.txt in " +
                   in_quotes(folder.string()) + better_folders(folder));
}

}  // namespace podium
