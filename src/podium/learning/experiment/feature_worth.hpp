#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/base/interval.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/core/measure/own/definitions.hpp"
#include "podium/learning/experiment/cell_run.hpp"
#include "podium/learning/learn/train.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// What a ranker loses by a measure without a feature: the mean over queries of the value with it
/// minus the value without it (the other way round for measures where smaller is better).
struct FeatureWorth {
  std::size_t feature = 0;  ///< in the order of the model
  double worth = 0.0;
  Interval interval;  ///< of the mean, by the t distribution; unknown for fewer than two queries
  std::string problem = {};  ///< why no model was trained without the feature; `worth` is NaN then
};

/// What all features of a model are worth.
struct WorthReport {
  double value = 0.0;       ///< mean of the measure with all features
  std::size_t queries = 0;  ///< that count in the means
  std::vector<FeatureWorth> features;
};

struct WorthOptions {
  std::size_t repeats = 10;  ///< shuffles of each feature
  double alpha = 0.05;       ///< intervals have the level 1 - alpha
  std::uint64_t seed = 1;
};

/// The worth of each feature to a model as it is [Breiman01]: the values of one feature are
/// shuffled among the documents of each query, so that they say nothing about the document any
/// more, and the query is scored and measured again; a query's loss is the mean over `repeats`
/// shuffles. A shuffle is keyed by seed, query and feature: the result does not depend on other
/// queries, features or threads. A categorical feature is shuffled together with its sets, and has
/// one worth. `progress` is asked after each feature; when it ends the work,
/// what is complete so far is returned.
WorthReport permutation_worth(const RankingModel& model, const Dataset& data,
                              const MetricPlan& measure, const WorthOptions& options,
                              const RunProgressSink& progress = {});

/// Data for training a model again; `vali` may be empty.
struct RetrainingData {
  Dataset train;
  Dataset vali;
  Dataset test;
  MeasureDefinitions definitions{};  ///< of the metric that chose the model, if a user defined it
};

/// The worth of the given features to the algorithm: the model is trained again as its training
/// record says, once with all features and once without each of them, and measured on the test
/// data. Left out means that the feature is 0 in all documents, which no algorithm can learn from.
/// What the other features can replace is not lost; if they leave nothing to learn, the worth of
/// the feature is unknown. Throws UsageError for a model whose record
/// names no known algorithm.
WorthReport drop_one_worth(const RankingModel& model, const RetrainingData& data,
                           std::span<const std::size_t> features, const MetricPlan& measure,
                           const WorthOptions& options, const RunProgressSink& progress = {});

}  // namespace podium
