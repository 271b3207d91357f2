#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "podium/text/links/corpus_links.hpp"
#include "podium/text/terms/meta.hpp"
#include "podium/text/terms/query_terms.hpp"

namespace podium::text {

/// Columns that are not computed from counts, for the documents of queries.
struct ColumnTable {
  std::vector<std::string> name;
  std::vector<std::vector<double>> query;  ///< by query: names.size() numbers for each document
};

/// The data for features, as stored in a folder of meta information.
struct MetaFolder {
  CollectionMeta collection;
  std::vector<QueryMeta> query;  ///< in the order of queries.tsv, else of their numbers
  ColumnTable column;            ///< no names when the folder has none
};

using FileList = std::vector<std::filesystem::path>;

/// Writes collectioninfo.xml, query-ID.xml, queries.tsv and, when there are columns, columns.tsv;
/// returns the written files.
FileList write_meta_folder(const MetaFolder& meta, const std::vector<QueryText>& queries,
                           const std::filesystem::path& folder);

/// Reads such a folder; LETOR's files suffice. Throws DataError when there are no
/// queries, or when the columns do not match the queries' documents.
MetaFolder read_meta_folder(const std::filesystem::path& folder);

/// Writes terms.tsv: each word of a query with its frequencies by stream.
std::filesystem::path write_terms(const std::vector<TermMeta>& terms,
                                  const CollectionMeta& collection,
                                  const std::filesystem::path& folder);

/// Reads terms.tsv, which must have this many streams.
std::vector<TermMeta> read_terms(const std::filesystem::path& path, std::size_t streams);

/// Writes links.txt ("from to" by number) and pages.tsv (number, id, URL), and with URLs also
/// sitemap.txt ("id parent", -1 for a root).
FileList write_links(const CorpusLinks& links, const std::filesystem::path& folder);

/// A file name for the id of a query: unsafe characters are written as %XX, and the end of a long
/// id is replaced by a hash.
std::string file_name_of(std::string_view id);

}  // namespace podium::text
