#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/prepare/split.hpp"
#include "podium/learning/experiment/tuning/tune_plan.hpp"
#include "podium/learning/learn/train.hpp"
#include "podium/learning/learn/trees/shared_bins.hpp"

namespace podium {

/// The queries from which a ranking can be learned: with judged documents of different level, and
/// weight.
QueryList queries_with_preferences(const Dataset& data);

/// Parts of training data that take turns to be held out: the queries of each of `count` parts.
/// Queries with preferences are dealt out first, in an order that depends on them and the seed
/// alone, so that each part has its share and the others change nothing. Queries of the same id
/// stay together. Throws UsageError when fewer than `count` queries have preferences.
std::vector<QueryList> inner_folds(const Dataset& data, std::size_t count, std::uint64_t seed);

/// The queries that are not in `part`, in ascending order.
QueryList other_queries(const Dataset& data, const QueryList& part);

/// Above this number of queries, one part of the data is held out once.
inline constexpr std::size_t queries_for_one_fold = 20'000;

/// Queries to train on and queries to hold out.
struct TuneFold {
  QueryList train;
  QueryList held_out;
};

/// One fold, prepared.
struct PreparedTuneFold {
  PreparedTraining training;
  Dataset held_out;
  std::unique_ptr<SharedBins> bins = std::make_unique<SharedBins>();  ///< of the training data
};

/// Training data, and behind it the validation data that a plan looks at, if there is any.
Dataset pool_of(const TunePlan& plan, const Dataset& train, const Dataset* vali);

/// Training data in front of validation data that is held out. Throws UsageError when there is
/// none.
TuneFold split_fold(const Dataset& train, const Dataset* vali);

/// Five parts of the data that take turns to be held out, fewer if fewer queries have preferences,
/// only the first of them above queries_for_one_fold.
std::vector<TuneFold> inner_tune_folds(const Dataset& pool, std::uint64_t seed);

std::shared_ptr<const PreparedTuneFold> prepared_fold(const PreparationPlan& plan,
                                                      const Dataset& pool, const TuneFold& fold);

}  // namespace podium
