#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "podium/base/options.hpp"
#include "podium/corpus/corpus.hpp"
#include "podium/format/line_reader.hpp"
#include "podium/store/label_store.hpp"

namespace podium {

struct ImportOptions {
  CorpusFormat kind = CorpusFormat::unknown;
  std::size_t depth = 50;
  bool lenient = false;

  static auto fields() {
    using S = ImportOptions;
    return std::array{
        field("kind", &S::kind, corpus_format_names, "how queries and documents are written"),
        field("depth", &S::depth, 2, most_documents,
              "how many documents of the first stage each query gets"),
        field("lenient", &S::lenient, "skip what is malformed or missing, and say how much"),
    };
  }
};

/// Where an import comes from.
struct ImportFiles {
  std::string queries;
  std::string documents;   ///< a file, or a folder of pages
  std::string run;         ///< TREC run of a first stage
  std::string scores;      ///< of a first stage instead, by document or by row of `features`
  std::string features;    ///< data file with document ids whose rows `scores` are of
  std::string collection;  ///< folder of a build in place of `queries`; then `documents` says where
                           ///< its corpus is now, if it was moved
  std::string gold;        ///< preferences with known answers; may be empty
};

/// What an import noticed. Nothing in it is an error.
struct ImportReport {
  CorpusReport queries;
  CorpusReport documents;
  LineReport lines;                    ///< of the first stage and the gold pairs
  std::size_t documents_missing = 0;   ///< of the first stage: no such document or query
  std::size_t queries_dropped = 0;     ///< with fewer than two documents
  std::size_t gold_dropped = 0;        ///< pairs without a winner or a document
  std::size_t documents_left_out = 0;  ///< for each query, where no first stage says which to take

  /// What a person should know, one line each; empty when there is nothing to say.
  std::vector<std::string> remarks() const;
};

/// Queries with their candidates, the best of the first stage first: of the run, the scores, or the
/// BM25 of a collection; without any, every query gets all documents. docs/formats/collections.md
/// says what is read. Throws DataError, with the line where there is one, when a query or document
/// would be left out or repaired (CorpusReport::is_whole), its id is no word, a document of the
/// first stage or a gold pair is not there, or a query has fewer than two documents; a lenient
/// import leaves these out and counts them. What the build of a collection left out or repaired of
/// its corpus is counted only. Throws UsageError for a depth above most_documents and for files
/// that do not go together.
std::vector<LabelQuery> import_queries(const ImportFiles& files, const ImportOptions& options,
                                       ImportReport* report = nullptr);

}  // namespace podium
