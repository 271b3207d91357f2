#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/io/json_reader.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/prepare/feature_set.hpp"

namespace podium {

/// A feature whose values are codes of categories, and the number that replaces each code: how far
/// the labels of its documents are above the mean label of their query,
///
///   (sum of (label - mean of the query)) / (number of documents + 10).
///
/// The 10 documents of a mean query keep rare values near 0. A value that the training data did not
/// have becomes 0, and so does a missing one: nothing is known about it.
struct CategoryMeans {
  std::string feature;       ///< its name, or its number as text
  std::vector<float> value;  ///< ascending
  std::vector<double> mean;  ///< of each value

  /// Of a feature of words: the values are the places of these words, 0, 1, ..., which ascend by
  /// their bytes. Documents are counted by their weights.
  bool has_words = false;
  Words word = {};
  std::vector<double> count = {};

  /// The number that replaces a value.
  double operator()(double code) const;

  /// The place of a word, or a value beyond all places.
  float code_of(std::string_view wanted) const;

  /// {"feature": ..., "values": [...], "means": [...]}; of words [[word, count, mean], ...].
  Json json() const;
  static CategoryMeans read(const JsonReader& json);
  static CategoryMeans read_words(std::string feature, const JsonReader& json);

  bool operator==(const CategoryMeans&) const = default;
};

/// Codes of a set feature are below this, so that a double has a bit for each.
inline constexpr std::size_t set_codes = 53;

/// What is learned from training data, and that data as learners are to see it.
struct FittedCategories {
  std::vector<CategoryMeans> means;  ///< in the order of the features
  /// Of the same features, for trees: the codes 1, 2, ... of the most frequent values, 0 of others.
  std::vector<CategoryMeans> sets;
  Dataset train;
};

/// Learns the means of the features given by name or number. Documents that are not judged do not
/// count; rows and queries count by their weights. A model that saw in training what the labels of
/// the row itself contributed to its feature would trust the feature too much; so the training data
/// gets means that its own query is not part of: those of the queries before it, in an order that
/// is drawn by the seed [Prokhorenkova18]. Throws UsageError for a feature that is not there or is
/// named twice.
FittedCategories fit_categories(std::span<const std::string> features, const Dataset& train,
                                std::uint64_t seed);

/// The data set with a set feature for each of these, behind all others. Their values are still
/// those of the categorical features.
Dataset with_set_features(const Dataset& data, std::span<const std::string> features);

/// The data set with these features replaced. Throws UsageError when it lacks one, or has numbers
/// where words are expected.
Dataset with_category_means(const Dataset& data, std::span<const CategoryMeans> categories);

/// Throws UsageError for words of a feature that is none of these: their places are no numbers.
void refuse_other_words(const Dataset& data, std::span<const CategoryMeans> categories);

/// with_category_means() for one document, whose features are `features`.
void replace_categories(std::span<float> document, const FeatureSet& features,
                        std::span<const CategoryMeans> categories);

/// The names of the features that are words, as ReadOptions::categorical takes them.
std::string word_features(std::span<const CategoryMeans> categories);

/// The words of the features, whose values are places in the tables of the categories.
WordTables words_of(std::span<const CategoryMeans> categories, const FeatureSet& features);

/// The rows of `data` with a word or a code that the training data did not have, of each category
/// in order; 0 for sets.
std::vector<std::size_t> unseen_categories(const Dataset& data,
                                           std::span<const CategoryMeans> categories);

/// Throws UsageError when there is not one table for each of some of the features, in their order.
void check(std::span<const CategoryMeans> categories, const FeatureSet& features);

}  // namespace podium
