#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "podium/text/collect/feature_definition.hpp"
#include "podium/text/corpus/raw_document.hpp"
#include "podium/text/terms/meta.hpp"

namespace podium::text {

/// The features of some documents for a query.
struct ServedFeatures {
  std::vector<double> value;  ///< row by row, one per document; NaN is NULL
  std::vector<std::string>
      uncounted_word;             ///< words of the query that the collection did not count
  bool has_counted_word = false;  ///< without one, the features say nothing about the documents
};

/// Computes the features of a query and documents as the build of a collection did: same words,
/// streams, collection counts, formulas and parameters.
///
/// The collection counted the words of its own queries only. Other words of a new query are ignored
/// by all features and listed in uncounted_word. Columns of links and of feedback, which need more
/// than the document, are given by the caller, or NULL; those of an address are computed from the
/// document's URL.
class FeatureServer {
 public:
  /// Reads collectioninfo.xml, terms.tsv and features.json; throws DataError when one is missing.
  explicit FeatureServer(const std::filesystem::path& meta);

  const FeatureDefinition& definition() const noexcept { return definition_; }
  const FeatureRecipe& recipe() const noexcept { return recipe_; }

  /// Throws UsageError for a name that is not a column of the recipe.
  void check_column(const std::string& name) const;

  /// `anchor` holds the text of links to each document, or nothing. `columns` has numbers by name
  /// of the feature ("pagerank"), one for each document. Throws UsageError for a name that is not a
  /// column of the recipe, and for a wrong number of values.
  ServedFeatures features(std::string_view query, std::span<const RawDocument> documents,
                          const std::map<std::string, std::vector<double>>& columns = {},
                          std::span<const std::string> anchors = {}) const;

 private:
  QueryMeta query_meta(const QueryMeta& counted, ServedFeatures& result) const;
  std::vector<double> column_rows(std::span<const RawDocument> documents,
                                  std::span<const double> proximity,
                                  const std::map<std::string, std::vector<double>>& given) const;

  FeatureDefinition definition_;
  FeatureRecipe recipe_;
  CollectionMeta collection_;
  std::unordered_map<std::string, TermMeta> term_;
};

}  // namespace podium::text
