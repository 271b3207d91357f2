#pragma once

// The instruction sets that the kernels are built for: the .cpp files and tests of this module
// include this before anything of Highway.
//
// Left out: SVE and RVV, whose vectors have no size at compile time and cannot be the elements of
// an array, as those of `Eight` are; SSSE3 and SSE4, which have no fused multiply-add and would
// give other bits. Such machines use the portable target.
#define HWY_DISABLED_TARGETS \
  (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_SSSE3 | HWY_SSE4)

#include <hwy/targets.h>
