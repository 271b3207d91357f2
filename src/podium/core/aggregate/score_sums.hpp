#pragma once

#include <cstddef>
#include <vector>

#include "podium/core/aggregate/election.hpp"

namespace podium {

/// Adds up what ballots give to items. The order of the ballots does not matter, not even by
/// rounding: items that are given the same numbers tie exactly.
class ScoreSums {
 public:
  explicit ScoreSums(std::size_t item_count) : given_(item_count) {}

  void add(ItemIndex item, double value) { given_[item].push_back(value); }

  /// The sum of each item.
  std::vector<double> totals() const;

 private:
  std::vector<std::vector<double>> given_;
};

}  // namespace podium
