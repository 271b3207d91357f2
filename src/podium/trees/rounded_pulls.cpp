#include "podium/trees/rounded_pulls.hpp"

#include <algorithm>
#include <cmath>

#include "podium/base/chunks.hpp"

namespace podium {

namespace {

/// Of pulls so small that their inverse unit would leave the range of a double.
constexpr int minimum_exponent = -1000;

double largest_size(std::span<const double> values) {
  std::vector<double> parts(chunk_count(values.size()));
  for_each_chunk(values.size(), [&](std::size_t begin, std::size_t end) {
    double largest = 0.0;
    for (std::size_t i = begin; i < end; ++i) largest = std::max(largest, std::abs(values[i]));
    parts[begin / chunk_size] = largest;
  });
  return parts.empty() ? 0.0 : *std::ranges::max_element(parts);
}

/// The smallest power of two with which `steps` of it reach `largest`.
double unit_of(double largest, double steps) {
  if (!(largest > 0.0)) return 1.0;
  int exponent = std::max(std::ilogb(largest / steps), minimum_exponent);
  while (std::ldexp(steps, exponent) < largest) ++exponent;
  while (exponent > minimum_exponent && std::ldexp(steps, exponent - 1) >= largest) --exponent;
  return std::ldexp(1.0, exponent);
}

/// The finaliser of splitmix64.
std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

}  // namespace

PullUnits exact_units(const RowPulls& pulls) {
  const auto rows = static_cast<double>(std::max<std::size_t>(pulls.gradient.size(), 1));
  const double steps = std::ldexp(1.0, 62) / rows;
  return {unit_of(largest_size(pulls.gradient), steps),
          unit_of(largest_size(pulls.curvature), steps)};
}

PullUnits fast_units(const RowPulls& pulls, unsigned bits) {
  const double steps = std::ldexp(1.0, static_cast<int>(bits)) - 1.0;
  return {unit_of(largest_size(pulls.gradient), 0.5 * (steps - 1.0)),
          unit_of(largest_size(pulls.curvature), steps)};
}

std::vector<PackedCell> fast_pulls(const RowPulls& pulls, const PullUnits& units, unsigned bits,
                                   std::uint64_t key) {
  const std::size_t rows = pulls.gradient.size();
  const auto most_curvature = static_cast<std::int64_t>((std::uint64_t{1} << bits) - 1);
  const std::int64_t most_gradient = most_curvature / 2;
  const double gradient_scale = 1.0 / units.gradient;
  const double curvature_scale = 1.0 / units.curvature;
  std::vector<PackedCell> words(rows);
  for_each_chunk(rows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::uint64_t z = mixed(key + row * 0x9E3779B97F4A7C15U);
      const double a = static_cast<double>(z >> 40U) * 0x1p-24;
      const double c = static_cast<double>(z >> 16U & 0xFFFFFFU) * 0x1p-24;
      const auto g =
          std::min(static_cast<std::int64_t>(std::floor(pulls.gradient[row] * gradient_scale + a)),
                   most_gradient);
      const auto h = std::min(
          static_cast<std::int64_t>(std::floor(pulls.curvature[row] * curvature_scale + c)),
          most_curvature);
      const bool has_pull = g != 0 || h != 0;
      words[row] = packed({g, h, has_pull ? 1U : 0U});
    }
  });
  return words;
}

}  // namespace podium
