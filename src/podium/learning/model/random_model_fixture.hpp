#pragma once

#include <memory>
#include <string>
#include <vector>

#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// Normal numbers, a tenth of them missing.
inline std::vector<float> random_values(std::size_t count, RandomStream& random) {
  std::vector<float> values(count);
  for (float& value : values) {
    value = random.below(10) == 0 ? std::nanf("") : static_cast<float>(random.normal());
  }
  return values;
}

inline std::vector<double> random_parameters(std::size_t count, RandomStream& random) {
  std::vector<double> w(count);
  for (double& value : w) value = random.normal();
  return w;
}

/// Thresholds of both kinds, and plain features unless `only_thresholds`.
inline WeakRankerSum random_weak_rankers(std::size_t features, std::size_t terms,
                                         RandomStream& random, bool only_thresholds = false) {
  WeakRankerSum sum{features, {}};
  for (std::size_t t = 0; t < terms; ++t) {
    WeakRanker ranker{.feature = static_cast<std::uint32_t>(random.below(features))};
    if (only_thresholds || random.below(3) > 0) {
      ranker.threshold = random.normal();
      ranker.missing_passes = random.below(2) == 1;
    } else {
      ranker.kind = WeakRanker::Kind::feature;
    }
    sum.terms.push_back({ranker, random.normal()});
  }
  return sum;
}

/// A tree of so many leaves, or of one without features; children come after their parents.
inline RegressionTree random_tree(std::size_t features, std::size_t leaves, RandomStream& random) {
  RegressionTree tree;
  if (features > 0) tree.splits.resize(leaves - 1);
  std::vector<std::int32_t*> open;  // children that have no node yet
  for (std::size_t s = 0; s < tree.splits.size(); ++s) {
    if (s > 0) {
      const std::size_t place = random.below(open.size());
      *open[place] = static_cast<std::int32_t>(s);
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(place));
    }
    TreeSplit& split = tree.splits[s];
    split = {.feature = static_cast<std::uint32_t>(random.below(features)),
             .missing_left = random.below(2) == 1,
             .threshold = random.normal(),
             .gain = random.uniform()};
    open.push_back(&split.left);
    open.push_back(&split.right);
  }
  std::int32_t leaf = 0;
  for (std::int32_t* child : open) *child = -1 - leaf++;
  for (std::size_t l = 0; l <= tree.splits.size(); ++l) tree.value.push_back(random.normal());
  for (std::size_t node = 0; node < 2 * tree.splits.size() + 1; ++node) {
    tree.rows.push_back(1 + random.below(100));
    tree.curvature.push_back(random.uniform());
  }
  return tree;
}

inline TreeEnsemble random_trees(std::size_t features, std::size_t trees, RandomStream& random) {
  TreeEnsemble model{.features = features, .base = random.normal(), .rate = 0.1, .trees = {}};
  for (std::size_t t = 0; t < trees; ++t) {
    model.trees.push_back(random_tree(features, 1 + random.below(12), random));
  }
  return model;
}

/// A model of every kind, for tests: invented for the features of `data`, without any default
/// value.
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
                    .validation = Validation{"ndcg@10", random.uniform()},
                    .seen = {{false, "0123"}, {true, "4567"}}};
  std::vector<RankingModel> models(9, model);
  models[0].kind = LinearModel{linear, random_parameters(linear.dimension(), random)};
  models[1].kind = LinearModel{biased, random_parameters(biased.dimension(), random)};
  models[2].kind = NetworkModel{network, random_parameters(network.dimension(), random)};
  models[2].training.validation.reset();
  models[2].training.seen.clear();
  models[3].kind = random_weak_rankers(features, 20, random);
  models[4].kind = WeakRankerSum{features, {}};
  models[5].kind = ReRanking{.first = NamedRanker{"one", models[0].kind},
                             .voters = {{{"two", models[2].kind}, random.uniform()},
                                        {{"three", models[3].kind}, random.uniform()}},
                             .top = 4,
                             .depth = 3,
                             .aggregation = {"rrf", {{"k", "5"}}}};
  if (features >= 2) {
    std::get<ReRanking>(models[5].kind).pairwise =
        PairwiseFunction{.weights = random_parameters(features, random),
                         .crossed = {0, static_cast<std::uint32_t>(features - 1)},
                         .products = random_parameters(1, random),
                         .vote = random.uniform()};
  }
  models[6].kind = ReRanking{NamedRanker{"alone", models[3].kind}};
  models[7].kind = random_trees(features, 5, random);
  TreeEnsemble added = random_trees(features, 3, random);
  added.start = std::make_shared<const NamedRanker>(NamedRanker{"before", models[1].kind});
  models[8].kind = std::move(added);
  return models;
}

}  // namespace podium
