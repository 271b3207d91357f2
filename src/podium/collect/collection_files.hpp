#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "podium/links/corpus_links.hpp"
#include "podium/terms/meta.hpp"
#include "podium/terms/query_terms.hpp"

namespace podium {

/// Numbers that are not made of counts, for the documents of queries.
struct ColumnTable {
  std::vector<std::string> name;
  std::vector<std::vector<double>> query;  ///< by query: names.size() numbers for each document
};

/// All that features are made of, as a folder of meta information has it.
struct MetaFolder {
  CollectionMeta collection;
  std::vector<QueryMeta> query;  ///< in the order of queries.tsv, else of their numbers
  ColumnTable column;            ///< no names when the folder has none
};

using FileList = std::vector<std::filesystem::path>;

/// Writes collectioninfo.xml, query-ID.xml, queries.tsv and, when there are columns, columns.tsv;
/// returns what was written.
FileList write_meta_folder(const MetaFolder& meta, const std::vector<QueryText>& queries,
                           const std::filesystem::path& folder);

/// Reads such a folder; one with LETOR's files alone is legal. Throws DataError when there are no
/// queries, or when the columns are not those of the queries' documents.
MetaFolder read_meta_folder(const std::filesystem::path& folder);

/// Writes terms.tsv: each word of a query with its frequencies by stream.
std::filesystem::path write_terms(const std::vector<TermMeta>& terms,
                                  const CollectionMeta& collection,
                                  const std::filesystem::path& folder);

/// Reads it; there must be so many streams.
std::vector<TermMeta> read_terms(const std::filesystem::path& path, std::size_t streams);

/// Writes links.txt ("from to" by number) and pages.tsv (number, id, URL), and with URLs also
/// sitemap.txt ("id parent", -1 for a root).
FileList write_links(const CorpusLinks& links, const std::filesystem::path& folder);

/// A file name for the id of a query: what is not safe in one is written as %XX, and of a long id
/// a hash stands for the rest.
std::string file_name_of(std::string_view id);

}  // namespace podium
