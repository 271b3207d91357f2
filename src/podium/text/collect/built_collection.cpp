#include "podium/text/collect/built_collection.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/format/trec/run.hpp"
#include "podium/text/collect/collection_manifest.hpp"

namespace podium::text {

namespace {

namespace fs = std::filesystem;

StageRecord meta_stage(const fs::path& folder) {
  std::optional<StageRecord> record = CollectionManifest(folder).finished("meta");
  if (!record || !record->input.contains("corpus")) {
    throw DataError({folder.string()},
                    "found no finished build, expected a folder written by podium collect build");
  }
  return std::move(*record);
}

/// The corpus of the build, at another place if it was moved.
CorpusSource corpus_of(const StageRecord& record, const fs::path& manifest, const fs::path& moved) {
  const StageRecord::Input& input = record.input.at("corpus");
  CorpusSource corpus{.path = moved.empty() ? fs::path(input.path) : moved};
  if (!fs::exists(corpus.path)) {
    throw DataError({corpus.path.string()},
                    "found no such file, expected the documents that the collection was built of; "
                    "say where they are now if they were moved");
  }
  if (const std::string found = checksum_of(corpus.path); found != input.checksum) {
    throw DataError({corpus.path.string()},
                    fmt::format("found the checksum {}, expected {}: these are not the documents "
                                "that the collection was built of",
                                found, input.checksum));
  }
  const auto options = record.parameter.find("corpus");
  if (options == record.parameter.end()) return corpus;
  try {
    corpus.options = parse_options<CorpusOptions>(options->second);
  } catch (const UsageError& problem) {
    throw DataError({manifest.string()}, problem.what());
  }
  return corpus;
}

}  // namespace

BuiltCollection read_built_collection(const fs::path& folder, const fs::path& corpus) {
  const fs::path meta_folder = folder / "meta";
  const StageRecord record = meta_stage(folder);
  return {.queries = meta_folder / "queries.tsv",
          .corpus = corpus_of(record, folder / "manifest.json", corpus),
          .first_stage = read_run(meta_folder / "bm25.run").retrieved};
}

}  // namespace podium::text
