#include "podium/core/kernels/bit_trees.hpp"

#include <bit>
#include <cstddef>

#include "podium/core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "podium/core/kernels/bit_trees.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace podium::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Values = hn::CappedTag<float, 16>;
using Bits = hn::RebindToUnsigned<Values>;

inline constexpr Values values_tag{};
inline constexpr Bits bits_tag{};
inline constexpr std::size_t bit_lanes = HWY_MIN(std::size_t{16}, HWY_LANES(float));
/// So many vectors of documents go through a tree together, their leaves in registers.
inline constexpr std::size_t bit_vectors = 4;
inline constexpr std::size_t documents_at_once = bit_lanes * bit_vectors;
static_assert(bit_tree_block % documents_at_once == 0);

/// The leaves that documents may still reach, 32 of them a word. Words, not vectors of 64 bits: a
/// comparison of floats is a mask of words as it is.
template <std::size_t words>
struct OpenLeaves {
  hn::Vec<Bits> vector[words][bit_vectors];
};

/// Rules out the leaves on the left of splits begin .. end-1 where their test is true.
template <bool missing_is_true, std::size_t words>
HWY_INLINE void rule_out(const BitSplit* begin, const BitSplit* end, const float* columns,
                         OpenLeaves<words>& open) {
  for (const BitSplit* split = begin; split != end; ++split) {
    const float* const column = columns + split->column * bit_tree_block;
    const auto threshold = hn::Set(values_tag, split->threshold);
    hn::Vec<Bits> left[words];
    for (std::size_t w = 0; w < words; ++w) {
      left[w] = hn::Set(bits_tag, static_cast<std::uint32_t>(split->left_leaves >> (32 * w)));
    }
    for (std::size_t v = 0; v < bit_vectors; ++v) {
      const auto x = hn::LoadU(values_tag, column + v * bit_lanes);
      const auto test = missing_is_true ? hn::Not(hn::Le(x, threshold)) : hn::Gt(x, threshold);
      for (std::size_t w = 0; w < words; ++w) {
        const auto dropped = hn::IfThenElseZero(hn::RebindMask(bits_tag, test), left[w]);
        open.vector[w][v] = hn::AndNot(dropped, open.vector[w][v]);
      }
    }
  }
}

/// Adds the values of the first open leaves.
template <std::size_t words>
HWY_INLINE void add_values(const OpenLeaves<words>& open, const double* value, double* sums) {
  HWY_ALIGN std::uint32_t leaves[words][documents_at_once];
  for (std::size_t w = 0; w < words; ++w) {
    for (std::size_t v = 0; v < bit_vectors; ++v) {
      hn::Store(open.vector[w][v], bits_tag, leaves[w] + v * bit_lanes);
    }
  }
  for (std::size_t doc = 0; doc < documents_at_once; ++doc) {
    if constexpr (words == 1) {
      sums[doc] += value[std::countr_zero(leaves[0][doc])];
    } else {
      const std::uint64_t both = std::uint64_t{leaves[1][doc]} << 32 | leaves[0][doc];
      sums[doc] += value[std::countr_zero(both)];
    }
  }
}

/// Adds a tree whose splits begin at `split`; returns where those of the next tree begin.
template <std::size_t words>
HWY_INLINE const BitSplit* add_tree(const BitTrees& trees, const BitTree& tree,
                                    const BitSplit* split, const float* columns, double* sums) {
  OpenLeaves<words> open;
  for (std::size_t w = 0; w < words; ++w) {
    for (std::size_t v = 0; v < bit_vectors; ++v) {
      open.vector[w][v] = hn::Set(bits_tag, 0xFFFFFFFFU);
    }
  }
  const BitSplit* const missing_left = trees.splits.data() + tree.missing_left_end;
  const BitSplit* const missing_right = trees.splits.data() + tree.missing_right_end;
  rule_out<false>(split, missing_left, columns, open);
  rule_out<true>(missing_left, missing_right, columns, open);
  add_values(open, trees.values.data() + tree.first_value, sums);
  return missing_right;
}

void add_trees(const BitTrees& trees, const float* columns, double* sums) {
  for (std::size_t first = 0; first < bit_tree_block; first += documents_at_once) {
    const BitSplit* split = trees.splits.data();
    for (const BitTree& tree : trees.trees) {
      split = tree.leaves <= 32 ? add_tree<1>(trees, tree, split, columns + first, sums + first)
                                : add_tree<2>(trees, tree, split, columns + first, sums + first);
    }
  }
}

}  // namespace podium::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace podium {

HWY_EXPORT(add_trees);

void add_bit_trees(const BitTrees& trees, std::span<const float> columns,
                   std::span<double, bit_tree_block> sums) {
  HWY_DYNAMIC_DISPATCH(add_trees)(trees, columns.data(), sums.data());
}

}  // namespace podium
#endif
