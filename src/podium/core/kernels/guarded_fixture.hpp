#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "podium/core/base/random.hpp"

namespace podium {

inline constexpr double eps = std::numeric_limits<double>::epsilon();

/// Numbers with NaN before and after them: a kernel that reads outside its input gives NaN, and one
/// that writes there is detected. `lead` sets the alignment.
template <class Value>
class Guarded {
 public:
  Guarded(std::size_t count, std::size_t lead, RandomStream& stream)
      : memory_(lead + count + guard, static_cast<Value>(NAN)), lead_(lead), count_(count) {
    for (Value& value : values()) value = static_cast<Value>(stream.normal());
  }

  std::span<Value> values() { return std::span(memory_).subspan(lead_, count_); }

  bool is_intact() const {
    const auto is_nan = [](Value value) { return std::isnan(value); };
    return std::all_of(memory_.begin(), memory_.begin() + static_cast<std::ptrdiff_t>(lead_),
                       is_nan) &&
           std::all_of(memory_.begin() + static_cast<std::ptrdiff_t>(lead_ + count_), memory_.end(),
                       is_nan);
  }

 private:
  static constexpr std::size_t guard = 16;

  std::vector<Value> memory_;
  std::size_t lead_;
  std::size_t count_;
};

}  // namespace podium
