#include "podium/learning/trees/rounded_gradients.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/error.hpp"

namespace podium {

namespace {

/// Of gradients so small that their inverse unit would leave the range of a double.
constexpr int minimum_exponent = -1000;

double largest_size(std::span<const double> values) {
  std::vector<double> parts(chunk_count(values.size()));
  for_each_chunk(values.size(), [&](std::size_t begin, std::size_t end) {
    // Several at a time, since each comparison waits for the one before.
    std::array<double, 8> largest{};
    std::size_t i = begin;
    for (; i + largest.size() <= end; i += largest.size()) {
      for (std::size_t k = 0; k < largest.size(); ++k) {
        const double size = std::abs(values[i + k]);
        largest[k] = size > largest[k] ? size : largest[k];
      }
    }
    for (; i < end; ++i) largest[0] = std::max(largest[0], std::abs(values[i]));
    parts[begin / chunk_size] = *std::ranges::max_element(largest);
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

GradientUnits exact_units(const RowGradients& gradients) {
  const auto rows = static_cast<double>(std::max<std::size_t>(gradients.gradient.size(), 1));
  const double steps = std::ldexp(1.0, 62) / rows;
  return {unit_of(largest_size(gradients.gradient), steps),
          unit_of(largest_size(gradients.curvature), steps)};
}

GradientUnits fast_units(const RowGradients& gradients, unsigned bits) {
  const double steps = std::ldexp(1.0, static_cast<int>(bits)) - 1.0;
  return {unit_of(largest_size(gradients.gradient), 0.5 * (steps - 1.0)),
          unit_of(largest_size(gradients.curvature), steps)};
}

void round_to_bits(const RowGradients& gradients, const GradientUnits& units, unsigned bits,
                   std::uint64_t key, std::span<PackedSums> words) {
  expects(gradients.gradient.size() == words.size() && gradients.curvature.size() == words.size(),
          "a gradient and a curvature for each row");
  const auto maximum_curvature = static_cast<std::int64_t>((std::uint64_t{1} << bits) - 1);
  const std::int64_t maximum_gradient = maximum_curvature / 2;
  const double gradient_scale = 1.0 / units.gradient;
  const double curvature_scale = 1.0 / units.curvature;
  for_each_chunk(words.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::uint64_t z = mixed(key + row * 0x9E3779B97F4A7C15U);
      const double a = static_cast<double>(z >> 40U) * 0x1p-24;
      const double c = static_cast<double>(z >> 16U & 0xFFFFFFU) * 0x1p-24;
      const auto g = std::min(
          static_cast<std::int64_t>(std::floor(gradients.gradient[row] * gradient_scale + a)),
          maximum_gradient);
      const auto h = std::min(
          static_cast<std::int64_t>(std::floor(gradients.curvature[row] * curvature_scale + c)),
          maximum_curvature);
      // Rows count whatever few bits leave of their gradients.
      const bool has_gradient = gradients.gradient[row] != 0.0 || gradients.curvature[row] != 0.0;
      words[row] = packed({g, h, has_gradient ? 1U : 0U});
    }
  });
}

}  // namespace podium
