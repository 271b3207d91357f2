#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "podium/core/data/query_blocks.hpp"
#include "podium/learning/model/weak_rankers.hpp"
#include "podium/learning/trees/binned_features.hpp"

namespace podium {

enum class Directions { up, both };
inline constexpr std::array<std::string_view, 2> directions_names = {"up", "both"};

/// A weak ranker that boosting may choose, or its opposite.
struct Candidate {
  WeakRanker ranker;
  double sign = 1.0;       ///< -1: smaller is better
  std::uint8_t place = 0;  ///< of the threshold among those of its feature

  WeakTerm times(double alpha) const { return {ranker, sign * alpha}; }
};

/// The candidates in the order in which ties are broken: by feature, by threshold, those that let
/// no missing value pass first, larger is better first.
using WeakPool = std::vector<Candidate>;

/// Every threshold of every feature; where values are missing, twice: they pass or they do not.
WeakPool threshold_pool(const BinnedFeatures& binned, Directions directions);

/// The features themselves.
WeakPool feature_pool(std::size_t features, Directions directions);

/// passes[doc] = whether the document passes the threshold, 1 or 0.
void write_passes(const WeakRanker& ranker, const QueryView& view, std::span<char> passes);

/// The scores of a data set's rows under a sum that grows by a term at a time, with the same bits
/// as WeakRankerSum gives.
class RunningScores {
 public:
  /// `binned` may hold the thresholds of `data` in bytes, which are faster to read; borrowed.
  explicit RunningScores(Dataset data, const BinnedFeatures* binned = nullptr);

  void add(const WeakTerm& term);
  void assign(std::span<const WeakTerm> terms);

  std::span<const double> values() const noexcept { return values_; }
  const Dataset& data() const noexcept { return data_; }

 private:
  /// Adds the term by its bins; false when it is not one of the binned thresholds.
  bool add_binned(const WeakTerm& term);

  Dataset data_;
  const BinnedFeatures* binned_;
  QueryBlocks blocks_;
  std::vector<double> values_;
};

}  // namespace podium
