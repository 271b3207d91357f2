#pragma once

#include <filesystem>

#include "podium/core/format/document_table.hpp"
#include "podium/text/corpus/document_batches.hpp"

namespace podium::text {

/// The queries and documents of a collection that `podium collect build` wrote.
struct BuiltCollection {
  std::filesystem::path queries;  ///< lines "id TAB text"
  CorpusSource corpus;            ///< from which it was built
  DocumentTable first_stage;      ///< BM25 of the documents of each query, best first
};

/// Reads the folder of a build; BM25 is the one used for sampling. `corpus` is the new place of the
/// documents if they were moved; empty: the place known to the build. Throws DataError for a folder
/// without a finished build, and when the corpus is missing or differs from the one of the build.
BuiltCollection read_built_collection(const std::filesystem::path& folder,
                                      const std::filesystem::path& corpus = {});

}  // namespace podium::text
