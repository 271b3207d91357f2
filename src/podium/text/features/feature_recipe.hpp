#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/prepare/fill.hpp"
#include "podium/text/features/feature.hpp"
#include "podium/text/terms/meta.hpp"

namespace podium::text {

/// One feature of a recipe: a text feature of a stream, or a given column.
struct FeatureSlot {
  std::string name;                       ///< "title.bm25", "pagerank"
  const TextFeature* text = nullptr;      ///< nullptr: a column
  const ColumnFeature* column = nullptr;  ///< nullptr: a text feature
  std::size_t source = 0;                 ///< number of the stream or of the column
  NullRule null = NullRule::undefined;
  FillRule fill;
};

/// The features of a data set, in order, and their common parameters.
struct FeatureRecipe {
  std::string name;
  TextParameters parameters;
  std::vector<std::string> stream;
  std::vector<FeatureSlot> slot;

  std::size_t column_count() const;

  /// The names of the recipe's columns, in the order of FeatureSlot::source.
  std::vector<std::string> column_names() const;

  /// Those of this source.
  std::vector<std::string> column_names(ColumnSource source) const;

  /// The replacement for NULL, by name of the feature.
  FillPolicy fill_policy() const;
};

/// One row of the table of recipes.
struct RecipeEntry {
  std::string_view name;
  std::string_view summary;
  std::string_view reference;
  FeatureRecipe (*make)(std::vector<std::string> streams);
  std::vector<std::string_view> streams;  ///< of the published collection
};

/// ohsumed (LETOR 3.0: 45 features of three streams), gov (LETOR 3.0: 64), letor4 (LETOR 4.0: 46).
std::span<const RecipeEntry> feature_recipes();

/// The named recipe for these streams, or for those of the published collection when none are
/// given. A stream called extracted-title has, in `gov`, retrieval models only. Throws UsageError
/// naming the known recipes.
FeatureRecipe feature_recipe(std::string_view name, std::vector<std::string> streams = {});

/// Adds the link columns that need no addresses (for citations, for example), unless the recipe has
/// them: propagation over links, HITS, PageRank, numbers of links.
void add_links(FeatureRecipe& recipe);

/// Adds the columns of feedback_columns(): those of links only when the recipe has link
/// columns.
void add_feedback(FeatureRecipe& recipe);

/// Appends the columns of ProximityPass, stream by stream.
void add_proximity(FeatureRecipe& recipe);

/// The features of one query's documents, row by row; NaN is NULL. `columns` holds column_count()
/// numbers for each document, row by row; when it is empty those features are NULL. Streams are
/// matched by position. Throws UsageError when the collection has another number of streams.
std::vector<double> query_features(const FeatureRecipe& recipe, const CollectionMeta& collection,
                                   const QueryMeta& query, std::span<const double> columns = {});

/// The queries as a data set with exact features, parallel over queries. `columns` holds those of
/// each query, or nothing.
Dataset feature_dataset(const FeatureRecipe& recipe, const CollectionMeta& collection,
                        std::span<const QueryMeta> queries,
                        std::span<const std::vector<double>> columns = {});

/// One query with given features: `values` has those of each document, row by row.
Dataset feature_dataset(const FeatureRecipe& recipe, const QueryMeta& query,
                        std::span<const double> values);

/// The features rounded to this many decimals, halves away from zero, as in LETOR's files. LETOR
/// normalised the rounded values, which shows where a query's values are close to each other.
Dataset rounded_features(const Dataset& data, int decimals);

}  // namespace podium::text
