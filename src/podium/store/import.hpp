#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "podium/base/options.hpp"
#include "podium/format/line_reader.hpp"
#include "podium/store/label_store.hpp"

namespace podium {

/// How queries and documents are written down; see docs/formats/collections.md.
enum class CollectionKind : std::uint8_t { jsonl, trec, smart };

inline constexpr std::array<std::string_view, 3> collection_kind_names = {"jsonl", "trec", "smart"};

struct ImportOptions {
  CollectionKind kind = CollectionKind::jsonl;
  std::size_t depth = 50;
  bool lenient = false;

  static constexpr auto fields() {
    using S = ImportOptions;
    return std::tuple{
        field("kind", &S::kind, collection_kind_names, "how queries and documents are written"),
        field("depth", &S::depth, 2, most_documents,
              "how many documents of the run each query gets"),
        field("lenient", &S::lenient, "skip what is malformed or missing, and say how much"),
    };
  }
};

/// Where an import comes from.
struct ImportFiles {
  std::string queries;
  std::string documents;
  std::string run;   ///< TREC run of a first stage; empty: every query gets all documents
  std::string gold;  ///< preferences with known answers; may be empty
};

/// What an import noticed. Nothing in it is an error.
struct ImportReport {
  LineReport records;                  ///< queries and documents
  std::size_t bytes_replaced = 0;      ///< that were not UTF-8
  std::size_t documents_missing = 0;   ///< rows of the run whose document or query is not there
  std::size_t queries_dropped = 0;     ///< with fewer than two documents
  std::size_t gold_dropped = 0;        ///< pairs without a winner or a document
  std::size_t documents_left_out = 0;  ///< for each query, where no run says which to take

  /// What a person should know, one line each; empty when there is nothing to say.
  std::vector<std::string> remarks() const;
};

/// Queries with their candidates, the best of the first stage first. Throws DataError, with the
/// line where there is one, for malformed records, bytes that are not UTF-8, ids that come twice or
/// are no words, documents of the run or gold pairs that are not there, queries with fewer than two
/// documents; a lenient import leaves these out and counts them. Throws UsageError for a depth
/// of more than most_documents.
std::vector<LabelQuery> import_queries(const ImportFiles& files, const ImportOptions& options,
                                       ImportReport* report = nullptr);

}  // namespace podium
