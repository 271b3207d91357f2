#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "podium/core/base/sums/whole_units.hpp"
#include "podium/learning/trees/gradient_sums.hpp"

namespace podium {

/// The gradient and the curvature of each row in one round of boosting.
struct RowGradients {
  std::span<const double> gradient;
  std::span<const double> curvature;  ///< 0 or more
};

/// The units of exact_unit() for sums over all rows.
GradientUnits exact_units(const RowGradients& gradients);

/// Units with which the largest values have `bits` bits: gradients with a sign, curvatures without.
GradientUnits fast_units(const RowGradients& gradients, unsigned bits);

/// Few bits, rounded up or down at random so that the mean is right [Shi22]: a hash of the key and
/// the row decides, so that nothing depends on threads. The sums of rows_of_a_packed_block(bits)
/// rows stay apart.
void round_to_bits(const RowGradients& gradients, const GradientUnits& units, unsigned bits,
                   std::uint64_t key, std::span<PackedSums> words);

constexpr std::size_t rows_of_a_packed_block(unsigned bits) {
  return (std::size_t{1} << (24U - bits)) - 1;
}

}  // namespace podium
