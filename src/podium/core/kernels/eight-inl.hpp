// Eight logical lanes of doubles, independent of the vector length of the machine: the sums of all
// kernels run in these lanes and are reduced in one order, so that every instruction set with a
// fused multiply-add gives the same bits. For the .cpp files of this module; compiled once per
// target.
#if defined(PODIUM_KERNELS_EIGHT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef PODIUM_KERNELS_EIGHT_INL_HPP
#undef PODIUM_KERNELS_EIGHT_INL_HPP
#else
#define PODIUM_KERNELS_EIGHT_INL_HPP
#endif

#include <algorithm>
#include <cstddef>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace podium::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 8>;
using Floats = hn::Rebind<float, Doubles>;
using Part = hn::Vec<Doubles>;

inline constexpr Doubles doubles{};
inline constexpr Floats floats{};
inline constexpr std::size_t part_lanes = HWY_MIN(std::size_t{8}, HWY_LANES(double));
inline constexpr std::size_t parts = 8 / part_lanes;

/// Masked loads and stores of these targets do not access the memory of masked lanes. The scalar
/// and the emulated targets read first and mask afterwards.
inline constexpr bool masks_protect =
    HWY_TARGET == HWY_AVX2 ||
    (!HWY_MEM_OPS_MIGHT_FAULT && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128);

struct Eight {
  Part part[parts];
};

HWY_INLINE Eight all(double value) {
  Eight eight;
  for (Part& part : eight.part) part = hn::Set(doubles, value);
  return eight;
}

HWY_INLINE Eight load(const double* from) {
  Eight eight;
  for (std::size_t i = 0; i < parts; ++i) {
    eight.part[i] = hn::LoadU(doubles, from + i * part_lanes);
  }
  return eight;
}

HWY_INLINE Eight load(const float* from) {
  Eight eight;
  for (std::size_t i = 0; i < parts; ++i) {
    eight.part[i] = hn::PromoteTo(doubles, hn::LoadU(floats, from + i * part_lanes));
  }
  return eight;
}

HWY_INLINE void store(const Eight& eight, double* to) {
  for (std::size_t i = 0; i < parts; ++i) {
    hn::StoreU(eight.part[i], doubles, to + i * part_lanes);
  }
}

/// How many of the first `count` lanes lie in part `i`.
HWY_INLINE std::size_t lanes_in_part(std::size_t count, std::size_t i) {
  return std::min(part_lanes, count - std::min(count, i * part_lanes));
}

/// `count` < 8 values and zeros in the other lanes; memory beyond is not touched.
HWY_INLINE Eight load_first(const double* from, std::size_t count) {
  if constexpr (masks_protect) {
    Eight eight;
    for (std::size_t i = 0; i < parts; ++i) {
      eight.part[i] = hn::MaskedLoad(hn::FirstN(doubles, lanes_in_part(count, i)), doubles,
                                     from + i * part_lanes);
    }
    return eight;
  } else {
    double padded[8] = {};
    std::copy_n(from, count, padded);
    return load(padded);
  }
}

HWY_INLINE Eight load_first(const float* from, std::size_t count) {
  if constexpr (masks_protect) {
    Eight eight;
    for (std::size_t i = 0; i < parts; ++i) {
      eight.part[i] =
          hn::PromoteTo(doubles, hn::MaskedLoad(hn::FirstN(floats, lanes_in_part(count, i)), floats,
                                                from + i * part_lanes));
    }
    return eight;
  } else {
    float padded[8] = {};
    std::copy_n(from, count, padded);
    return load(padded);
  }
}

/// The first `count` < 8 lanes; memory beyond is not touched.
HWY_INLINE void store_first(const Eight& eight, double* to, std::size_t count) {
  if constexpr (masks_protect) {
    for (std::size_t i = 0; i < parts; ++i) {
      hn::BlendedStore(eight.part[i], hn::FirstN(doubles, lanes_in_part(count, i)), doubles,
                       to + i * part_lanes);
    }
  } else {
    double padded[8];
    store(eight, padded);
    std::copy_n(padded, count, to);
  }
}

/// The first `count` lanes and zeros in the others.
HWY_INLINE Eight keep_first(const Eight& eight, std::size_t count) {
  Eight kept;
  for (std::size_t i = 0; i < parts; ++i) {
    kept.part[i] = hn::IfThenElseZero(hn::FirstN(doubles, lanes_in_part(count, i)), eight.part[i]);
  }
  return kept;
}

HWY_INLINE Eight operator+(const Eight& a, const Eight& b) {
  Eight sum;
  for (std::size_t i = 0; i < parts; ++i) sum.part[i] = hn::Add(a.part[i], b.part[i]);
  return sum;
}

HWY_INLINE Eight operator-(const Eight& a, const Eight& b) {
  Eight difference;
  for (std::size_t i = 0; i < parts; ++i) difference.part[i] = hn::Sub(a.part[i], b.part[i]);
  return difference;
}

/// a * b + c, rounded once.
HWY_INLINE Eight mul_add(const Eight& a, const Eight& b, const Eight& c) {
  Eight eight;
  for (std::size_t i = 0; i < parts; ++i) {
    eight.part[i] = hn::MulAdd(a.part[i], b.part[i], c.part[i]);
  }
  return eight;
}

/// c - a * b, rounded once.
HWY_INLINE Eight neg_mul_add(const Eight& a, const Eight& b, const Eight& c) {
  Eight eight;
  for (std::size_t i = 0; i < parts; ++i) {
    eight.part[i] = hn::NegMulAdd(a.part[i], b.part[i], c.part[i]);
  }
  return eight;
}

/// Adds the upper half of the lanes to the lower half until one is left.
template <class D>
HWY_INLINE double sum_of_part(D d, hn::Vec<D> part) {
  if constexpr (hn::MaxLanes(d) == 1) {
    return hn::GetLane(part);
  } else {
    const hn::Half<D> half;
    // Unqualified: targets of one lane have no UpperHalf.
    return sum_of_part(half, hn::Add(hn::LowerHalf(half, part), UpperHalf(half, part)));
  }
}

/// ((l0 + l4) + (l2 + l6)) + ((l1 + l5) + (l3 + l7))
HWY_INLINE double sum_of(Eight eight) {
  for (std::size_t half = parts / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) {
      eight.part[i] = hn::Add(eight.part[i], eight.part[i + half]);
    }
  }
  return sum_of_part(doubles, eight.part[0]);
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
