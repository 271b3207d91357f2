#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace podium {

/// The files of one fold.
struct FoldFiles {
  std::string name;  ///< name of the folder, "Fold1"
  std::filesystem::path train;
  std::optional<std::filesystem::path> vali;
  std::filesystem::path test;
};

/// The folds in a folder with the layout of LETOR and MSLR: subfolders Fold1, Fold2, ... in the
/// order of their numbers, in the folder itself or in its subfolder Data; or the three files in the
/// folder itself. Files are named train, vali, test or trainingset, validationset, testset, with
/// the ending .txt, .csv, .tsv or .podium, optionally followed by .gz or .zst; case does not
/// matter. Throws UsageError when a file is missing or ambiguous.
std::vector<FoldFiles> find_folds(const std::filesystem::path& folder);

}  // namespace podium
