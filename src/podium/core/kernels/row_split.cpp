#include "podium/core/kernels/row_split.hpp"

#include <limits>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "podium/core/kernels/row_split.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace podium::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Rows = hn::CappedTag<std::int32_t, 16>;
inline constexpr Rows rows_tag{};

/// The first byte of the word at each offset.
HWY_INLINE hn::Vec<Rows> bytes_at(const std::uint8_t* bytes, hn::Vec<Rows> offset) {
  const auto* const words = reinterpret_cast<const std::int32_t*>(bytes);
  return hn::And(hn::GatherOffset(rows_tag, words, offset), hn::Set(rows_tag, 0xFF));
}

std::size_t separate(const BinTest& test, std::span<std::uint32_t> rows,
                     std::span<std::uint32_t> right) {
  const std::size_t lanes = hn::Lanes(rows_tag);
  const hn::Vec<Rows> bin = hn::Set(rows_tag, static_cast<std::int32_t>(test.bin));
  const hn::Vec<Rows> stride = hn::Set(rows_tag, static_cast<std::int32_t>(test.stride));
  const hn::Vec<Rows> missing = hn::Set(rows_tag, static_cast<std::int32_t>(test.missing_bin));
  auto* const from = reinterpret_cast<std::int32_t*>(rows.data());
  auto* const others = reinterpret_cast<std::int32_t*>(right.data());
  const bool has_offsets = test.bins.size() < std::numeric_limits<std::int32_t>::max();
  std::size_t next = 0;
  std::size_t next_left = 0;
  std::size_t next_right = 0;
  for (; has_offsets && next + lanes <= rows.size(); next += lanes) {
    const hn::Vec<Rows> row = hn::LoadU(rows_tag, from + next);
    const hn::Vec<Rows> own = bytes_at(test.bins.data(), hn::Mul(row, stride));
    const auto is_missing = hn::Eq(own, missing);
    const auto is_above = hn::Gt(own, bin);
    const auto goes_right =
        test.missing_left ? hn::AndNot(is_missing, is_above) : hn::Or(is_missing, is_above);
    // Whole vectors are written, over rows that were read already.
    next_left += hn::CompressStore(row, hn::Not(goes_right), rows_tag, from + next_left);
    next_right += hn::CompressStore(row, goes_right, rows_tag, others + next_right);
  }
  for (; next < rows.size(); ++next) {
    const std::uint32_t row = rows[next];
    const bool goes_left = test.goes_left(row);
    rows[next_left] = row;
    right[next_right] = row;
    next_left += goes_left ? 1U : 0U;
    next_right += goes_left ? 0U : 1U;
  }
  return next_left;
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace podium {

HWY_EXPORT(separate);

std::size_t separate_rows(const BinTest& test, std::span<std::uint32_t> rows,
                          std::span<std::uint32_t> right) {
  expects(right.size() == rows.size(), "room for all rows");
  return HWY_DYNAMIC_DISPATCH(separate)(test, rows, right);
}

}  // namespace podium
#endif
