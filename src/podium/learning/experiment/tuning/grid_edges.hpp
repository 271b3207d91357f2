#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "podium/core/measure/measure.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// A numeric option whose best value is the first or the last that was tried, and better than the
/// one next to it: further ones may be better.
struct GridEdge {
  std::string option;
  std::string value;
  std::vector<std::string> beyond;  ///< one or two values that the option can have
  bool is_stronger = false;         ///< they come before the first value, not after the last

  /// "best at the edge of the grid: strength=-4; --grid strength=-4,-5,-6 looks further". With a
  /// name, it is one of several algorithms, to be trained by itself for that.
  std::string words(const std::string& algorithm = "") const;
};

/// Whether options are the same but for the value of one that both have.
bool differs_only_in(const std::string& option, const OptionText& a, OptionText b);

/// Of the best of some points, among those of its algorithm that differ from it in one option, or
/// with `in_any` in any options: a search rarely has the former.
std::vector<GridEdge> edges_of(std::span<const TuningPoint> points, std::size_t best,
                               const MeasureEntry& metric, bool in_any = false);

/// The values of `strength` by which a grid of it is extended where its best value is at an edge:
/// two beyond the last, twice at most, or two before the first, once. `steps` counts extensions.
/// Only worth it where features have scales of their own.
std::vector<std::string> further_strengths(std::span<const TuningPoint> points, std::size_t best,
                                           const MeasureEntry& metric, std::size_t steps);

}  // namespace podium
