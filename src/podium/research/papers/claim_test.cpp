#include "podium/research/papers/claim.hpp"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/research/papers/made_up_findings_fixture.hpp"

namespace podium::research {
namespace {

TEST(JoinedVerdict, IsTheWorstOfTheParts) {
  using enum ClaimVerdict;
  EXPECT_EQ(joined_verdict(std::array{holds, holds}), holds);
  EXPECT_EQ(joined_verdict(std::array{holds, needs_data}), needs_data);
  EXPECT_EQ(joined_verdict(std::array{needs_data, not_shown, holds}), not_shown);
  EXPECT_EQ(joined_verdict(std::array{not_shown, needs_data, refuted}), refuted);
}

/// A rule that holds with up to `most` points and is refuted from `least` on.
ClaimVerdict with_missing(std::size_t wanted, std::size_t at_hand, std::size_t missing,
                          std::size_t most, std::size_t least) {
  return verdict_with_missing(wanted, at_hand, missing, [&](std::size_t c) {
    EXPECT_LE(c, at_hand);
    return RuleOutcome{c <= most, c >= least};
  });
}

TEST(VerdictWithMissing, CountsMissingPointsAgainstEveryVerdict) {
  using enum ClaimVerdict;
  constexpr std::size_t never = 99;
  // Nothing is missing.
  EXPECT_EQ(with_missing(5, 6, 0, 5, never), holds);
  EXPECT_EQ(with_missing(5, 6, 0, 0, 5), refuted);
  EXPECT_EQ(with_missing(5, 6, 0, 0, never), not_shown);
  // 12 of 18 points are missing: 18 of 18 can never hold.
  EXPECT_EQ(with_missing(18, 6, 12, 6, never), needs_data);
  EXPECT_EQ(with_missing(18, 6, 12, 0, 6), refuted);
  EXPECT_EQ(with_missing(18, 6, 12, 0, never), not_shown);
  // The missing points alone could be enough, so that nothing is refuted.
  EXPECT_EQ(with_missing(10, 6, 12, 0, 1), needs_data);
  // All points wanted are at hand.
  EXPECT_EQ(with_missing(5, 6, 12, 5, never), holds);
}

TEST(CheckedClaim, AddsDetailsToTheEvidenceUnlessItIsBrief) {
  constexpr std::array<ClaimRule, 1> people = {PeopleRule{[](const Findings&) {
    return ClaimFinding{.evidence = "at 1 of 2 points", .details = "not at: map"};
  }}};
  const PaperClaim claim{"Qin10", "It is so", people};
  const CheckedClaim found = checked(claim, Findings({}));
  EXPECT_EQ(found.full().evidence, "at 1 of 2 points; not at: map");
  EXPECT_EQ(found.brief().evidence, "at 1 of 2 points");
  EXPECT_EQ(found.brief().verdict, ClaimVerdict::needs_data);
  EXPECT_EQ(found.brief().rule, "people");
}

TEST(CheckedClaim, SaysWhatAllPartsHaveInCommonOnce) {
  constexpr std::array<ClaimRule, 2> parts = {
      PeopleRule{[](const Findings&) {
        return ClaimFinding{.evidence = "needs TD2003; best at 1; not shown",
                            .details = "expected in Gov; elsewhere: 2"};
      }},
      PeopleRule{[](const Findings&) {
        return ClaimFinding{.evidence = "needs TD2003; best at 3; not shown",
                            .details = "expected in Gov; elsewhere: 2"};
      }}};
  const PaperClaim claim{"Qin10", "It is so", parts};
  EXPECT_EQ(checked(claim, Findings({})).full().evidence,
            "needs TD2003; best at 1; not shown; best at 3; not shown; expected in Gov; "
            "elsewhere: 2; elsewhere: 2");
}

}  // namespace
}  // namespace podium::research
