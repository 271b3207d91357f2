#pragma once

#include <cstdint>
#include <span>

namespace podium {

/// Whether one of the values is NaN.
bool has_nan(std::span<const float> values) noexcept;

/// Whether one of the values is infinite.
bool has_infinite(std::span<const float> values) noexcept;

/// inside[j] += the number of rows i with low[j] <= rows[i, j] <= high[j], rows row-major with
/// inside.size() columns. NaN is in no range.
void count_inside(std::span<const float> rows, std::span<const float> low,
                  std::span<const float> high, std::span<std::uint32_t> inside);

/// rows[i, j] = (rows[i, j] - shift[j]) / scale[j], computed in double; 0 where scale[j] is 0. NaN
/// stays NaN.
void scale_rows(std::span<float> rows, std::span<const double> shift,
                std::span<const double> scale);

}  // namespace podium
