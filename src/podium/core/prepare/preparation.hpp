#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/data/truth.hpp"
#include "podium/core/prepare/categories.hpp"
#include "podium/core/prepare/feature_ranges.hpp"
#include "podium/core/prepare/feature_set.hpp"
#include "podium/core/prepare/fill.hpp"
#include "podium/core/prepare/normalise.hpp"

namespace podium {

/// What features go through before a scoring function sees them. A learner prepares its training
/// data with it and leaves it in the model, so that whoever scores with the model need not know.
struct Preparation {
  FeatureSet features;
  FillPolicy fill;
  std::optional<Normaliser> normaliser;        ///< fitted on filled data with these features
  std::vector<CategoryMeans> categories = {};  ///< of features that are replaced first

  bool operator==(const Preparation&) const = default;
};

/// Takes the words out, for programs that have numbers alone: their features become the numbers
/// that the words stand for, 0 where there is none. Returns them.
std::vector<CategoryMeans> take_words(Preparation& preparation);

/// What must be known to prepare a document: the document alone, the document alone if none of its
/// values is missing, or all documents of its query.
enum class Serving { documents, complete_documents, queries };

/// As model files write it: "documents", "complete-documents", "queries".
inline constexpr std::array<std::string_view, 3> serving_names = {"documents", "complete-documents",
                                                                  "queries"};

/// `queries` if the normaliser looks at whole queries, `complete_documents` if a fill rule does.
Serving serving_of(const Preparation& preparation);

/// The missing values of `data` that are filled from the other documents of their query.
std::size_t filled_from_query(const Preparation& preparation, const Dataset& data);

/// The data set as the scoring function wants it: with_feature_set(), then categories replaced by
/// their means, then missing values filled, then normalised. Shares the features of `data` when
/// there is nothing to do. What the fill policy keeps missing stays so.
Dataset prepared(const Preparation& preparation, const Dataset& data);

/// The same for one document alone, its features in the model's order. Throws UsageError for
/// another number of features, for a normaliser that is not servable, and for a missing value
/// whose rule looks at the other documents of the query.
std::vector<float> prepared_document(const Preparation& preparation,
                                     std::span<const float> features);

/// The same for many documents, in place: what a row does not change is looked up once. For a
/// service, which prepares one query after another.
class RowPreparation {
 public:
  /// Borrows the preparation.
  explicit RowPreparation(const Preparation& preparation);

  /// Whether documents can be prepared alone: the normaliser is servable, and no value that a rule
  /// would fill from the query is missing.
  bool takes(std::span<const float> rows) const;

  /// Prepares documents, row by row. Throws as prepared_document() does.
  void prepare(std::span<float> rows) const;

 private:
  const Preparation* preparation_;
  std::vector<FillRule> rules_;
  bool is_servable_ = true;
  bool has_query_rules_ = false;
};

/// How data is made ready for learning, whatever the algorithm.
struct PreparationPlan {
  TruthSetting truth;                            ///< what the loss is to see of the labels
  FillPolicy fill{{FillRule::Kind::automatic}};  ///< of missing values; learned, part of the model
  std::optional<NormaliserKind> normaliser;      ///< fitted on the training data; part of the model
  std::vector<std::string> categorical = {};     ///< features whose values are codes of categories
  /// For trees, which get a set feature for each of these, too, unless the normaliser would take
  /// the codes for quantities (has_parameters()).
  bool splits_sets = false;
  std::uint64_t seed = 1;
  std::optional<Preparation> given = {};  ///< to be used as it is, instead of fill and normaliser
};

/// Training data with its features prepared, and the preparation that they went through.
struct FittedPreparation {
  Preparation preparation;
  Dataset train;
  FeatureRanges ranges = {};  ///< of the training data before it was prepared; by fit_preparation()
};

/// Learns the plan's categories and fill rules, fits its normaliser and prepares the features of
/// all documents. The rule auto is train-min, so that documents can be served one by one; it is min
/// when the normaliser looks at whole queries anyway. Documents that are not judged take part where
/// features are prepared query by query; nothing is learned from them. The result is what
/// prepared() gives for the training data, except that the means of categories do not contain the
/// row's own query (fit_categories()). A plan that gives the preparation learns nothing. Throws
/// NumericError when no document is judged.
FittedPreparation fit_features(const PreparationPlan& plan, const Dataset& train);

/// The same with the judged documents alone and the truth as a loss is to see it. A query whose
/// documents are all tied stays so under any truth setting: nobody learns from a random order.
FittedPreparation fit_preparation(const PreparationPlan& plan, const Dataset& train);

/// For learners that compute with values: one that is too large for that is a NumericError naming
/// query, document and feature.
void refuse_large(const Dataset& prepared);

/// For scoring functions and learners that need every value: one that is missing is a NumericError
/// naming query, document and feature.
void refuse_missing(const Dataset& prepared);

/// The same for one query.
void refuse_missing(const Dataset& prepared, std::size_t query);

/// The same for one document alone.
void refuse_missing(std::span<const float> prepared, const FeatureSet& features);

/// Throws UsageError when categories, fill policy or normaliser speak of other features than
/// `features`, and when a fill rule is still to be learned.
void check(const Preparation& preparation);

}  // namespace podium
