#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/prepare/split.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium {

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
};

/// Training data in front of validation data that no model is trained on. Throws UsageError when
/// there is none.
TuneFold split_fold(const Dataset& train, const Dataset* vali);

/// Five parts of the data that take turns to be held out, fewer if fewer queries have preferences,
/// only the first of them above queries_for_one_fold.
std::vector<TuneFold> inner_tune_folds(const Dataset& pool, std::uint64_t seed);

std::shared_ptr<const PreparedTuneFold> prepared_fold(const PreparationPlan& plan,
                                                      const Dataset& pool, const TuneFold& fold);

}  // namespace podium
