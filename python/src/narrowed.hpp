#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>

namespace podium::python {

/// A number in 32 bits; `too_large` counts those that are finite and become infinite.
template <class From>
float narrowed(From value, std::size_t& too_large) {
  const auto narrow = static_cast<float>(value);
  if constexpr (std::is_floating_point_v<From>) {
    if (std::isinf(narrow) && !std::isinf(value)) ++too_large;
  }
  return narrow;
}

}  // namespace podium::python
