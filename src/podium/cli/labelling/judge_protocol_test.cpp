#include "podium/cli/labelling/judge_protocol.hpp"

#include <gtest/gtest.h>

namespace podium {
namespace {

TEST(CommonVerdict, IsTheWeakerOfTheSameDirection) {
  EXPECT_EQ(common_verdict(Verdict::left, Verdict::right_bad, true), Verdict::left);
  EXPECT_EQ(common_verdict(Verdict::left_bad, Verdict::right, true), Verdict::right);
  EXPECT_EQ(common_verdict(Verdict::left_bad, Verdict::left_bad, true), Verdict::left_bad);
}

TEST(CommonVerdict, KeepsTheBadMarkThatBothGave) {
  EXPECT_EQ(common_verdict(Verdict::left_bad, Verdict::both_bad, true), Verdict::left_bad);
  EXPECT_EQ(common_verdict(Verdict::both_bad, Verdict::right_bad, false), Verdict::right_bad);
}

TEST(CommonVerdict, IsATieOnlyWhereTheyHaveNothingInCommon) {
  EXPECT_EQ(common_verdict(Verdict::left, Verdict::right, true), Verdict::tie);
  EXPECT_EQ(common_verdict(Verdict::left, Verdict::right, false), Verdict::cannot_judge);
  EXPECT_EQ(common_verdict(Verdict::left_bad, Verdict::right_bad, true), Verdict::tie);
  EXPECT_EQ(common_verdict(Verdict::both_bad, Verdict::left, true), Verdict::tie);
  EXPECT_EQ(common_verdict(Verdict::both_bad, Verdict::tie, true), Verdict::tie);
}

TEST(CommonVerdict, IsNoneWhereOneCouldNotJudge) {
  EXPECT_EQ(common_verdict(Verdict::cannot_judge, Verdict::left, true), Verdict::cannot_judge);
}

}  // namespace
}  // namespace podium
