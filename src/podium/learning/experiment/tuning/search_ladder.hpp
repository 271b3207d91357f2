#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/learning/experiment/tuning/halving.hpp"
#include "podium/learning/experiment/tuning/tune_folds.hpp"

namespace podium {

/// The rungs on which candidates are compared, over folds of some data.
struct SearchLadder {
  std::vector<TuneFold> folds;
  std::vector<Rung> rungs;
  std::vector<std::string> names;  ///< of the rungs: "2 of 5 folds"
};

/// One, two and all of five inner folds. Above queries_for_one_fold: shares of the queries outside
/// the one fold, as below.
SearchLadder inner_ladder(const Dataset& pool, std::uint64_t seed);

/// Models of about a ninth, a third and all of the training queries, on the validation data. Each
/// share contains the one before it. Folds number the queries of training and validation data
/// together. Throws UsageError without validation data.
SearchLadder split_ladder(const Dataset& train, const Dataset* vali, std::uint64_t seed);

}  // namespace podium
