#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

#include "podium/base/options.hpp"
#include "podium/format/line_reader.hpp"
#include "podium/store/label_store.hpp"
#include "podium/text/corpus.hpp"

namespace podium {

struct ImportOptions {
  CorpusFormat kind = CorpusFormat::unknown;
  std::size_t depth = 50;
  bool lenient = false;

  static constexpr auto fields() {
    using S = ImportOptions;
    return std::tuple{
        field("kind", &S::kind, corpus_format_names, "how queries and documents are written"),
        field("depth", &S::depth, 2, most_documents,
              "how many documents of the run each query gets"),
        field("lenient", &S::lenient, "skip what is malformed or missing, and say how much"),
    };
  }
};

/// Where an import comes from.
struct ImportFiles {
  std::string queries;
  std::string documents;  ///< a file, or a folder of pages
  std::string run;        ///< TREC run of a first stage; empty: every query gets all documents
  std::string gold;       ///< preferences with known answers; may be empty
};

/// What an import noticed. Nothing in it is an error.
struct ImportReport {
  CorpusReport queries;
  CorpusReport documents;
  LineReport lines;                    ///< of the run and the gold pairs
  std::size_t documents_missing = 0;   ///< rows of the run whose document or query is not there
  std::size_t queries_dropped = 0;     ///< with fewer than two documents
  std::size_t gold_dropped = 0;        ///< pairs without a winner or a document
  std::size_t documents_left_out = 0;  ///< for each query, where no run says which to take

  /// What a person should know, one line each; empty when there is nothing to say.
  std::vector<std::string> remarks() const;
};

/// Queries with their candidates, the best of the first stage first; docs/formats/collections.md
/// says what is read. Throws DataError, with the line where there is one, when a query or document
/// would be left out or repaired (CorpusReport::is_whole), its id is no word, a document of the run
/// or a gold pair is not there, or a query has fewer than two documents; a lenient import leaves
/// these out and counts them. Throws UsageError when there is no run and a query would get more
/// than most_documents, or for a depth beyond them.
std::vector<LabelQuery> import_queries(const ImportFiles& files, const ImportOptions& options,
                                       ImportReport* report = nullptr);

}  // namespace podium
