#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "podium/core/measure/measure.hpp"
#include "podium/learning/experiment/tuning/mixture.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// The number of rounds of a point; nothing for one that has none.
std::optional<double> rounds_of(const TuningPoint& point);

/// What is known of the points of a grid, from strong to weak regularisation: those that were
/// trained have values of each query, and a mean.
struct GridState {
  std::span<const TuningPoint> points;
  std::span<const std::optional<PointValues>> values;
};

/// The points to train next; none: the grid is done. Points that differ in `rounds` alone are one
/// run of boosting, so that they come one after another, those of all runs with equally many rounds
/// together. With `may_stop`, a run ends when its value does not rise any more, and when a run
/// before it in the grid, which is simpler, was better with as many rounds or fewer by more than a
/// standard error of the difference: trees that are too large do not become better by being more.
std::vector<std::size_t> next_points(const GridState& grid, const MeasureEntry& metric,
                                     bool may_stop);

}  // namespace podium
