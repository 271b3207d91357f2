#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/base/error.hpp"
#include "podium/papers/paper.hpp"
#include "podium/study/made_up_findings.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

/// The verdict on the first claim of a paper that holds these words.
ClaimsBlock::Claim claim(std::string_view paper, std::string_view words, const Findings& findings) {
  for (const PaperClaim& one : parse_papers(paper).front()->claims()) {
    if (one.text.find(words) != std::string_view::npos) return checked(one, findings);
  }
  throw UsageError("no such claim: " + std::string(words));
}

TEST(Claims, CannotBeTestedWithoutResultsAndSayWhatIsMissing) {
  const Findings nothing({});
  for (const Paper& paper : papers()) {
    EXPECT_FALSE(paper.claims().empty());
    for (const PaperClaim& one : paper.claims()) {
      const ClaimsBlock::Claim found = checked(one, nothing);
      EXPECT_EQ(found.verdict, ClaimVerdict::cannot_be_tested) << found.claim;
      EXPECT_FALSE(found.evidence.empty()) << found.claim;
      EXPECT_THAT(found.source, testing::StartsWith(std::string(paper.citation))) << found.claim;
    }
  }
}

MadeUpStudy focused_study(double focused) {
  MadeUpStudy study("niu2012-top10", {"kappa-ndcg@10", "kappa-err"});
  for (const char* row :
       {"SVM-MAP", "RankSVM", "AdaRank", "RankBoost", "ListNet", "RankNet", "top-k ListMLE"}) {
    study.add("MQ2008", row, 0.5);
  }
  for (const char* row : {"FocusedSVM", "FocusedBoost", "FocusedNet"}) {
    study.add("MQ2008", row, focused);
  }
  return study;
}

TEST(Claims, OfFocusedRankGoByItsParents) {
  for (const char* words : {"significantly better than the pairwise", "best value in almost every",
                            "FocusedBoost is above AdaRank", "FocusedNet is consistently"}) {
    EXPECT_EQ(claim("niu2012", words, Findings({focused_study(0.6)})).verdict, ClaimVerdict::holds)
        << words;
    EXPECT_EQ(claim("niu2012", words, Findings({focused_study(0.4)})).verdict,
              ClaimVerdict::does_not_hold)
        << words;
  }
  EXPECT_THAT(
      claim("niu2012", "FocusedBoost is above AdaRank", Findings({focused_study(0.6)})).evidence,
      HasSubstr("MQ2008 kappa-err: +20.00 % and +20.00 %"));
}

MadeUpStudy lambda_study(double middle, double end) {
  MadeUpStudy study("niu2012-lambda", {"kappa-ndcg@5", "kappa-ndcg@10", "kappa-err"});
  study.sweep("lambda", {"0", "0.5", "1"});
  for (const char* row : {"FocusedSVM", "FocusedBoost", "FocusedNet"}) {
    study.add("MQ2008", row, 0.5, "0")
        .add("MQ2008", row, middle, "0.5")
        .add("MQ2008", row, end, "1");
  }
  return study;
}

TEST(Claims, OfLambdaGoByTheShapeOfCurves) {
  const Findings hill({lambda_study(0.51, 0.5)});
  const Findings slope({lambda_study(0.55, 0.6)});
  EXPECT_EQ(claim("niu2012", "first rises and then falls", hill).verdict, ClaimVerdict::holds);
  EXPECT_EQ(claim("niu2012", "first rises and then falls", slope).verdict,
            ClaimVerdict::does_not_hold);
  EXPECT_EQ(claim("niu2012", "varies little", hill).verdict, ClaimVerdict::holds);
  EXPECT_EQ(claim("niu2012", "varies little", slope).verdict, ClaimVerdict::does_not_hold);
}

/// Two studies of six points; TopRank and TopSlack are given, all others have .5.
Findings cheng(double top_rank, double slack) {
  MadeUpStudy precision("cheng2015-precision", {"p@1", "p@3", "p@10"});
  MadeUpStudy ndcg("cheng2015-ndcg", {"ndcg@1", "ndcg@3", "ndcg@10"});
  for (MadeUpStudy* study : {&precision, &ndcg}) {
    study->add("OHSUMED", "TopRank", top_rank).add("OHSUMED", "TopSlack", slack);
    for (const char* row :
         {"TopMargin", "Regression", "Ranking SVM", "ListNet", "Top-10 ListMLE"}) {
      study->add("OHSUMED", row, 0.5);
    }
    study->missing("TD2004", "Gov/2004");
  }
  return Findings({precision, ndcg});
}

TEST(Claims, OfTopRankCountSixPoints) {
  EXPECT_EQ(claim("cheng2015", "On OHSUMED TopSlack", cheng(0.7, 0.6)).verdict,
            ClaimVerdict::holds);
  EXPECT_EQ(claim("cheng2015", "On OHSUMED TopSlack", cheng(0.7, 0.4)).verdict,
            ClaimVerdict::does_not_hold);
  EXPECT_EQ(claim("cheng2015", "above TopSlack on all", cheng(0.7, 0.6)).verdict,
            ClaimVerdict::holds);
  EXPECT_EQ(claim("cheng2015", "above TopSlack on all", cheng(0.5, 0.6)).verdict,
            ClaimVerdict::does_not_hold);
  EXPECT_EQ(claim("cheng2015", "best at 11 of 18", cheng(0.7, 0.6)).verdict, ClaimVerdict::holds);
  EXPECT_EQ(claim("cheng2015", "best at 11 of 18", cheng(0.4, 0.6)).verdict,
            ClaimVerdict::does_not_hold);
  const ClaimsBlock::Claim missing = claim("cheng2015", "On TD2004 TopSlack", cheng(0.7, 0.6));
  EXPECT_EQ(missing.verdict, ClaimVerdict::cannot_be_tested);
  EXPECT_EQ(missing.evidence, "needs TD2004; expected in Gov/2004");
}

Findings orders(double ten, double full) {
  MadeUpStudy study("lan2013-orders", {"ndcg@5", "ndcg@10"});
  study.sweep("k", {"1", "10", "20", "full"});
  for (const char* row : {"Ranking SVM", "RankBoost", "RankNet", "ListMLE"}) {
    study.add("made", row, 0.3, "1").add("made", row, ten, "10").add("made", row, ten, "20");
    study.add("made", row, full, "full");
  }
  return Findings({study});
}

TEST(Claims, OfTopKSufficiencyGoByCurvesOverK) {
  EXPECT_EQ(claim("lan2013", "increases quickly", orders(0.5, 0.5)).verdict, ClaimVerdict::holds);
  EXPECT_EQ(claim("lan2013", "increases quickly", orders(0.2, 0.5)).verdict,
            ClaimVerdict::does_not_hold);
  EXPECT_EQ(claim("lan2013", "stable when", orders(0.5, 0.505)).verdict, ClaimVerdict::holds);
  EXPECT_EQ(claim("lan2013", "stable when", orders(0.5, 0.6)).verdict, ClaimVerdict::does_not_hold);
  EXPECT_EQ(claim("lan2013", "sufficient", orders(0.5, 0.4)).verdict, ClaimVerdict::holds);
  EXPECT_EQ(claim("lan2013", "sufficient", orders(0.5, 0.6)).verdict, ClaimVerdict::does_not_hold);
}

Findings listmle(double top) {
  const std::vector<std::string> measures = {"ndcg@1", "ndcg@3", "ndcg@10", "p@1", "p@3", "p@10"};
  MadeUpStudy variants("xia2009-table1", measures);
  variants.add("OHSUMED", "ListMLE", 0.5);
  for (const char* row : {"Top-1 ListMLE", "Top-3 ListMLE", "Top-10 ListMLE"}) {
    variants.add("OHSUMED", row, top);
  }
  variants.add("TD2003", "ListMLE", 0.5);
  for (const char* row : {"Top-1 ListMLE", "Top-3 ListMLE", "Top-10 ListMLE"}) {
    variants.add("TD2003", row, top);
  }
  MadeUpStudy rivals("xia2009-table4", measures);
  rivals.add("OHSUMED", "Top-10 ListMLE", top);
  for (const char* row : {"RankBoost", "Ranking SVM", "ListNet", "RankCosine"}) {
    rivals.add("OHSUMED", row, 0.5);
  }
  return Findings({variants, rivals});
}

TEST(Claims, OfTopKListMleGoByTests) {
  EXPECT_EQ(claim("xia2009", "than the original", listmle(0.6)).verdict, ClaimVerdict::holds);
  EXPECT_EQ(claim("xia2009", "than the original", listmle(0.5)).verdict,
            ClaimVerdict::does_not_hold);
  EXPECT_EQ(claim("xia2009", "perform comparably", listmle(0.5)).verdict, ClaimVerdict::holds);
  EXPECT_EQ(claim("xia2009", "perform comparably", listmle(0.6)).verdict,
            ClaimVerdict::does_not_hold);
  EXPECT_EQ(claim("xia2009", "in N@1 and P@1", listmle(0.6)).verdict, ClaimVerdict::holds);
  EXPECT_EQ(claim("xia2009", "fairly well", listmle(0.4)).verdict, ClaimVerdict::does_not_hold);
}

Findings letor(double list_net, double regression) {
  MadeUpStudy study("letor3-letor3",
                    {"ndcg@1", "ndcg@3", "ndcg@5", "ndcg@10", "p@1", "p@3", "p@5", "p@10", "map"});
  study.add("OHSUMED", "ListNet", list_net).add("OHSUMED", "Regression", regression);
  for (const char* row : {"Ranking SVM", "RankBoost", "FRank"}) study.add("OHSUMED", row, 0.45);
  for (const char* row : {"AdaRank-MAP", "AdaRank-NDCG", "SVMMAP"}) study.add("OHSUMED", row, 0.5);
  return Findings({study});
}

TEST(Claims, OfLetorGoByWinningNumbers) {
  const Findings as_published = letor(0.6, 0.3);
  const Findings turned = letor(0.3, 0.6);
  for (const char* words : {"ListNet seems", "Linear regression"}) {
    const ClaimsBlock::Claim found = claim("letor3", words, as_published);
    EXPECT_EQ(found.verdict, ClaimVerdict::holds) << words;
    EXPECT_THAT(found.evidence, HasSubstr("on 9 in the paper's tables"));
    EXPECT_EQ(claim("letor3", words, turned).verdict, ClaimVerdict::does_not_hold) << words;
  }
  EXPECT_EQ(claim("letor3", "Listwise algorithms", as_published).verdict, ClaimVerdict::holds);
  EXPECT_EQ(claim("letor3", "top position", as_published).verdict, ClaimVerdict::holds);
  EXPECT_EQ(claim("letor3", "perform similarly", as_published).verdict, ClaimVerdict::holds);
}

}  // namespace
}  // namespace podium
