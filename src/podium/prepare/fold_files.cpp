#include "podium/prepare/fold_files.hpp"

#include <span>
#include <system_error>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/io/file.hpp"
#include "podium/base/text.hpp"
#include "podium/format/read.hpp"

namespace podium {

namespace {

/// Concatenates the files of the parts, so that rows need not be formatted again.
PartFile joined(std::span<const PartFile> parts, std::size_t first, std::size_t count,
                const std::filesystem::path& path) {
  PartFile made{path};
  OutputFile file(path);
  for (std::size_t i = 0; i < count; ++i) {
    const PartFile& part = parts[(first + i) % parts.size()];
    file.write(MappedFile(part.path).bytes());
    made.queries += part.queries;
    made.rows += part.rows;
  }
  file.commit();
  return made;
}

/// Weights are in separate files next to the data.
bool has_weights(const Dataset& data) {
  return !data.columns().row_weight.empty() || !data.columns().query_weight.empty();
}

}  // namespace

void make_folder(const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) throw StorageError("cannot create folder " + in_quotes(folder.string()));
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
  const std::vector<PartFile> pieces = files;
  const auto add = [&](const QueryList& wanted, std::size_t first, std::size_t count,
                       const std::filesystem::path& path) {
    files.push_back(has_weights(data) ? write_part(data, wanted, path)
                                      : joined(pieces, first, count, path));
  };
  const std::size_t train = parts.size() - 2;
  for (std::size_t i = 0; i < folds.size(); ++i) {
    const std::filesystem::path fold = folder / fmt::format("Fold{}", i + 1);
    make_folder(fold);
    add(folds[i].train, i, train, fold / "train.txt");
    add(folds[i].vali, i + train, 1, fold / "vali.txt");
    add(folds[i].test, i + train + 1, 1, fold / "test.txt");
  }
  return files;
}

}  // namespace podium
