#include "podium/research/joint/equivalence.hpp"

#include <array>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"

namespace podium::research {
namespace {

TEST(JointEquivalence, IsNotRefutedByADifferenceInsideTheMargin) {
  RandomStream stream(5, "", "joint equivalence");
  DifferenceBlock block{.difference = {{}, {}}};
  for (int q = 0; q < 200; ++q) {
    block.difference[0].push_back(.05 * stream.normal());
    block.difference[1].push_back(.05 * stream.normal() + .03);  // 8 standard errors from 0
  }
  const FlipOptions options{.draws = 999};
  const JointEquivalence wide = joint_equivalence(block, std::array{.05, .05}, false, options);
  EXPECT_TRUE(wide.holds());
  EXPECT_FALSE(wide.is_refuted());
  EXPECT_EQ(wide.within, 2U);
  const JointEquivalence narrow = joint_equivalence(block, std::array{.05, .01}, false, options);
  EXPECT_FALSE(narrow.holds());
  EXPECT_TRUE(narrow.is_refuted());
  EXPECT_EQ(narrow.within, 1U);
  // Not worse: the second point is better.
  const JointEquivalence one_sided = joint_equivalence(block, std::array{.05, .01}, true, options);
  EXPECT_TRUE(one_sided.holds());
  EXPECT_FALSE(one_sided.is_refuted());
}

}  // namespace
}  // namespace podium::research
