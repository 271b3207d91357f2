#pragma once

#include <span>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// Whether scoring with the model needs the file of its baseline.
inline bool needs_baseline_file(const RankingModel& model) {
  return model.baseline && model.baseline->kind != BaselineKind::model;
}

/// The features that data has of its own: those of the model but for that of its baseline.
FeatureSet own_features(const RankingModel& model);

/// The data set with the features of a model that has a baseline, the last of which holds `scores`,
/// one per row. Throws as with_feature_set() does.
Dataset with_baseline_scores(const RankingModel& model, const Dataset& data,
                             std::span<const double> scores);

/// The data set with the features of the model, the scores of a baseline inside it among them. The
/// same data if the model has no baseline, or if the data has that feature already, as
/// with_baseline_scores() adds it. Throws UsageError when it has not and the baseline is a file.
Dataset with_baseline_feature(const RankingModel& model, const Dataset& data);

/// The same for the features of one document, which are those of the model but for the last.
std::vector<float> document_with_baseline(const RankingModel& model,
                                          std::span<const float> features);

}  // namespace podium
