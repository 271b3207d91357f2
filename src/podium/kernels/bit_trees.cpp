#include "podium/kernels/bit_trees.hpp"

#include <bit>
#include <cstddef>

#include "podium/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "podium/kernels/bit_trees.cpp"
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

struct OpenLeaves {
  hn::Vec<Bits> vector[bit_vectors];
};

/// Rules out the leaves on the left of splits begin .. end-1 where their test is true.
template <bool missing_is_true>
HWY_INLINE void rule_out(const BitSplit* begin, const BitSplit* end, const float* columns,
                         OpenLeaves& open) {
  for (const BitSplit* split = begin; split != end; ++split) {
    const float* const column = columns + split->column * bit_tree_block;
    const auto threshold = hn::Set(values_tag, split->threshold);
    const auto left = hn::Set(bits_tag, split->left_leaves);
    for (std::size_t v = 0; v < bit_vectors; ++v) {
      const auto x = hn::LoadU(values_tag, column + v * bit_lanes);
      const auto test = missing_is_true ? hn::Not(hn::Le(x, threshold)) : hn::Gt(x, threshold);
      const auto dropped = hn::IfThenElseZero(hn::RebindMask(bits_tag, test), left);
      open.vector[v] = hn::AndNot(dropped, open.vector[v]);
    }
  }
}

void add_trees(const BitTrees& trees, const float* columns, double* sums) {
  for (std::size_t first = 0; first < bit_tree_block; first += documents_at_once) {
    const BitSplit* split = trees.splits.data();
    for (const BitTree& tree : trees.trees) {
      OpenLeaves open;
      for (std::size_t v = 0; v < bit_vectors; ++v) {
        open.vector[v] = hn::Set(bits_tag, 0xFFFFFFFFU);
      }
      const BitSplit* const missing_left = trees.splits.data() + tree.missing_left_end;
      const BitSplit* const missing_right = trees.splits.data() + tree.missing_right_end;
      rule_out<false>(split, missing_left, columns + first, open);
      rule_out<true>(missing_left, missing_right, columns + first, open);
      split = missing_right;
      HWY_ALIGN std::uint32_t leaves[documents_at_once];
      for (std::size_t v = 0; v < bit_vectors; ++v) {
        hn::Store(open.vector[v], bits_tag, leaves + v * bit_lanes);
      }
      const double* const value = trees.values.data() + tree.first_value;
      for (std::size_t doc = 0; doc < documents_at_once; ++doc) {
        sums[first + doc] += value[std::countr_zero(leaves[doc])];
      }
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
