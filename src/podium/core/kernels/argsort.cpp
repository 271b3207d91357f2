#include "podium/core/kernels/argsort.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "podium/core/kernels/argsort.cpp"
#include <hwy/foreach_target.h>

#include "podium/core/kernels/eight-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace podium::HWY_NAMESPACE {

using Counts = hn::RebindToSigned<Doubles>;

inline constexpr Counts counts{};

/// So many values are ranked at once: enough of them to hide how long a comparison takes.
constexpr std::size_t together = 16;
constexpr std::size_t vectors = together / part_lanes;

struct Ranks {
  hn::Vec<Counts> part[vectors];
};

/// Which lanes the value `other` comes before.
struct IsLarger {
  HWY_INLINE hn::Mask<Doubles> operator()(Part other, Part own, std::size_t /*vector*/) const {
    return hn::Gt(other, own);
  }
};

struct IsNotSmaller {
  HWY_INLINE hn::Mask<Doubles> operator()(Part other, Part own, std::size_t /*vector*/) const {
    return hn::Ge(other, own);
  }
};

/// `other` is the value of lane `lane` itself: it comes before equal ones of later lanes.
struct IsLargerOrEarlier {
  std::size_t lane;
  HWY_INLINE hn::Mask<Doubles> operator()(Part other, Part own, std::size_t vector) const {
    const Part lanes = hn::Iota(doubles, static_cast<double>(vector * part_lanes));
    const auto is_earlier = hn::Lt(hn::Set(doubles, static_cast<double>(lane)), lanes);
    return hn::Or(hn::Gt(other, own), hn::And(hn::Eq(other, own), is_earlier));
  }
};

template <class Before>
HWY_INLINE void count_if(const Before& before, double other, const double* own, Ranks& ranks) {
  const Part others = hn::Set(doubles, other);
  for (std::size_t i = 0; i < vectors; ++i) {
    const auto is_before = before(others, hn::LoadU(doubles, own + i * part_lanes), i);
    ranks.part[i] = hn::Add(
        ranks.part[i], hn::IfThenElseZero(hn::RebindMask(counts, is_before), hn::Set(counts, 1)));
  }
}

/// Counts for each value those before it: n^2 comparisons, but many at a time and no branch. No x
/// is NaN.
void sort_by_counting(const double* x, std::uint32_t* order, std::size_t count) {
  for (std::size_t begin = 0; begin < count; begin += together) {
    const std::size_t end = std::min(begin + together, count);
    double own[together] = {};
    std::copy(x + begin, x + end, own);
    Ranks ranks;
    for (auto& part : ranks.part) part = hn::Zero(counts);
    for (std::size_t j = 0; j < begin; ++j) count_if(IsNotSmaller{}, x[j], own, ranks);
    for (std::size_t j = begin; j < end; ++j) {
      count_if(IsLargerOrEarlier{j - begin}, x[j], own, ranks);
    }
    for (std::size_t j = end; j < count; ++j) count_if(IsLarger{}, x[j], own, ranks);
    std::int64_t place[together];
    for (std::size_t i = 0; i < vectors; ++i) {
      hn::StoreU(ranks.part[i], counts, place + i * part_lanes);
    }
    for (std::size_t i = begin; i < end; ++i) {
      order[static_cast<std::size_t>(place[i - begin])] = static_cast<std::uint32_t>(i);
    }
  }
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace podium {

HWY_EXPORT(sort_by_counting);

namespace {

/// A place under a key that sorts upwards as its value falls; key and place side by side, so that
/// the sort reads one array instead of jumping through two.
struct Keyed {
  std::uint64_t key;
  std::uint32_t place;
};

/// Doubles sort like their bits once the sign is turned: all bits of a negative number are
/// flipped, the sign bit of the others. Descending instead of ascending order flips all of
/// them again.
/// NaN has the last key.
std::uint64_t falling_key(double value) noexcept {
  if (std::isnan(value)) return std::numeric_limits<std::uint64_t>::max();
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // -0 and 0 are one value
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  return (bits & sign) != 0 ? bits : ~(bits ^ sign);
}

constexpr std::size_t key_bytes = sizeof(std::uint64_t);
constexpr std::size_t values = 256;
using DigitCounts = std::array<std::uint32_t, values>;

std::size_t digit(std::uint64_t key, std::size_t byte) noexcept {
  return static_cast<std::size_t>(key >> (8 * byte)) % values;
}

/// Sorts by key, equal keys in the order they come in: a pass per byte of the key, the lowest
/// first, in O(n). Bytes that are the same in all keys cost nothing.
void radix_sort(std::span<const double> x, std::span<std::uint32_t> order, Workspace& workspace) {
  std::span<Keyed> items = workspace.take<Keyed>(x.size());
  std::array<DigitCounts, key_bytes> count{};
  for (std::size_t i = 0; i < x.size(); ++i) {
    items[i] = {falling_key(x[i]), static_cast<std::uint32_t>(i)};
    for (std::size_t byte = 0; byte < key_bytes; ++byte) ++count[byte][digit(items[i].key, byte)];
  }
  std::span<Keyed> other = workspace.take<Keyed>(x.size());
  for (std::size_t byte = 0; byte < key_bytes; ++byte) {
    auto& place = count[byte];
    if (place[digit(items.front().key, byte)] == items.size()) continue;
    std::uint32_t next = 0;
    for (std::uint32_t& first : place) next += std::exchange(first, next);
    for (const Keyed& item : items) other[place[digit(item.key, byte)]++] = item;
    std::swap(items, other);
  }
  for (std::size_t rank = 0; rank < items.size(); ++rank) order[rank] = items[rank].place;
}

/// One pass of radix_sort over one byte, blocks in parallel: each block knows how many items go
/// before its own, so that the order is that of one thread.
void sort_by_byte(std::size_t byte, std::span<const Keyed> items, std::span<Keyed> sorted,
                  std::size_t block_size, std::vector<DigitCounts>& place) {
  const auto block_of = [&](std::size_t block) {
    const std::size_t begin = block * block_size;
    return items.subspan(begin, std::min(block_size, items.size() - begin));
  };
  parallel_for(place.size(), [&](std::size_t block) {
    place[block] = {};
    for (const Keyed& item : block_of(block)) ++place[block][digit(item.key, byte)];
  });
  std::uint32_t next = 0;
  for (std::size_t value = 0; value < values; ++value) {
    for (DigitCounts& first : place) next += std::exchange(first[value], next);
  }
  parallel_for(place.size(), [&](std::size_t block) {
    for (const Keyed& item : block_of(block)) {
      sorted[place[block][digit(item.key, byte)]++] = item;
    }
  });
}

/// radix_sort of long x, in parallel.
void radix_sort_in_blocks(std::span<const double> x, std::span<std::uint32_t> order,
                          Workspace& workspace) {
  constexpr std::size_t block_size = std::size_t{1} << 14;
  std::vector<DigitCounts> place((x.size() + block_size - 1) / block_size);
  std::vector<std::uint64_t> differing(place.size());  // bits, from the first key
  std::span<Keyed> items = workspace.take<Keyed>(x.size());
  std::span<Keyed> other = workspace.take<Keyed>(x.size());
  const auto for_each_place = [&](const auto& visit) {
    parallel_for(place.size(), [&](std::size_t block) {
      const std::size_t end = std::min(x.size(), (block + 1) * block_size);
      for (std::size_t i = block * block_size; i < end; ++i) visit(block, i);
    });
  };
  const std::uint64_t first_key = falling_key(x.front());
  for_each_place([&](std::size_t block, std::size_t i) {
    items[i] = {falling_key(x[i]), static_cast<std::uint32_t>(i)};
    differing[block] |= items[i].key ^ first_key;
  });
  std::uint64_t all_differing = 0;
  for (const std::uint64_t bits : differing) all_differing |= bits;
  for (std::size_t byte = 0; byte < key_bytes; ++byte) {
    if (digit(all_differing, byte) == 0) continue;
    sort_by_byte(byte, items, other, block_size, place);
    std::swap(items, other);
  }
  for_each_place([&](std::size_t, std::size_t rank) { order[rank] = items[rank].place; });
}

bool has_nan(std::span<const double> x) {
  unsigned found = 0;  // a number and no early exit, so that g++ vectorises the loop
  for (const double value : x) found |= std::isnan(value) ? 1U : 0U;
  return found != 0;
}

/// From here on the passes of radix_sort cost less than counting.
constexpr std::size_t radix_from = 256;

/// From here on there is enough work for several threads.
constexpr std::size_t parallel_from = std::size_t{1} << 15;

}  // namespace

void argsort_descending(std::span<const double> x, std::span<std::uint32_t> order,
                        Workspace& workspace) {
  expects(x.size() == order.size(), "a place for each value");
  expects(x.size() < std::numeric_limits<std::uint32_t>::max(), "fewer than 2^32 - 1 values");
  if (x.size() < radix_from && !has_nan(x)) {
    HWY_DYNAMIC_DISPATCH(sort_by_counting)(x.data(), order.data(), x.size());
  } else if (x.size() < parallel_from || thread_count() == 1) {
    radix_sort(x, order, workspace);
  } else {
    radix_sort_in_blocks(x, order, workspace);
  }
}

}  // namespace podium
#endif
