#include "podium/core/prepare/fold_files.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/feature_names.hpp"

namespace podium {

namespace {

bool is_table(DataFormat format) {
  return format == DataFormat::csv || format == DataFormat::tsv;
}

/// How much of the text of a part comes before its rows.
std::size_t header_length(std::string_view text, DataFormat format) {
  return is_table(format) ? text.find('\n') + 1 : feature_names_length(text);
}

/// Concatenates the files of the parts, so that rows need not be formatted again.
PartFile joined(std::span<const PartFile> parts, std::size_t first, std::size_t count,
                const std::filesystem::path& path, DataFormat format) {
  PartFile made{path};
  OutputFile file(path);
  for (std::size_t i = 0; i < count; ++i) {
    const PartFile& part = parts[(first + i) % parts.size()];
    const MappedFile text(part.path);
    file.write(text.bytes().substr(i == 0 ? 0 : header_length(text.bytes(), format)));
    made.queries += part.queries;
    made.rows += part.rows;
  }
  file.commit();
  return made;
}

/// Whether the files of parts can be concatenated: text whose weights, if any, are in its rows.
bool can_join(const Dataset& data, DataFormat format) {
  const bool has_weights =
      !data.columns().row_weight.empty() || !data.columns().query_weight.empty();
  const bool is_letor = format == DataFormat::letor || format == DataFormat::letor_list ||
                        format == DataFormat::letor_agg;
  return is_table(format) || (is_letor && !has_weights);
}

}  // namespace

void make_folder(const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) throw StorageError("cannot create folder " + in_quotes(folder.string()));
}

std::string_view ending_of(DataFormat format) {
  switch (format) {
    case DataFormat::csv:
      return ".csv";
    case DataFormat::tsv:
      return ".tsv";
    case DataFormat::podium:
      return ".podium";
    default:
      return ".txt";
  }
}

PartFile write_part(const Dataset& data, const QueryList& queries,
                    const std::filesystem::path& path, DataFormat format) {
  const Dataset part = take_queries(data, queries);
  write_dataset(part, path, format);
  return {path, part.query_count(), part.row_count()};
}

std::vector<PartFile> write_folds(const Dataset& data, const QueryList& queries,
                                  std::size_t fold_count, const std::filesystem::path& folder,
                                  DataFormat format, std::string_view all) {
  const std::vector<QueryList> parts = cut_evenly(queries, fold_count);
  const std::vector<Fold> folds = rotate_folds(parts);
  make_folder(folder);
  std::vector<PartFile> files;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    files.push_back(write_part(data, parts[i],
                               folder / fmt::format("S{}{}", i + 1, ending_of(format)), format));
  }
  /// A file of a fold: consecutive parts, the first of which follows the last.
  struct FoldFile {
    const QueryList& queries;
    std::size_t first;
    std::size_t count;
    std::filesystem::path path;
  };
  const std::vector<PartFile> pieces = files;
  const std::size_t train = parts.size() - 2;
  std::vector<FoldFile> wanted;
  for (std::size_t i = 0; i < folds.size(); ++i) {
    const std::filesystem::path fold = folder / fmt::format("Fold{}", i + 1);
    make_folder(fold);
    const auto add = [&](const QueryList& queries, std::size_t first, std::size_t count,
                         std::string_view name) {
      wanted.push_back(
          {queries, first, count, fold / fmt::format("{}{}", name, ending_of(format))});
    };
    add(folds[i].train, i, train, "train");
    add(folds[i].vali, i + train, 1, "vali");
    add(folds[i].test, i + train + 1, 1, "test");
  }
  if (!all.empty()) {
    wanted.push_back(
        {queries, 0, parts.size(), folder / fmt::format("{}{}", all, ending_of(format))});
  }
  if (can_join(data, format)) {
    files.resize(pieces.size() + wanted.size());
    parallel_for(wanted.size(), [&](std::size_t i) {
      files[pieces.size() + i] =
          joined(pieces, wanted[i].first, wanted[i].count, wanted[i].path, format);
    });
  } else {
    for (const FoldFile& file : wanted) {
      files.push_back(write_part(data, file.queries, file.path, format));
    }
  }
  if (!all.empty()) std::rotate(files.begin(), files.end() - 1, files.end());
  return files;
}

}  // namespace podium
