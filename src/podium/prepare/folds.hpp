#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace podium {

/// The files of one fold.
struct FoldFiles {
  std::string name;  ///< of the folder, "Fold1"
  std::filesystem::path train;
  std::optional<std::filesystem::path> vali;
  std::filesystem::path test;
};

/// The folds in a folder, as LETOR and MSLR lay them out: subfolders Fold1, Fold2, ... in the
/// order of their numbers, in the folder itself or in its subfolder Data; or the three files right
/// in the folder. Files are called train, vali, test or trainingset, validationset, testset, end
/// in .txt, .csv, .tsv or .podium, or in .gz or .zst after that; upper and lower case do not
/// matter. Throws UsageError that says what is missing, or which of two files is meant is unclear.
std::vector<FoldFiles> find_folds(const std::filesystem::path& folder);

}  // namespace podium
