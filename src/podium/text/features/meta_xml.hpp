#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "podium/text/terms/meta.hpp"

namespace podium::text {

/// Reads LETOR's collectioninfo.xml: the number of documents and the size of each stream. Strict:
/// elements are in the published order, streams are numbered 1, 2, ..., and every count is correct.
/// Anything else, including a DOCTYPE, is a DataError with its place.
CollectionMeta read_collection_meta(const std::filesystem::path& path);
CollectionMeta parse_collection_meta(std::string_view text, const std::string& source);

/// Reads LETOR's query-N.xml, as strictly. Every document lists every stream, and every stream
/// every term of the query.
QueryMeta read_query_meta(const std::filesystem::path& path);
QueryMeta parse_query_meta(std::string_view text, const std::string& source);

/// Writes the same as XML; reading it back gives equal values.
std::string to_xml(const CollectionMeta& collection);
std::string to_xml(const QueryMeta& query);

}  // namespace podium::text
