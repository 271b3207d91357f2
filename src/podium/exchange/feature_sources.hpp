#pragma once

#include <string>
#include <string_view>

namespace podium {

/// Where a search engine may take a feature from, as far as its name says.
struct FeatureSource {
  enum class Kind { text_match, field, unknown };
  Kind kind = Kind::unknown;
  std::string field;  ///< of the document
};

/// Reads names as collections have them: "title.bm25" is how well the field title matches the
/// query, a single word such as "pagerank" is a field, anything else is unknown.
FeatureSource feature_source(std::string_view name);

/// What is to be put in place by hand.
std::string to_be_written(std::string_view name);

}  // namespace podium
