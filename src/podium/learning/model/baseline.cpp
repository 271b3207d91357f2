#include "podium/learning/model/baseline.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/prepare/added_feature.hpp"

namespace podium {

namespace {

UsageError needs_file(const RankingModel& model) {
  return UsageError(fmt::format(
      "the model was trained on top of a baseline, and its last feature is the score of that "
      "baseline; expected the {} of the baseline",
      baseline_kind_names[static_cast<std::size_t>(model.baseline->kind)]));
}

}  // namespace

FeatureSet own_features(const RankingModel& model) {
  FeatureSet features = without_set_features(model.preparation.features);
  if (!model.baseline) return features;
  expects(!features.names.empty(), "a name of the baseline's feature");
  --features.count;
  features.names.pop_back();
  return features;
}

Dataset with_baseline_scores(const RankingModel& model, const Dataset& data,
                             std::span<const double> scores) {
  return with_added_feature(with_feature_set(data, own_features(model)),
                            std::string(baseline_feature), scores);
}

Dataset with_baseline_feature(const RankingModel& model, const Dataset& data) {
  if (!model.baseline || feature_set_of(data) == model.preparation.features) return data;
  if (needs_baseline_file(model)) {
    const StringColumn& names = data.columns().feature_name;
    if (names.empty() || names[names.size() - 1] != baseline_feature) throw needs_file(model);
    return data;
  }
  return with_baseline_scores(model, data, score(*model.baseline->model, data));
}

std::vector<float> document_with_baseline(const RankingModel& model,
                                          std::span<const float> features) {
  if (needs_baseline_file(model)) throw needs_file(model);
  const FeatureSet own = own_features(model);
  if (features.size() != own.count) {
    throw UsageError(fmt::format("document: found {} features, expected the {} of the model",
                                 features.size(), own.count));
  }
  const RankingModel& baseline = *model.baseline->model;
  std::vector<float> its_own;
  for (const std::size_t place : matching_features(own_features(baseline), own)) {
    its_own.push_back(features[place]);
  }
  std::vector<float> values(features.begin(), features.end());
  values.push_back(static_cast<float>(score_document(baseline, its_own)));
  return values;
}

}  // namespace podium
