#pragma once

#include <optional>
#include <span>
#include <vector>

#include "podium/data/dataset.hpp"
#include "podium/model/feature_set.hpp"
#include "podium/prepare/fill.hpp"
#include "podium/prepare/normalise.hpp"

namespace podium {

/// What features go through before a scoring function sees them. A learner prepares its training
/// data with it and leaves it in the model, so that whoever scores with the model need not know.
struct Preparation {
  FeatureSet features;
  FillPolicy fill;
  std::optional<Normaliser> normaliser;  ///< fitted on filled data with these features

  bool operator==(const Preparation&) const = default;
};

/// The data set as the scoring function wants it: with_feature_set(), then missing values filled,
/// then normalised. Shares the features of `data` when there is nothing to do. What the fill policy
/// keeps missing stays so.
Dataset prepared(const Preparation& preparation, const Dataset& data);

/// The same for one document alone, its features in the model's order. Throws UsageError for
/// another number of features, for a normaliser that is not servable, and for a missing value
/// whose rule looks at the other documents of the query.
std::vector<float> prepared_document(const Preparation& preparation,
                                     std::span<const float> features);

/// For scoring functions and learners that need every value: one that is missing is a NumericError
/// naming query, document and feature.
void refuse_missing(const Dataset& prepared);

/// The same for one query.
void refuse_missing(const Dataset& prepared, std::size_t query);

/// The same for one document alone.
void refuse_missing(std::span<const float> prepared, const FeatureSet& features);

/// Throws UsageError when fill policy or normaliser speak of other features than `features`.
void check(const Preparation& preparation);

}  // namespace podium
