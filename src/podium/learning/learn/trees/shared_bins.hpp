#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "podium/core/data/dataset.hpp"
#include "podium/learning/trees/bin_tiles.hpp"
#include "podium/learning/trees/binned_features.hpp"
#include "podium/learning/trees/tree_thresholds.hpp"

namespace podium {

/// The features of training data as trees read them.
struct TreeBins {
  TreeBins(const Dataset& data, std::size_t thresholds, std::uint64_t seed)
      : binned(data, tree_thresholds(data, thresholds, seed)), tiles(binned) {}
  TreeBins(const TreeBins&) = delete;
  TreeBins& operator=(const TreeBins&) = delete;
  TreeBins(TreeBins&&) = delete;
  TreeBins& operator=(TreeBins&&) = delete;
  ~TreeBins() = default;

  BinnedFeatures binned;
  BinTiles tiles;  ///< of `binned`
};

/// The bins of one data set, for several trainings on it, which may run at the same time.
class SharedBins {
 public:
  /// Made when they are first asked for. `data` must always be the same.
  std::shared_ptr<const TreeBins> get(const Dataset& data, std::size_t thresholds,
                                      std::uint64_t seed) {
    const std::scoped_lock lock(mutex_);
    std::shared_ptr<const TreeBins>& bins = made_[{thresholds, seed}];
    if (!bins) bins = std::make_shared<const TreeBins>(data, thresholds, seed);
    return bins;
  }

 private:
  std::mutex mutex_;
  std::map<std::pair<std::size_t, std::uint64_t>, std::shared_ptr<const TreeBins>> made_;
};

}  // namespace podium
