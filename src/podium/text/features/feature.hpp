#pragma once

#include <span>
#include <string_view>

#include "podium/core/base/table.hpp"
#include "podium/core/prepare/fill.hpp"
#include "podium/text/features/stream_view.hpp"

namespace podium::text {

using podium::to_text;

/// What a feature depends on: the query, the document, or both.
enum class FeatureClass { query, document, query_document };

/// "Q", "D" or "Q-D", as in LETOR's tables.
std::string_view to_text(FeatureClass kind);

/// When a feature is NULL (NaN), in addition to values that are not numbers.
enum class NullRule {
  undefined,  ///< only for values that are not numbers
  no_match,   ///< when the stream of the document has no term of the query
  empty,      ///< when the stream of the document has no term at all
};

/// One row of the table of text features: a number for one stream of a document. Sums run over the
/// entries of the query, so a repeated word counts repeatedly; bm25 has a factor for that instead.
/// Terms that the stream does not have in any document are ignored.
struct TextFeature {
  std::string_view name;
  std::string_view formula;
  FeatureClass kind;
  std::string_view reference;  ///< key in docs/references.bib
  double (*value)(const StreamView&, const TextParameters&);
  NullRule null = NullRule::undefined;
  FillRule::Kind fill = FillRule::Kind::min;  ///< what a NULL becomes
};

/// Every text feature, in the order of the manual.
std::span<const TextFeature> text_features();

/// Throws UsageError naming the known ones.
const TextFeature& find_text_feature(std::string_view name);

/// The source of a column: links and addresses, the positions of words, or pseudo-relevance
/// feedback.
enum class ColumnSource { links, places, feedback };

/// One row of the table of features that are not computed from word counts: they are given as a
/// column with one number for each document of a query.
struct ColumnFeature {
  std::string_view name;
  std::string_view formula;
  FeatureClass kind;
  std::string_view reference;
  ColumnSource source;
  FillRule::Kind fill = FillRule::Kind::min;  ///< what a NULL becomes
};

/// Every such feature, in the order of the manual.
std::span<const ColumnFeature> column_features();

/// Throws UsageError naming the known ones.
const ColumnFeature& find_column_feature(std::string_view name);

/// The documentation of all features: name, formula, class, NULL rule, fill rule, reference.
Table feature_table();

}  // namespace podium::text
