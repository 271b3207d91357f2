#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace podium {

/// Brings the `count` first of the places, or all, to the front in order and returns them.
/// O(n + count log count).
template <class Before>
std::span<std::uint32_t> select_first(std::span<std::uint32_t> places, std::size_t count,
                                      Before before) {
  count = std::min(count, places.size());
  const auto middle = places.begin() + static_cast<std::ptrdiff_t>(count);
  if (middle != places.end()) std::nth_element(places.begin(), middle, places.end(), before);
  std::sort(places.begin(), middle, before);
  return places.first(count);
}

}  // namespace podium
