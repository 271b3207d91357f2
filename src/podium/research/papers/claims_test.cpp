#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/research/papers/made_up_findings_fixture.hpp"
#include "podium/research/papers/paper.hpp"
#include "podium/research/theory/check.hpp"

namespace podium::research {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// The first claim of a paper that has these words, checked.
ClaimsBlock::Claim claim(std::string_view paper, std::string_view words, const Findings& findings) {
  for (const PaperClaim& one : parse_papers(paper).front()->claims()) {
    if (one.text.find(words) != std::string_view::npos) return checked(one, findings).full();
  }
  throw UsageError("no such claim: " + std::string(words));
}

ClaimVerdict verdict_on(std::string_view paper, std::string_view words, const Findings& findings) {
  return claim(paper, words, findings).verdict;
}

bool is_theorem(const PaperClaim& one) {
  return std::holds_alternative<TheoryRule>(one.parts.front());
}

TEST(Claims, NeedDataWithoutResultsAndSayWhichAndByWhichRule) {
  const Findings nothing({});
  for (const Paper& paper : papers()) {
    EXPECT_FALSE(paper.claims().empty());
    for (const PaperClaim& one : paper.claims()) {
      if (is_theorem(one)) continue;
      const ClaimsBlock::Claim found = checked(one, nothing).full();
      EXPECT_EQ(found.verdict, ClaimVerdict::needs_data) << found.claim;
      EXPECT_THAT(found.evidence, testing::StartsWith("needs ")) << found.claim;
      EXPECT_FALSE(found.rule.empty()) << found.claim;
      EXPECT_THAT(found.source, testing::StartsWith(std::string(paper.citation))) << found.claim;
    }
  }
}

TEST(Claims, OfTheoremsHaveTheOutcomeOfTheirChecks) {
  const Findings nothing({});
  const ClaimsBlock::Claim bounds = claim("lan2013", "eq. 14, 17 and 18", nothing);
  EXPECT_EQ(bounds.verdict, ClaimVerdict::refuted);
  EXPECT_THAT(bounds.evidence, AllOf(HasSubstr("theorem1-ties"), HasSubstr("eq18"),
                                     HasSubstr("no violation in the corrected forms"),
                                     HasSubstr("... with the constant (n - 1) / ln n")));
  const ClaimsBlock::Claim tighter = claim("lan2013", "tighter upper bounds", nothing);
  EXPECT_EQ(tighter.verdict, ClaimVerdict::holds);
  EXPECT_THAT(tighter.evidence, HasSubstr("of 8 statements, with the constants and the proof of"));
  EXPECT_EQ(verdict_on("xia2009", "As k decreases", nothing), ClaimVerdict::holds);
  EXPECT_EQ(verdict_on("xia2009", "does not find the best object", nothing), ClaimVerdict::refuted);
  const ClaimsBlock::Claim consistent = claim("xia2009", "are consistent with", nothing);
  EXPECT_EQ(consistent.verdict, ClaimVerdict::holds);
  EXPECT_THAT(consistent.evidence,
              AllOf(HasSubstr("modified losses: no violation in"), HasSubstr("of 6 statements"),
                    HasSubstr("and a proof in docs/theory.md"),
                    HasSubstr("original losses: counterexamples to 5 of 5 statements")));
}

TEST(Claims, OfTheoremsAreNotShownByCasesAlone) {
  constexpr std::array<std::string_view, 2> checks = {"theorem7", "theorem6"};
  const Findings nothing({});
  const ClaimFinding tried = decided(TheoryRule{.checks = checks}, nothing, 1);
  EXPECT_EQ(tried.verdict, ClaimVerdict::not_shown);
  EXPECT_THAT(tried.evidence, HasSubstr("which is no proof"));
  constexpr std::array<std::string_view, 1> wrong = {"theorem7-full"};
  EXPECT_EQ(decided(TheoryRule{.checks = wrong, .is_proved = true}, nothing, 1).verdict,
            ClaimVerdict::refuted);
  // Without a corrected form there is no constant that could be open.
  constexpr std::array<std::string_view, 1> uncorrected = {"definitely-better"};
  EXPECT_EQ(
      decided(TheoryRule{.checks = uncorrected, .leaves_constants_open = true}, nothing, 1).verdict,
      ClaimVerdict::refuted);
}

TEST(Claims, OfTheoremsNameChecksThatThereAre) {
  for (const Paper& paper : papers()) {
    for (const PaperClaim& one : paper.claims()) {
      for (const ClaimRule& rule : one.parts) {
        if (const auto* theory = std::get_if<TheoryRule>(&rule)) {
          EXPECT_EQ(chosen_checks(theory_checks(), theory->checks).size(), theory->checks.size());
        }
      }
    }
  }
}

/// The Focused learners have `focused`, all others .5.
MadeUpStudy focused_study(double focused, std::initializer_list<const char*> data) {
  MadeUpStudy study("niu2012-top10", {"kappa-ndcg@10", "kappa-err"});
  for (const char* set : data) {
    for (const char* row :
         {"SVM-MAP", "RankSVM", "AdaRank", "RankBoost", "ListNet", "RankNet", "top-k ListMLE"}) {
      study.add(set, row, 0.5);
    }
    for (const char* row : {"FocusedSVM", "FocusedBoost", "FocusedNet"}) {
      study.add(set, row, focused);
    }
  }
  return study;
}

TEST(Claims, OfFocusedRankGoByItsParents) {
  const Findings above({focused_study(0.6, {"MQ2007", "TD2003"})});
  const Findings below({focused_study(0.4, {"MQ2007", "TD2003"})});
  const Findings equal({focused_study(0.5, {"MQ2007", "TD2003"})});
  for (const char* words : {"significantly better than the pairwise", "best value in almost every",
                            "FocusedNet is consistently"}) {
    EXPECT_EQ(verdict_on("niu2012", words, above), ClaimVerdict::holds) << words;
    EXPECT_EQ(verdict_on("niu2012", words, below), ClaimVerdict::refuted) << words;
  }
  for (const char* words :
       {"significantly better than the pairwise", "best value in almost every"}) {
    EXPECT_EQ(verdict_on("niu2012", words, equal), ClaimVerdict::not_shown) << words;
  }
  // It is claimed of MQ2007 alone, so that TD2003 need not be at hand.
  const Findings one({focused_study(0.6, {"MQ2007"})});
  EXPECT_EQ(verdict_on("niu2012", "FocusedNet is consistently", one), ClaimVerdict::holds);
  EXPECT_EQ(verdict_on("niu2012", "significantly better than the pairwise", one),
            ClaimVerdict::needs_data);
  EXPECT_EQ(verdict_on("niu2012", "top-k ListMLE perform comparably", above),
            ClaimVerdict::refuted);
  EXPECT_EQ(verdict_on("niu2012", "top-k ListMLE perform comparably", equal),
            ClaimVerdict::needs_data);  // graded truths are missing
  // Gains of 20 % are above the parents, but they are not the published gains.
  const ClaimsBlock::Claim gains = claim("niu2012", "FocusedBoost is above AdaRank", above);
  EXPECT_EQ(gains.verdict, ClaimVerdict::refuted);
  EXPECT_THAT(gains.evidence, HasSubstr("(published +7.1 %)"));
}

TEST(Claims, AreNeverChangedByDataThatThePaperDidNotUse) {
  for (const double focused : {0.4, 0.5, 0.6}) {
    const Findings others({focused_study(focused, {"MQ2008", "OHSUMED"})});
    for (const char* words :
         {"significantly better than the pairwise", "best value in almost every",
          "FocusedBoost is above AdaRank", "FocusedNet is consistently"}) {
      const ClaimsBlock::Claim found = claim("niu2012", words, others);
      EXPECT_EQ(found.verdict, ClaimVerdict::needs_data) << words;
      EXPECT_THAT(found.evidence, HasSubstr("on other data")) << words;
    }
  }
}

MadeUpStudy lambda_study(const char* data, double middle, double end, bool is_graded = false) {
  MadeUpStudy study =
      is_graded ? MadeUpStudy("niu2012-lambda-graded", {"ndcg@5", "ndcg@10", "err"})
                : MadeUpStudy("niu2012-lambda", {"kappa-ndcg@5", "kappa-ndcg@10", "kappa-err"});
  study.sweep("lambda", {"0", "0.5", "1"});
  for (const char* row : {"FocusedSVM", "FocusedBoost", "FocusedNet"}) {
    study.add(data, row, 0.5, "0").add(data, row, middle, "0.5").add(data, row, end, "1");
  }
  return study;
}

TEST(Claims, OfLambdaGoByTheShapeOfCurves) {
  // TD2003 is missing: nothing can hold, but much can be refuted.
  const Findings hill({lambda_study("MQ2007", 0.51, 0.5)});
  const Findings slope({lambda_study("MQ2007", 0.55, 0.6)});
  const Findings flat({lambda_study("MQ2007", 0.5, 0.5)});
  EXPECT_EQ(verdict_on("niu2012", "first rises and then falls", hill), ClaimVerdict::needs_data);
  EXPECT_EQ(verdict_on("niu2012", "first rises and then falls", slope), ClaimVerdict::refuted);
  EXPECT_EQ(verdict_on("niu2012", "first rises and then falls", flat), ClaimVerdict::not_shown);
  EXPECT_EQ(verdict_on("niu2012", "varies little", flat), ClaimVerdict::needs_data);
  EXPECT_EQ(verdict_on("niu2012", "varies little", slope), ClaimVerdict::refuted);
  const Findings slope_on_grades({lambda_study("MQ2007", 0.55, 0.6, true)});
  EXPECT_EQ(verdict_on("niu2012", "first rises and then falls", slope_on_grades),
            ClaimVerdict::refuted);
  EXPECT_EQ(verdict_on("niu2012", "varies little", slope_on_grades), ClaimVerdict::refuted);
  EXPECT_EQ(verdict_on("niu2012", "varies little", Findings({lambda_study("MQ2008", .55, .6)})),
            ClaimVerdict::needs_data);
}

/// Two studies of six points; TopRank and TopSlack are given, all others have .5.
Findings cheng(double top_rank, double slack, const char* data = "OHSUMED") {
  MadeUpStudy precision("cheng2015-precision", {"p@1", "p@3", "p@10"});
  MadeUpStudy ndcg("cheng2015-ndcg", {"ndcg@1", "ndcg@3", "ndcg@10"});
  for (MadeUpStudy* study : {&precision, &ndcg}) {
    study->add(data, "TopRank", top_rank).add(data, "TopSlack", slack);
    for (const char* row :
         {"TopMargin", "Regression", "Ranking SVM", "ListNet", "Top-10 ListMLE"}) {
      study->add(data, row, 0.5);
    }
    study->missing("TD2004", "Gov/2004");
  }
  return Findings({precision, ndcg});
}

TEST(Claims, OfTopRankCountPointsTogether) {
  const char* slack = "On OHSUMED TopSlack";
  EXPECT_EQ(verdict_on("cheng2015", slack, cheng(0.7, 0.6)), ClaimVerdict::holds);
  EXPECT_EQ(verdict_on("cheng2015", slack, cheng(0.7, 0.4)), ClaimVerdict::refuted);
  EXPECT_EQ(verdict_on("cheng2015", slack, cheng(0.7, 0.5)), ClaimVerdict::not_shown);
  const char* all = "above TopSlack on all";
  EXPECT_EQ(verdict_on("cheng2015", all, cheng(0.7, 0.6)), ClaimVerdict::needs_data);
  EXPECT_THAT(claim("cheng2015", all, cheng(0.7, 0.6)).evidence,
              HasSubstr("on OHSUMED alone: holds"));
  EXPECT_EQ(verdict_on("cheng2015", all, cheng(0.5, 0.6)), ClaimVerdict::refuted);
  EXPECT_EQ(verdict_on("cheng2015", "In general slack", cheng(0.5, 0.4)), ClaimVerdict::needs_data);
  EXPECT_EQ(verdict_on("cheng2015", "best at 11 of 18", cheng(0.7, 0.6)), ClaimVerdict::needs_data);
  EXPECT_EQ(verdict_on("cheng2015", "best at 11 of 18", cheng(0.4, 0.6)), ClaimVerdict::refuted);
  const ClaimsBlock::Claim missing = claim("cheng2015", "On TD2004 TopSlack", cheng(0.7, 0.6));
  EXPECT_EQ(missing.verdict, ClaimVerdict::needs_data);
  EXPECT_THAT(missing.evidence, HasSubstr("needs TD2004; expected in Gov/2004"));
}

TEST(Claims, SayWhatTheDataCouldHaveShown) {
  const ClaimsBlock::Claim found = claim("cheng2015", "On OHSUMED TopSlack", cheng(0.7, 0.5));
  EXPECT_THAT(found.power, AllOf(HasSubstr("detectable at one point 0.00"),
                                 HasSubstr("by this rule"), Not(HasSubstr("no difference"))));
  EXPECT_EQ(found.rule, "5 of 6 points together");
  EXPECT_THAT(found.evidence, HasSubstr("by chance alone at least as many: p = "));
}

TEST(Claims, DoNotDependOnTheNumberOfThreads) {
  std::vector<std::string> evidence;
  for (const std::size_t threads : {1U, 3U}) {
    const ThreadLimit limit(threads);
    const Findings findings = cheng(0.503, 0.501);
    std::string& text = evidence.emplace_back();
    for (const PaperClaim& one : parse_papers("cheng2015").front()->claims()) {
      const ClaimsBlock::Claim found = checked(one, findings).full();
      text += found.evidence + found.power;
    }
  }
  EXPECT_EQ(evidence[0], evidence[1]);
}

Findings orders(double ten, double full, bool has_both = true) {
  MadeUpStudy study("lan2013-orders", {"ndcg@5", "ndcg@10"});
  study.sweep("k", {"1", "10", "20", "full"});
  for (const char* data : {"MQ2007-list", "MQ2008-list"}) {
    if (!has_both && std::string_view(data) == "MQ2008-list") continue;
    for (const char* row : {"Ranking SVM", "RankBoost", "RankNet", "ListMLE"}) {
      study.add(data, row, 0.3, "1").add(data, row, ten, "10").add(data, row, ten, "20");
      study.add(data, row, full, "full");
    }
  }
  return Findings({study});
}

TEST(Claims, OfTopKSufficiencyGoByCurvesOverK) {
  using enum ClaimVerdict;
  EXPECT_EQ(verdict_on("lan2013", "increases quickly", orders(0.5, 0.5)), holds);
  EXPECT_EQ(verdict_on("lan2013", "increases quickly", orders(0.2, 0.5)), refuted);
  EXPECT_EQ(verdict_on("lan2013", "increases quickly", orders(0.5, 0.5, false)), needs_data);
  EXPECT_EQ(verdict_on("lan2013", "stable when", orders(0.5, 0.6)), refuted);
  EXPECT_EQ(verdict_on("lan2013", "sufficient", orders(0.5, 0.4)), holds);
  EXPECT_EQ(verdict_on("lan2013", "sufficient", orders(0.5, 0.6)), refuted);
  EXPECT_EQ(verdict_on("lan2013", "sufficient", orders(0.5, 0.4, false)), needs_data);
  EXPECT_EQ(verdict_on("lan2013", "worse when trained on full", orders(0.5, 0.2)), holds);
  EXPECT_EQ(verdict_on("lan2013", "worse when trained on full", orders(0.5, 0.5)), refuted);
}

// A data set of short lists is not swept as far as others.
TEST(Claims, OfCurvesGoByThePlacesThatOtherDataHave) {
  MadeUpStudy study("lan2013-orders", {"ndcg@5", "ndcg@10"});
  study.sweep("k", {"1", "10", "20", "400", "full"});
  for (const char* row : {"Ranking SVM", "RankBoost", "RankNet", "ListMLE"}) {
    for (const char* k : {"1", "10", "20", "full"}) study.add("short lists", row, 0.5, k);
  }
  const ClaimsBlock::Claim found = claim("lan2013", "stable when", Findings({study}));
  EXPECT_EQ(found.verdict, ClaimVerdict::needs_data);
  // Three pairs of places of three curves and one of RankBoost's, by two measures.
  EXPECT_THAT(found.evidence, testing::HasSubstr("short lists: within the margin at "));
  EXPECT_THAT(found.evidence, testing::HasSubstr(" of 20 points"));
}

Findings listmle(double top) {
  const std::vector<std::string> measures = {"ndcg@1", "ndcg@3", "ndcg@10", "p@1", "p@3", "p@10"};
  MadeUpStudy variants("xia2009-table1", measures);
  MadeUpStudy rivals("xia2009-table4", measures);
  for (const char* data : {"OHSUMED", "TD2003", "TD2004"}) {
    variants.add(data, "ListMLE", 0.5);
    for (const char* row : {"Top-1 ListMLE", "Top-3 ListMLE", "Top-10 ListMLE"}) {
      variants.add(data, row, top);
    }
    rivals.add(data, "Top-10 ListMLE", top);
    for (const char* row : {"RankBoost", "Ranking SVM", "ListNet", "RankCosine"}) {
      rivals.add(data, row, 0.5);
    }
  }
  return Findings({variants, rivals});
}

TEST(Claims, OfTopKListMleGoByTests) {
  using enum ClaimVerdict;
  EXPECT_EQ(verdict_on("xia2009", "than the original", listmle(0.6)), holds);
  EXPECT_EQ(verdict_on("xia2009", "than the original", listmle(0.5)), not_shown);
  EXPECT_EQ(verdict_on("xia2009", "than the original", listmle(0.4)), refuted);
  EXPECT_EQ(verdict_on("xia2009", "perform comparably", listmle(0.5)), holds);
  EXPECT_EQ(verdict_on("xia2009", "perform comparably", listmle(0.6)), refuted);
  EXPECT_EQ(verdict_on("xia2009", "in N@1 and P@1", listmle(0.6)), holds);
  EXPECT_EQ(verdict_on("xia2009", "fairly well", listmle(0.6)), holds);
  EXPECT_EQ(verdict_on("xia2009", "fairly well", listmle(0.4)), refuted);
  EXPECT_EQ(verdict_on("xia2009", "best on almost all", listmle(0.6)), holds);
  // Significantly different from 0, but within the margin of .0124 to .0256.
  EXPECT_EQ(verdict_on("xia2009", "perform comparably", listmle(0.506)), holds);
  EXPECT_THAT(claim("xia2009", "perform comparably", listmle(0.5)).power,
              HasSubstr("margins 0.0124 to 0.0256"));
}

Findings letor(double list_net, double regression, bool has_all = true) {
  MadeUpStudy study("letor3-letor3",
                    {"ndcg@1", "ndcg@3", "ndcg@5", "ndcg@10", "p@1", "p@3", "p@5", "p@10", "map"});
  for (const char* data : {"OHSUMED", "TD2003", "TD2004", "NP2003", "NP2004", "HP2003", "HP2004"}) {
    if (!has_all && std::string_view(data) == "HP2004") continue;
    study.add(data, "ListNet", list_net).add(data, "Regression", regression);
    for (const char* row : {"Ranking SVM", "RankBoost", "FRank"}) study.add(data, row, 0.45);
    for (const char* row : {"AdaRank-MAP", "AdaRank-NDCG", "SVMMAP"}) study.add(data, row, 0.5);
  }
  return Findings({study});
}

TEST(Claims, OfLetorGoByWinningNumbers) {
  using enum ClaimVerdict;
  const Findings as_published = letor(0.6, 0.3);
  const Findings turned = letor(0.3, 0.6);
  // ListNet is held against the other listwise algorithms only.
  EXPECT_EQ(verdict_on("letor3", "ListNet seems", letor(0.6, 0.7)), holds);
  for (const char* words : {"ListNet seems", "Linear regression"}) {
    EXPECT_EQ(verdict_on("letor3", words, as_published), holds) << words;
    EXPECT_EQ(verdict_on("letor3", words, turned), refuted) << words;
    EXPECT_EQ(verdict_on("letor3", words, letor(0.6, 0.3, false)), needs_data) << words;
  }
  EXPECT_EQ(verdict_on("letor3", "Listwise algorithms", as_published), holds);
  EXPECT_EQ(verdict_on("letor3", "top position", as_published), holds);
  EXPECT_NE(verdict_on("letor3", "perform similarly", as_published), refuted);
  EXPECT_EQ(verdict_on("letor3", "RankBoost offers", as_published), refuted);
}

}  // namespace
}  // namespace podium::research
