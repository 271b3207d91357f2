#include "podium/model/baseline.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"
#include "podium/prepare/added_feature.hpp"

namespace podium {

namespace {

bool has_feature(const Dataset& data, std::string_view name) {
  const StringColumn& names = data.columns().feature_name;
  for (std::size_t f = 0; f < names.size(); ++f) {
    if (names[f] == name) return true;
  }
  return false;
}

bool are_numbers(const FeatureSet& features) {
  for (std::size_t f = 0; f < features.names.size(); ++f) {
    if (features.names[f] != to_text(f + features.first_id)) return false;
  }
  return true;
}

UsageError needs_file(const RankingModel& model) {
  return UsageError(fmt::format(
      "the model was trained on top of a baseline, and its last feature is the score of that "
      "baseline; expected the {} of the baseline",
      baseline_kind_names[static_cast<std::size_t>(model.baseline->kind)]));
}

/// The features of a document that another model has: by name, or in order where one of both has no
/// names.
std::vector<float> features_of(const FeatureSet& wanted, const FeatureSet& given,
                               std::span<const float> features) {
  if (wanted.names.empty() || given.names.empty()) {
    return {features.begin(), features.end()};
  }
  std::vector<float> found;
  for (const std::string& name : wanted.names) {
    const auto place = std::ranges::find(given.names, name);
    if (place == given.names.end()) {
      throw UsageError("the baseline needs the feature " + in_quotes(name) +
                       ", which the model does not have");
    }
    found.push_back(features[static_cast<std::size_t>(place - given.names.begin())]);
  }
  return found;
}

}  // namespace

FeatureSet own_features(const RankingModel& model, const Dataset& data) {
  FeatureSet features = model.preparation.features;
  if (!model.baseline) return features;
  expects(!features.names.empty(), "a name of the baseline's feature");
  --features.count;
  features.names.pop_back();
  const bool has_names = !features.names.empty() && has_feature(data, features.names.front());
  if (!has_names && are_numbers(features)) features.names.clear();
  return features;
}

Dataset with_baseline_scores(const RankingModel& model, const Dataset& data,
                             std::span<const double> scores) {
  return with_added_feature(with_feature_set(data, own_features(model, data)),
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
  const FeatureSet own = own_features(model, {});
  if (features.size() != own.count) {
    throw UsageError(fmt::format("document: found {} features, expected the {} of the model",
                                 features.size(), own.count));
  }
  const RankingModel& baseline = *model.baseline->model;
  const std::vector<float> its_own = features_of(own_features(baseline, {}), own, features);
  std::vector<float> values(features.begin(), features.end());
  values.push_back(static_cast<float>(score_document(baseline, its_own)));
  return values;
}

}  // namespace podium
