#pragma once

#include <utility>
#include <variant>
#include <vector>

#include "podium/core/data/dataset_builder.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium {

// What the tests of training share.

inline const std::vector<double>& weights_of(const TrainedModel& trained) {
  return std::get<LinearModel>(trained.model.kind).w;
}

inline Dataset one_query(std::vector<double> labels, const std::vector<float>& values,
                         std::size_t features) {
  DatasetBuilder builder(features);
  builder.add_query("only", GradedTruth{std::move(labels)}, values);
  return std::move(builder).build();
}

}  // namespace podium
