#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/format/line_reader.hpp"
#include "podium/labelling/store/label_store.hpp"
#include "podium/text/corpus/corpus.hpp"

namespace podium::labelling {

/// Which documents a query gets when it has more than `depth`: the best by the first stage, or a
/// random sample of them as in the study of [Niu12, section 4.1].
enum class DocumentSample : std::uint8_t { best, random };

struct ImportOptions {
  text::CorpusFormat kind = text::CorpusFormat::unknown;
  std::size_t depth = 50;
  DocumentSample sample = DocumentSample::best;
  bool lenient = false;
  std::uint64_t seed = 1;  ///< of random samples; that of the command, not an option of its own

  static auto fields() {
    using S = ImportOptions;
    return std::array{
        field("kind", &S::kind, text::corpus_format_names, "format of queries and documents"),
        field("depth", &S::depth, 2, max_documents,
              "maximum number of first-stage documents per query"),
        field("sample", &S::sample, std::array<std::string_view, 2>{"best", "random"},
              "documents of a query that has more: the best ones of the first stage, or random "
              "ones"),
        field("lenient", &S::lenient,
              "skip malformed and missing records, and report their number"),
    };
  }
};

/// The files of an import.
struct ImportFiles {
  std::string queries;
  std::string documents;  ///< a file, or a folder of pages
  std::string run;        ///< TREC run of a first stage
  std::string scores;     ///< of a first stage, in place of `run`: by document or row of `features`
  std::string features;   ///< data file with document ids; `scores` has one score per row
  std::string collection;  ///< folder of a build, in place of `queries`; then `documents` is the
                           ///< new place of its corpus, if it was moved
  std::string gold;        ///< preferences with known answers; may be empty
};

/// Counts and problems of an import. None of them is an error.
struct ImportReport {
  text::CorpusReport queries;
  text::CorpusReport documents;
  LineReport lines;                   ///< of the first stage and the gold pairs
  std::size_t documents_missing = 0;  ///< rows of the first stage with unknown query or document
  std::size_t queries_dropped = 0;    ///< with fewer than two documents
  std::size_t gold_dropped =
      0;  ///< pairs without a winner, with unknown documents or against others
  std::size_t documents_left_out = 0;  ///< beyond `depth`, without a first stage or a sample

  /// The counts and problems for the user, one line each; may be empty.
  std::vector<std::string> remarks() const;
};

/// Queries with their candidates, best first by the first stage: the run, the scores, or the BM25
/// of a collection; without a first stage every query gets all documents. A random sample depends
/// on the seed and the query alone, and keeps this order. docs/formats/collections.md describes the
/// files. Throws DataError, with the line if known, when a query or document would be left out or
/// repaired (CorpusReport::is_complete), an id is not a word, a document of the first stage or of a
/// gold pair is missing, gold pairs contradict each other, or a query has fewer than two documents;
/// a lenient import leaves these out and counts them. Documents that the build of a collection left
/// out or repaired are only counted. Throws UsageError for a depth above max_documents and for
/// files that cannot be combined.
std::vector<LabelQuery> import_queries(const ImportFiles& files, const ImportOptions& options,
                                       ImportReport* report = nullptr);

}  // namespace podium::labelling
