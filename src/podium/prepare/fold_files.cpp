#include "podium/prepare/fold_files.hpp"

#include <system_error>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"
#include "podium/format/read.hpp"

namespace podium {

void make_folder(const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) throw StorageError("cannot make folder " + in_quotes(folder.string()));
}

PartFile write_part(const Dataset& data, const QueryList& queries,
                    const std::filesystem::path& path) {
  const Dataset part = take_queries(data, queries);
  write_dataset(part, path, DataFormat::letor);
  return {path, part.query_count(), part.row_count()};
}

std::vector<PartFile> write_folds(const Dataset& data, const QueryList& queries,
                                  std::size_t fold_count, const std::filesystem::path& folder) {
  const std::vector<QueryList> parts = cut_evenly(queries, fold_count);
  const std::vector<Fold> folds = rotate_folds(parts);
  make_folder(folder);
  std::vector<PartFile> files;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    files.push_back(write_part(data, parts[i], folder / fmt::format("S{}.txt", i + 1)));
  }
  for (std::size_t i = 0; i < folds.size(); ++i) {
    const std::filesystem::path fold = folder / fmt::format("Fold{}", i + 1);
    make_folder(fold);
    files.push_back(write_part(data, folds[i].train, fold / "train.txt"));
    files.push_back(write_part(data, folds[i].vali, fold / "vali.txt"));
    files.push_back(write_part(data, folds[i].test, fold / "test.txt"));
  }
  return files;
}

}  // namespace podium
