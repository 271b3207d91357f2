#include "podium/learning/trees/rounded_gradients.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/error.hpp"

namespace podium {

namespace {

/// The finaliser of splitmix64.
std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

}  // namespace

GradientUnits exact_units(const RowGradients& gradients) {
  const std::size_t rows = gradients.gradient.size();
  return {exact_unit(largest_size(gradients.gradient), rows),
          exact_unit(largest_size(gradients.curvature), rows)};
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
