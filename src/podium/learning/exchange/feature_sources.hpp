#pragma once

#include <string>
#include <string_view>

namespace podium {

/// Where a search engine may take a feature from.
struct FeatureSource {
  enum class Kind { text_match, text_length, field, unknown };
  Kind kind = Kind::unknown;
  std::string field;   ///< of the document
  double boost = 1.0;  ///< text_match: what the engine's BM25 is to be multiplied by
};

/// Reads names as collections have them: "title.bm25" is how well the field title matches the
/// query, "title.length" its number of words; a single word such as "pagerank" and a number of a
/// page such as "in-links" are fields; anything else is unknown.
FeatureSource feature_source(std::string_view name);

/// What is to be put in place by hand.
std::string to_be_written(std::string_view name);

}  // namespace podium
