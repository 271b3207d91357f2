#include "podium/serve/odd_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace podium {

namespace {

/// How many values of each column are in its range; NaN is in none. Counts of 32 bits and no early
/// exit, so that the loop is vectorised: it sees every value of every request.
std::vector<std::uint32_t> count_inside(std::span<const float> rows, std::span<const float> low,
                                        std::span<const float> high) {
  const std::size_t width = low.size();
  std::vector<std::uint32_t> inside(width);
  for (std::size_t begin = 0; begin < rows.size(); begin += width) {
    const std::span<const float> row = rows.subspan(begin, width);
    for (std::size_t f = 0; f < width; ++f) {
      const std::uint32_t is_above = row[f] >= low[f] ? 1U : 0U;
      const std::uint32_t is_below = row[f] <= high[f] ? 1U : 0U;
      inside[f] += is_above & is_below;
    }
  }
  return inside;
}

}  // namespace

OddValues odd_values(std::span<const float> rows, std::size_t width, const FeatureRanges& ranges) {
  constexpr float infinite = std::numeric_limits<float>::infinity();
  if (rows.empty()) return {};
  const std::vector<float> least(ranges.low.empty() ? width : 0, -infinite);
  const std::vector<float> most(least.size(), infinite);
  const bool is_known = !ranges.low.empty();
  const auto low = std::span(is_known ? ranges.low : least).first(width);
  const auto high = std::span(is_known ? ranges.high : most).first(width);
  const std::vector<std::uint32_t> inside = count_inside(rows, low, high);
  const std::uint64_t documents = rows.size() / width;
  if (std::ranges::all_of(inside, [&](std::uint32_t count) { return count == documents; })) {
    return {};
  }
  OddValues odd{std::vector<std::uint64_t>(width), std::vector<std::uint64_t>(width)};
  for (std::size_t begin = 0; begin < rows.size(); begin += width) {
    for (std::size_t f = 0; f < width; ++f) {
      odd.missing[f] += std::isnan(rows[begin + f]) ? 1U : 0U;
    }
  }
  for (std::size_t f = 0; f < width; ++f) odd.outside[f] = documents - inside[f] - odd.missing[f];
  return odd;
}

}  // namespace podium
