#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "podium/core/base/io/json_reader.hpp"

namespace podium {

/// Distinct values, ascending, and how often each occurs.
using ValueCounts = std::vector<std::pair<double, std::size_t>>;

/// A function that rises linearly between knots and is constant outside them.
struct PiecewiseLinear {
  std::vector<double> at;     ///< ascending, at least two
  std::vector<double> image;  ///< one for each knot, ascending

  /// Its knots are the distinct values among 64 evenly spaced order statistics, and a few more at
  /// both ends; of values of which more than half are equal, that one and the order statistics of
  /// the others. Their images are the normal quantiles of their mid-ranks, shifted and scaled so
  /// that the images of all values have mean 0 and deviation 1. At least two values differ.
  static PiecewiseLinear of_normal_ranks(const ValueCounts& values);

  /// NaN stays NaN.
  double operator()(double x) const;

  Json json() const;
  static PiecewiseLinear read(const JsonReader& json);

  bool operator==(const PiecewiseLinear&) const = default;
};

}  // namespace podium
