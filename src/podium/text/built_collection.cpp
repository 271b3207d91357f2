#include "podium/text/built_collection.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/file.hpp"
#include "podium/base/text.hpp"
#include "podium/text/collection_files.hpp"
#include "podium/text/collection_manifest.hpp"
#include "podium/text/feature_definition.hpp"
#include "podium/text/query_bm25.hpp"

namespace podium {

namespace {

namespace fs = std::filesystem;

StageRecord meta_stage(const fs::path& folder) {
  std::optional<StageRecord> record = CollectionManifest(folder).finished("meta");
  if (!record || !record->input.contains("corpus")) {
    throw DataError({folder.string()},
                    "found no finished build, expected a folder that podium collect build wrote");
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

std::vector<double> bm25_of(const QueryMeta& query, const CollectionMeta& collection,
                            std::size_t stream, const TextParameters& parameters) {
  QueryBm25 bm25(collection, query, stream, parameters);
  const std::size_t terms = query.term.size();
  std::vector<double> values;
  for (const DocumentMeta& document : query.document) {
    values.push_back(bm25.value(document.length[stream], [&](std::size_t term) {
      return static_cast<double>(document.frequency[stream * terms + term]);
    }));
  }
  return values;
}

DocumentTable first_stage_of(std::shared_ptr<const MetaFolder> meta,
                             const FeatureDefinition& definition) {
  const FeatureRecipe recipe = definition.make_recipe();
  DocumentColumns columns;
  for (const QueryMeta& query : meta->query) {
    const std::vector<double> value =
        bm25_of(query, meta->collection, definition.main_stream(), recipe.parameters);
    std::vector<std::size_t> order(value.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (value[a] != value[b]) return value[a] > value[b];
      return query.document[a].id < query.document[b].id;
    });
    for (const std::size_t document : order) {
      columns.document.emplace_back(query.document[document].id);
      columns.value.push_back(value[document]);
    }
    columns.query_id.emplace_back(query.id);
    columns.query_end.push_back(columns.document.size());
  }
  columns.text = std::move(meta);
  return DocumentTable(std::move(columns));
}

}  // namespace

BuiltCollection read_built_collection(const fs::path& folder, const fs::path& corpus) {
  const fs::path meta_folder = folder / "meta";
  const StageRecord record = meta_stage(folder);
  BuiltCollection built{.queries = meta_folder / "queries.tsv",
                        .corpus = corpus_of(record, folder / "manifest.json", corpus),
                        .first_stage = {}};
  auto meta = std::make_shared<const MetaFolder>(read_meta_folder(meta_folder));
  const InputText text(meta_folder / "features.json");
  built.first_stage =
      first_stage_of(std::move(meta), FeatureDefinition::from_json(text.view(), text.path()));
  return built;
}

}  // namespace podium
