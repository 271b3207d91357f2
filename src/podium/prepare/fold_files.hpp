#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "podium/data/dataset.hpp"
#include "podium/prepare/split.hpp"

namespace podium {

/// A file that holds a part of a data set.
struct PartFile {
  std::filesystem::path path;
  std::size_t queries = 0;
  std::size_t rows = 0;
};

/// Writes some queries as a LETOR file.
PartFile write_part(const Dataset& data, const QueryList& queries,
                    const std::filesystem::path& path);

/// Writes the folds of a cross-validation as LETOR lays them out: the parts S1.txt, S2.txt, ... of
/// `queries` cut evenly, and Fold1, Fold2, ... with train.txt, vali.txt and test.txt. Makes the
/// folders. Throws UsageError for fewer than 3 folds or fewer queries than folds.
std::vector<PartFile> write_folds(const Dataset& data, const QueryList& queries, std::size_t folds,
                                  const std::filesystem::path& folder);

/// Makes a folder and those above it; throws StorageError when it cannot.
void make_folder(const std::filesystem::path& folder);

}  // namespace podium
