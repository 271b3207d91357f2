#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/prepare/split.hpp"

namespace podium {

/// A file with a part of a data set.
struct PartFile {
  std::filesystem::path path;
  std::size_t queries = 0;
  std::size_t rows = 0;
};

/// The ending of files in a format, with which find_folds() finds them: ".txt", ".csv", ".tsv" or
/// ".podium".
std::string_view ending_of(DataFormat format);

/// Writes some queries.
PartFile write_part(const Dataset& data, const QueryList& queries,
                    const std::filesystem::path& path, DataFormat format = DataFormat::letor);

/// Writes the folds of a cross-validation in the layout of LETOR: `queries` in even parts S1.txt,
/// S2.txt, ..., and Fold1, Fold2, ... with train.txt, vali.txt and test.txt; other formats have
/// other endings. With a name for it also a file of all the queries, which is the first that is
/// returned. Creates the folders. Throws UsageError for fewer than 3 folds or fewer queries than
/// folds.
std::vector<PartFile> write_folds(const Dataset& data, const QueryList& queries,
                                  std::size_t fold_count, const std::filesystem::path& folder,
                                  DataFormat format = DataFormat::letor, std::string_view all = {});

/// Creates a folder and its parents; throws StorageError when that fails.
void make_folder(const std::filesystem::path& folder);

}  // namespace podium
