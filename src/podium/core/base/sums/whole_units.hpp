#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace podium {

// Numbers that are rounded to whole multiples of one unit have the same sum in any order, and
// however they are divided among threads or machines. The unit follows from the largest number and
// from how many there are.

/// The largest absolute value; 0 of none.
double largest_size(std::span<const double> values);

/// The smallest power of two with which `steps` of it reach `largest`, a finite number; 1 for 0.
double unit_of(double largest, double steps);

/// The unit in which `count` numbers of at most `largest` add up to less than 2^63: each keeps at
/// least 40 bits of the largest up to 2^22 numbers.
double exact_unit(double largest, std::size_t count);

/// A number in such a unit.
inline std::int64_t in_units(double value, double unit) {
  return static_cast<std::int64_t>(std::nearbyint(value / unit));
}

}  // namespace podium
