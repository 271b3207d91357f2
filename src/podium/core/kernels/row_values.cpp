#include "podium/core/kernels/row_values.hpp"

#include <cmath>
#include <cstddef>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "podium/core/kernels/row_values.cpp"
#include <hwy/foreach_target.h>

#include "podium/core/kernels/eight-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace podium::HWY_NAMESPACE {

/// Not more: what is left of a row after its vectors is done one by one.
using Values = hn::CappedTag<float, 8>;
using Counts = hn::RebindToUnsigned<Values>;
inline constexpr Values vector{};
inline constexpr Counts counts{};

template <bool is_nan_wanted>
HWY_INLINE bool find(const float* values, std::size_t count) {
  const std::size_t lanes = hn::Lanes(vector);
  auto found = hn::FirstN(vector, 0);  // none
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto value = hn::LoadU(vector, values + i);
    found = hn::Or(found, is_nan_wanted ? hn::IsNaN(value) : hn::IsInf(value));
  }
  bool is_found = !hn::AllFalse(vector, found);
  for (; i < count; ++i) is_found |= is_nan_wanted ? std::isnan(values[i]) : std::isinf(values[i]);
  return is_found;
}

bool find_nan(const float* values, std::size_t count) {
  return find<true>(values, count);
}

bool find_infinite(const float* values, std::size_t count) {
  return find<false>(values, count);
}

void count_in_ranges(const float* rows, const float* low, const float* high, std::size_t columns,
                     std::uint32_t* inside, std::size_t count) {
  const std::size_t lanes = hn::Lanes(vector);
  for (std::size_t i = 0; i < count; ++i, rows += columns) {
    std::size_t j = 0;
    for (; j + lanes <= columns; j += lanes) {
      const auto value = hn::LoadU(vector, rows + j);
      const auto is_inside = hn::And(hn::Ge(value, hn::LoadU(vector, low + j)),
                                     hn::Le(value, hn::LoadU(vector, high + j)));
      const auto one = hn::VecFromMask(counts, hn::RebindMask(counts, is_inside));  // minus one
      hn::StoreU(hn::Sub(hn::LoadU(counts, inside + j), one), counts, inside + j);
    }
    for (; j < columns; ++j) {
      const std::uint32_t is_above = rows[j] >= low[j] ? 1U : 0U;
      const std::uint32_t is_below = rows[j] <= high[j] ? 1U : 0U;
      inside[j] += is_above & is_below;  // no branch: nobody can predict it
    }
  }
}

/// What is emulated makes the largest float of a number that is too large for one, not infinity.
inline constexpr bool demotes_as_the_language =
    HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128;

void scale(float* rows, const double* shift, const double* by, std::size_t columns,
           std::size_t count) {
  const auto zero = hn::Zero(doubles);
  for (std::size_t i = 0; i < count; ++i, rows += columns) {
    std::size_t j = 0;
    for (; demotes_as_the_language && j + part_lanes <= columns; j += part_lanes) {
      const Part value = hn::PromoteTo(doubles, hn::LoadU(floats, rows + j));
      const Part divisor = hn::LoadU(doubles, by + j);
      const Part quotient = hn::Div(hn::Sub(value, hn::LoadU(doubles, shift + j)), divisor);
      const Part constant = hn::IfThenElseZero(hn::IsNaN(value), value);
      const Part scaled = hn::IfThenElse(hn::Eq(divisor, zero), constant, quotient);
      hn::StoreU(hn::DemoteTo(floats, scaled), floats, rows + j);
    }
    for (; j < columns; ++j) {
      const double value{rows[j]};
      const double quotient = (value - shift[j]) / by[j];
      const double constant = std::isnan(value) ? value : 0.0;
      rows[j] = static_cast<float>(by[j] == 0.0 ? constant : quotient);
    }
  }
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace podium {

HWY_EXPORT(find_nan);
HWY_EXPORT(find_infinite);
HWY_EXPORT(count_in_ranges);
HWY_EXPORT(scale);

namespace {

std::size_t rows_of(std::size_t values, std::size_t columns) {
  expects(columns > 0 ? values % columns == 0 : values == 0, "whole rows");
  return columns > 0 ? values / columns : 0;
}

}  // namespace

bool has_nan(std::span<const float> values) noexcept {
  return HWY_DYNAMIC_DISPATCH(find_nan)(values.data(), values.size());
}

bool has_infinite(std::span<const float> values) noexcept {
  return HWY_DYNAMIC_DISPATCH(find_infinite)(values.data(), values.size());
}

void count_inside(std::span<const float> rows, std::span<const float> low,
                  std::span<const float> high, std::span<std::uint32_t> inside) {
  expects(low.size() == inside.size() && high.size() == inside.size(), "a range for each column");
  HWY_DYNAMIC_DISPATCH(count_in_ranges)
  (rows.data(), low.data(), high.data(), inside.size(), inside.data(),
   rows_of(rows.size(), inside.size()));
}

void scale_rows(std::span<float> rows, std::span<const double> shift,
                std::span<const double> scale) {
  expects(shift.size() == scale.size(), "a shift for each scale");
  HWY_DYNAMIC_DISPATCH(scale)
  (rows.data(), shift.data(), scale.data(), scale.size(), rows_of(rows.size(), scale.size()));
}

}  // namespace podium
#endif
