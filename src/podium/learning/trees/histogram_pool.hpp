#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "podium/learning/trees/histogram_limit.hpp"

namespace podium {

/// Histograms of one size, which serve again when they are given back.
template <class Cell>
class HistogramPool {
 public:
  explicit HistogramPool(std::size_t cells) : cells_(cells) {}

  /// Whether so many can be taken now.
  bool has(std::size_t count) {
    while (free_.size() < count) {
      if (made_ < fewest) {
        memory_.take_anyway(cells_ * sizeof(Cell));
      } else if (!memory_.take(cells_ * sizeof(Cell))) {
        return false;
      }
      ++made_;
      free_.emplace_back(cells_);
    }
    return true;
  }

  /// Of any content; empty if there is no memory for another one.
  std::vector<Cell> take() {
    if (!has(1)) return {};
    std::vector<Cell> taken = std::move(free_.back());
    free_.pop_back();
    return taken;
  }

  void give_back(std::vector<Cell> histogram) {
    if (!histogram.empty()) free_.push_back(std::move(histogram));
  }

 private:
  static constexpr std::size_t fewest = 2;  ///< of a node and of one of its children

  std::size_t cells_;
  std::size_t made_ = 0;
  HistogramMemory memory_;
  std::vector<std::vector<Cell>> free_;
};

}  // namespace podium
