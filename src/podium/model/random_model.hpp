#pragma once

#include <string>
#include <vector>

#include "podium/base/random.hpp"
#include "podium/base/text.hpp"
#include "podium/data/dataset.hpp"
#include "podium/model/model.hpp"

namespace podium {

inline std::vector<double> random_parameters(std::size_t count, RandomStream& random) {
  std::vector<double> w(count);
  for (double& value : w) value = random.normal();
  return w;
}

/// A model of every kind, for tests: made up for the features of `data`, nothing in it a default.
inline std::vector<RankingModel> random_models(const Dataset& data, std::uint64_t seed) {
  RandomStream random(seed, "", "test model");
  const std::size_t features = data.feature_count();
  const LinearScorer linear{features};
  const LinearScorer biased{features, true};
  const NetworkScorer network{features, 3};
  RankingModel model;
  model.preparation.features = feature_set_of(data);
  model.preparation.fill.otherwise = {FillRule::Kind::constant, random.normal()};
  model.preparation.fill.exceptions[data.feature_name(0)] = {FillRule::Kind::zero};
  model.training = {.algorithm = "made-up",
                    .options = {{"l2", "0.5"}, {"pairs", "all"}},
                    .truth = "topk:10",
                    .seed = random.bits(),
                    .data = "0123456789abcdef",
                    .podium_version = "0.0.1",
                    .iterations = 17,
                    .stop = "converged",
                    .validation = Validation{"ndcg@10", random.uniform()}};
  std::vector<RankingModel> models(3, model);
  models[0].kind = LinearModel{linear, random_parameters(linear.dimension(), random)};
  models[1].kind = LinearModel{biased, random_parameters(biased.dimension(), random)};
  models[2].kind = NetworkModel{network, random_parameters(network.dimension(), random)};
  models[2].training.validation.reset();
  return models;
}

/// The data set with these names of its features.
inline Dataset with_names(const Dataset& data, const std::vector<std::string>& names) {
  FeatureSet features = feature_set_of(data);
  features.names = names;
  return with_feature_set(data, features);
}

}  // namespace podium
