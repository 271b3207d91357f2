#pragma once

#include <string>
#include <vector>

#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/prepare/fill.hpp"
#include "podium/learning/exchange/served_model.hpp"
#include "podium/learning/model/random_model_fixture.hpp"

namespace podium {

/// A tree of one split on a feature.
inline RegressionTree one_split(std::uint32_t feature, double threshold, bool missing_left,
                                double left, double right) {
  RegressionTree tree;
  tree.splits = {{.feature = feature,
                  .missing_left = missing_left,
                  .threshold = threshold,
                  .left = -1,
                  .right = -2}};
  tree.value = {left, right};
  tree.rows = {3, 2, 1};
  tree.curvature = {3, 2, 1};
  return tree;
}

/// A model of named features without preparation.
inline RankingModel plain_model(ModelKind kind, std::vector<std::string> names) {
  RankingModel model;
  model.kind = std::move(kind);
  model.preparation.features = {.count = names.size(), .first_id = 1, .names = std::move(names)};
  model.preparation.fill.otherwise = {FillRule::Kind::keep};
  return model;
}

inline RankingModel tree_model(std::vector<RegressionTree> trees, std::vector<std::string> names) {
  const std::size_t features = names.size();
  return plain_model(TreeEnsemble{.features = features, .base = 0.0, .rate = 1.0, .trees = trees},
                     std::move(names));
}

inline RankingModel linear_model(std::vector<double> w, std::vector<std::string> names,
                                 bool has_bias = false) {
  return plain_model(LinearModel{{names.size(), has_bias}, std::move(w)}, names);
}

}  // namespace podium
