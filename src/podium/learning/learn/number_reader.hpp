#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "podium/core/base/error.hpp"

namespace podium {

/// Reads the numbers of a checkpoint one by one. Throws DataError where they are not those that
/// boosting wrote.
class NumberReader {
 public:
  explicit NumberReader(std::span<const double> numbers) : rest_(numbers) {}

  double next() { return take(1).front(); }

  /// A whole number from 0 on.
  std::uint32_t whole() {
    const double value = next();
    constexpr double most = 1e9;
    if (!(value >= 0.0 && value <= most && value == std::floor(value))) refuse();
    return static_cast<std::uint32_t>(value);
  }

  std::span<const double> take(std::size_t size) {
    if (size > rest_.size()) refuse();
    const std::span<const double> taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }

  bool is_at_end() const noexcept { return rest_.empty(); }

  void expect_end() const {
    if (!is_at_end()) refuse();
  }

  [[noreturn]] static void refuse() {
    throw DataError({"checkpoint"}, "found numbers that boosting did not write");
  }

 private:
  std::span<const double> rest_;
};

}  // namespace podium
