#include "podium/cli/labelling/judge_protocol.hpp"

#include <gtest/gtest.h>

namespace podium::cli {
namespace {

TEST(CommonVerdict, IsTheWeakerOfTheSameDirection) {
  EXPECT_EQ(common_verdict(labelling::Verdict::left, labelling::Verdict::right_bad, true),
            labelling::Verdict::left);
  EXPECT_EQ(common_verdict(labelling::Verdict::left_bad, labelling::Verdict::right, true),
            labelling::Verdict::right);
  EXPECT_EQ(common_verdict(labelling::Verdict::left_bad, labelling::Verdict::left_bad, true),
            labelling::Verdict::left_bad);
}

TEST(CommonVerdict, KeepsTheBadMarkThatBothGave) {
  EXPECT_EQ(common_verdict(labelling::Verdict::left_bad, labelling::Verdict::both_bad, true),
            labelling::Verdict::left_bad);
  EXPECT_EQ(common_verdict(labelling::Verdict::both_bad, labelling::Verdict::right_bad, false),
            labelling::Verdict::right_bad);
}

TEST(CommonVerdict, IsATieOnlyWhereTheyHaveNothingInCommon) {
  EXPECT_EQ(common_verdict(labelling::Verdict::left, labelling::Verdict::right, true),
            labelling::Verdict::tie);
  EXPECT_EQ(common_verdict(labelling::Verdict::left, labelling::Verdict::right, false),
            labelling::Verdict::cannot_judge);
  EXPECT_EQ(common_verdict(labelling::Verdict::left_bad, labelling::Verdict::right_bad, true),
            labelling::Verdict::tie);
  EXPECT_EQ(common_verdict(labelling::Verdict::both_bad, labelling::Verdict::left, true),
            labelling::Verdict::tie);
  EXPECT_EQ(common_verdict(labelling::Verdict::both_bad, labelling::Verdict::tie, true),
            labelling::Verdict::tie);
}

TEST(CommonVerdict, IsNoneWhereOneCouldNotJudge) {
  EXPECT_EQ(common_verdict(labelling::Verdict::cannot_judge, labelling::Verdict::left, true),
            labelling::Verdict::cannot_judge);
}

}  // namespace
}  // namespace podium::cli
