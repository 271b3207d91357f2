#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/kernels/targets.hpp"

namespace podium {

/// Calls work() once with each instruction set that the kernels are built for and the machine has.
template <class Work>
void on_each_target(const Work& work) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    const testing::ScopedTrace trace("", 0, std::string("on ") + hwy::TargetName(target));
    work();
  }
  hwy::SetSupportedTargetsForTest(0);
}

/// Fails unless work(), which returns numbers, returns the same bits with each instruction set
/// that has a fused multiply-add: all but the portable one.
template <class Work>
void expect_same_bits(const Work& work) {
  std::vector<double> first;
  on_each_target([&] {
    if ((hwy::SupportedTargets() & (HWY_SCALAR | HWY_EMU128)) != 0) return;
    const std::vector<double> found = work();
    if (first.empty()) first = found;
    ASSERT_EQ(found.size(), first.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(found[i]), std::bit_cast<std::uint64_t>(first[i]))
          << "place " << i << ": found " << found[i] << ", expected " << first[i];
    }
  });
}

}  // namespace podium
