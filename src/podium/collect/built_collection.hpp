#pragma once

#include <filesystem>

#include "podium/corpus/document_batches.hpp"
#include "podium/format/document_table.hpp"

namespace podium {

/// What `podium collect build` left in a folder, for those who go on with its queries and
/// documents.
struct BuiltCollection {
  std::filesystem::path queries;  ///< lines "id TAB text"
  CorpusSource corpus;            ///< what it was built of
  DocumentTable first_stage;      ///< BM25 of the documents of each query, best first
};

/// Reads the folder of a build; BM25 is that which it sampled by. `corpus` is where the documents
/// are now if they were moved; empty: where the build found them. Throws DataError for a folder
/// without a finished build, and when the corpus is gone or is not the one that the collection was
/// built of.
BuiltCollection read_built_collection(const std::filesystem::path& folder,
                                      const std::filesystem::path& corpus = {});

}  // namespace podium
