#include "podium/research/papers/trials/partitions.hpp"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium::research {
namespace {

using enum ClaimVerdict;
using testing::HasSubstr;
using testing::Not;

constexpr std::array<ClaimRule, 1> with_folds = {PointsRule{}};
constexpr std::array<ClaimRule, 1> a_theorem = {TheoryRule{}};
constexpr PaperClaim learned = {"Qin10", "It is better", with_folds};
constexpr PaperClaim proved = {"Qin10", "It is true", a_theorem};

std::vector<CheckedPaper> paper_with(const PaperClaim& claim, ClaimVerdict verdict) {
  return {{.claims = {{.claim = &claim, .finding = {.verdict = verdict, .evidence = "t = 3"}}}}};
}

/// The finding after other partitions came out like this.
ClaimFinding decided_by(const PaperClaim& claim, ClaimVerdict first,
                        std::vector<ClaimVerdict> others) {
  std::vector<CheckedPaper> papers = paper_with(claim, first);
  std::vector<std::vector<CheckedPaper>> more;
  for (const ClaimVerdict verdict : others) more.push_back(paper_with(claim, verdict));
  decide_by_all_partitions(papers, more);
  return papers.front().claims.front().finding;
}

TEST(Partitions, MustAllAgree) {
  EXPECT_EQ(decided_by(learned, holds, {holds, holds, holds}).verdict, holds);
  EXPECT_EQ(decided_by(learned, refuted, {refuted, refuted, refuted}).verdict, refuted);
  EXPECT_EQ(decided_by(learned, holds, {holds, not_shown, holds}).verdict, not_shown);
  EXPECT_EQ(decided_by(learned, refuted, {holds}).verdict, not_shown);
  EXPECT_EQ(decided_by(learned, not_shown, {holds, holds, holds}).verdict, not_shown);
}

TEST(Partitions, AreNamedInTheEvidence) {
  EXPECT_THAT(decided_by(learned, holds, {holds, not_shown}).evidence,
              HasSubstr("t = 3; on 2 other partitions of the queries into folds: holds, not shown "
                        "either way"));
  EXPECT_THAT(decided_by(learned, holds, {holds}).evidence, HasSubstr("on 1 other partition of"));
  EXPECT_EQ(decided_by(learned, holds, {}).evidence, "t = 3");
}

TEST(Partitions, HaveNoSayAboutMissingDataNorTheorems) {
  EXPECT_EQ(decided_by(learned, needs_data, {needs_data, needs_data}).verdict, needs_data);
  EXPECT_EQ(decided_by(proved, holds, {not_shown}).verdict, holds);
  EXPECT_THAT(decided_by(proved, holds, {not_shown}).evidence, Not(HasSubstr("partition")));
}

}  // namespace
}  // namespace podium::research
