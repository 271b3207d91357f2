#include "podium/learning/study/source.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/checksum.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/joined_data.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/format/parquet/table_files.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/prepare/folds.hpp"
#include "podium/core/prepare/split.hpp"
#include "podium/core/synth/synth.hpp"

namespace podium {

namespace {

// Generated data is the same for every seed of a study: seeds vary learning, not the data.
constexpr std::uint64_t data_seed = 1;

std::string hexadecimal(std::uint64_t number) {
  return fmt::format("{:016x}", number);
}

/// Adds the checksum of a file's bytes to a running hash.
std::uint64_t with_file(std::uint64_t hash, const std::filesystem::path& path) {
  return fnv1a64(hexadecimal(checksum64(MappedFile(path).bytes())), hash);
}

/// The same of a data set with the files beside it that its reader may use.
std::uint64_t with_data(std::uint64_t hash, const std::filesystem::path& path) {
  for (const std::filesystem::path& part : parquet::parts_of(path)) hash = with_file(hash, part);
  for (const std::filesystem::path& file : files_beside(path)) hash = with_file(hash, file);
  return hash;
}

/// The options of a data set's reader; its files are in `folder`.
ReadOptions reading_of(const StudyData& data, const std::filesystem::path& folder) {
  auto options = parse_options<ReadOptions>(data.read);
  for (std::string* file : {&options.groups, &options.query_weights, &options.row_weights}) {
    if (!file->empty() && *file != no_weights) *file = folder / *file;
  }
  return options;
}

/// Adds the options of reading and the files that they name, if there are any, to a running hash.
std::uint64_t with_reading(std::uint64_t hash, const StudyData& data, const ReadOptions& options) {
  for (const auto& [name, value] : data.read) hash = fnv1a64(name + "=" + value + ";", hash);
  for (const std::string* file : {&options.groups, &options.query_weights, &options.row_weights}) {
    if (!file->empty() && *file != no_weights) hash = with_file(hash, *file);
  }
  return hash;
}

/// The description of all parts together; they share no query.
DatasetInfo together(const std::vector<Dataset>& parts) {
  DatasetInfo all = describe(parts.front());
  std::vector<std::size_t> sizes;
  for (const Dataset& part : parts) {
    for (std::size_t q = 0; q < part.query_count(); ++q) sizes.push_back(part[q].size());
    if (&part == &parts.front()) continue;
    const DatasetInfo more = describe(part);
    all.queries += more.queries;
    all.rows += more.rows;
    for (const auto& [label, rows] : more.labels) all.labels[label] += rows;
    all.missing += more.missing;
    all.blank_queries += more.blank_queries;
    all.short_queries += more.short_queries;
  }
  std::ranges::sort(sizes);
  const std::size_t middle = sizes.size() / 2;
  all.documents_per_query = {
      sizes.front(), static_cast<double>(sizes[middle] + sizes[(sizes.size() - 1) / 2]) / 2.0,
      sizes.back()};
  return all;
}

StudySource source_of_folder(const StudyData& data, const std::filesystem::path& folder,
                             const ReadOptions& reading) {
  auto folds = std::make_shared<const std::vector<FoldFiles>>(find_folds(folder));
  const auto read = [reading,
                     rule = parse_unjudged_rule(data.unjudged)](const std::filesystem::path& path) {
    return with_unjudged_rule(read_dataset(path, reading), rule);
  };
  std::uint64_t hash = fnv1a64("folds");
  for (const FoldFiles& fold : *folds) {
    if (!fold.vali) {
      throw UsageError("data " + in_quotes(data.name) + ": fold " + in_quotes(fold.name) +
                       " has no validation file, which is needed to choose options");
    }
    hash = with_data(with_data(with_data(hash, fold.train), *fold.vali), fold.test);
  }
  return {.name = data.name,
          .fold_count = folds->size(),
          .fingerprint = hexadecimal(with_reading(hash, data, reading)),
          .load =
              [folds, read](std::size_t fold) {
                const FoldFiles& files = (*folds)[fold];
                return FoldData{read(files.train), read(*files.vali), read(files.test)};
              },
          .describe =
              [folds, read] {
                std::vector<Dataset> tests;
                for (const FoldFiles& fold : *folds) tests.push_back(read(fold.test));
                return together(tests);
              }};
}

/// Folds of one data set, of queries that the seed shuffles.
StudySource source_of_data(const std::string& name, const Dataset& data, std::size_t fold_count,
                           std::uint64_t hash, std::uint64_t seed = data_seed) {
  const std::vector<Fold> folds =
      rotate_folds(cut_evenly(all_queries(data.query_count(), seed), fold_count));
  return {.name = name,
          .fold_count = folds.size(),
          .fingerprint = hexadecimal(fnv1a64(to_text(fold_count), hash)),
          .load =
              [data, folds](std::size_t fold) {
                return FoldData{take_queries(data, folds[fold].train),
                                take_queries(data, folds[fold].vali),
                                take_queries(data, folds[fold].test)};
              },
          .whole = [data] { return data; },
          .describe = [data] { return describe(data); }};
}

std::filesystem::path place_of(const StudyData& data, const std::filesystem::path& folder) {
  return folder / (data.folds.empty() ? data.file : data.folds);  // an absolute path stays as it is
}

}  // namespace

std::string fingerprint_of(const std::vector<std::filesystem::path>& files) {
  std::uint64_t hash = fnv1a64("files");
  for (const std::filesystem::path& file : files) hash = with_file(hash, file);
  return hexadecimal(hash);
}

StudySource source_of(const StudyData& data, const Dataset& rows, std::string_view identity) {
  return source_of_data(data.name, rows, data.fold_count, fnv1a64(identity));
}

StudySource repartitioned(const StudySource& source, std::uint64_t seed) {
  Dataset all = source.load(0).test;
  for (std::size_t fold = 1; fold < source.fold_count; ++fold) {
    all = joined_data(all, source.load(fold).test);
  }
  const std::uint64_t hash = fnv1a64(fmt::format("{} partition {}", source.fingerprint, seed));
  return source_of_data(source.name, all, source.fold_count, hash, seed);
}

bool is_there(const StudyData& data, const std::filesystem::path& folder) {
  return data.synth || std::filesystem::exists(place_of(data, folder));
}

StudySource open_source(const StudyData& data, const std::filesystem::path& folder) {
  if (data.synth) {
    const auto options = parse_options<SynthOptions>(*data.synth);
    std::uint64_t hash = fnv1a64("synth");
    for (const auto& [name, value] : options_text(options)) {
      hash = fnv1a64(name + "=" + value + ";", hash);
    }
    return source_of_data(data.name, synthesise(options, data_seed).data, data.fold_count, hash);
  }
  const std::filesystem::path place = place_of(data, folder);
  if (!std::filesystem::exists(place)) {
    throw UsageError("data " + in_quotes(data.name) + ": found no file or folder " +
                     place.string());
  }
  const ReadOptions reading = reading_of(data, folder);
  if (!data.folds.empty()) return source_of_folder(data, place, reading);
  const Dataset rows =
      with_unjudged_rule(read_dataset(place, reading), parse_unjudged_rule(data.unjudged));
  return source_of_data(data.name, rows, data.fold_count,
                        with_reading(with_data(fnv1a64("file"), place), data, reading));
}

}  // namespace podium
