#include "podium/serving/odd_values.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "podium/core/kernels/row_values.hpp"

namespace podium::serving {

namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

using Counts = std::vector<std::uint32_t>;

/// Values that are there, whatever they are.
Counts present_values(std::span<const float> rows, std::size_t width) {
  Counts present(width);
  const std::vector<float> least(width, -infinite);
  const std::vector<float> most(width, infinite);
  count_inside(rows, least, most, present);
  return present;
}

/// Values in the ranges of the training data.
Counts known_values(std::span<const float> rows, std::size_t width, const FeatureRanges& ranges) {
  if (ranges.low.empty()) return present_values(rows, width);
  Counts known(width);
  count_inside(rows, std::span(ranges.low).first(width), std::span(ranges.high).first(width),
               known);
  return known;
}

}  // namespace

void OddValues::add(const OddValues& other) {
  if (other.missing.empty()) return;
  missing.resize(other.missing.size());
  outside.resize(other.outside.size());
  std::ranges::transform(missing, other.missing, missing.begin(), std::plus<>{});
  std::ranges::transform(outside, other.outside, outside.begin(), std::plus<>{});
}

OddValues odd_values(std::span<const float> rows, std::size_t width, const FeatureRanges& ranges) {
  if (rows.empty()) return {};
  const std::uint64_t documents = rows.size() / width;
  const Counts known = known_values(rows, width, ranges);
  if (std::ranges::all_of(known, [&](std::uint32_t count) { return count == documents; })) {
    return {};
  }
  const Counts present = present_values(rows, width);
  OddValues odd{std::vector<std::uint64_t>(width), std::vector<std::uint64_t>(width)};
  for (std::size_t f = 0; f < width; ++f) {
    odd.missing[f] = documents - present[f];
    odd.outside[f] = present[f] - known[f];
  }
  return odd;
}

}  // namespace podium::serving
