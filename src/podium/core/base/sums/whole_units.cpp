#include "podium/core/base/sums/whole_units.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/error.hpp"

namespace podium {

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

double unit_of(double largest, double steps) {
  constexpr int minimum_exponent = -1000;  // the inverse is a double, too
  expects(std::isfinite(largest), "finite numbers");
  if (!(largest > 0.0)) return 1.0;
  int exponent = std::max(std::ilogb(largest / steps), minimum_exponent);
  while (std::ldexp(steps, exponent) < largest) ++exponent;
  while (exponent > minimum_exponent && std::ldexp(steps, exponent - 1) >= largest) --exponent;
  return std::ldexp(1.0, exponent);
}

double exact_unit(double largest, std::size_t count) {
  return unit_of(largest,
                 std::ldexp(1.0, 62) / static_cast<double>(std::max<std::size_t>(count, 1)));
}

}  // namespace podium
