#include "podium/core/kernels/bins.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "podium/core/kernels/bins.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace podium::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Values = hn::CappedTag<float, 16>;
using Places = hn::RebindToSigned<Values>;
using Bytes = hn::Rebind<std::uint8_t, Values>;
inline constexpr Values values_tag{};
inline constexpr Places places_tag{};
inline constexpr Bytes bytes_tag{};

/// A binary search of as many values as a vector has lanes.
HWY_INLINE hn::Vec<Bytes> bins_of(const float* thresholds, int first_step, hn::Vec<Values> value,
                                  hn::Vec<Places> missing) {
  hn::Vec<Places> place = hn::Zero(places_tag);
  for (int step = first_step; step > 0; step /= 2) {
    const hn::Vec<Values> threshold = hn::GatherIndex(values_tag, thresholds + (step - 1), place);
    const auto exceeds = hn::RebindMask(places_tag, hn::Lt(threshold, value));
    place = hn::Add(place, hn::IfThenElseZero(exceeds, hn::Set(places_tag, step)));
  }
  const auto is_missing = hn::RebindMask(places_tag, hn::IsNaN(value));
  return hn::DemoteTo(bytes_tag, hn::IfThenElse(is_missing, missing, place));
}

void find_bins(const float* thresholds, int first_step, const float* values, std::size_t count,
               std::uint8_t missing, std::uint8_t* bins) {
  const std::size_t lanes = hn::Lanes(values_tag);
  const hn::Vec<Places> missing_place = hn::Set(places_tag, missing);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(bins_of(thresholds, first_step, hn::LoadU(values_tag, values + i), missing_place),
               bytes_tag, bins + i);
  }
  if (i == count) return;
  HWY_ALIGN float rest[16] = {};
  HWY_ALIGN std::uint8_t found[16];
  for (std::size_t j = i; j < count; ++j) rest[j - i] = values[j];
  hn::StoreU(bins_of(thresholds, first_step, hn::LoadU(values_tag, rest), missing_place), bytes_tag,
             found);
  for (std::size_t j = i; j < count; ++j) bins[j] = found[j - i];
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace podium {

HWY_EXPORT(find_bins);

namespace {

/// The largest float that is not above a threshold.
float rounded_down(double threshold) {
  const auto nearest = static_cast<float>(threshold);
  constexpr float lowest = -std::numeric_limits<float>::infinity();
  return double{nearest} > threshold ? std::nextafter(nearest, lowest) : nearest;
}

}  // namespace

ThresholdTable::ThresholdTable(std::span<const double> thresholds)
    : first_step_(static_cast<int>(std::bit_floor(thresholds.size()))) {
  expects(thresholds.size() < thresholds_.size(), "at most 255 thresholds");
  thresholds_.fill(std::numeric_limits<float>::infinity());
  for (std::size_t t = 0; t < thresholds.size(); ++t) thresholds_[t] = rounded_down(thresholds[t]);
}

void ThresholdTable::find_bins(std::span<const float> values, std::uint8_t missing,
                               std::span<std::uint8_t> bins) const {
  expects(bins.size() == values.size(), "a bin for each value");
  HWY_DYNAMIC_DISPATCH(find_bins)
  (thresholds_.data(), first_step_, values.data(), values.size(), missing, bins.data());
}

}  // namespace podium
#endif
