#include "podium/core/measure/spelling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/measure.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

std::vector<std::string> spelled_names(std::string_view list,
                                       std::string_view profile = "standard") {
  std::vector<std::string> found;
  for (const Measure& measure : parse_measures(list, find_profile(profile))) {
    found.push_back(measure.name());
  }
  return found;
}

TEST(Spelling, KnowsTrecEval) {
  EXPECT_THAT(spelled_names("map,map_cut_10,ndcg,ndcg_cut_5,P_10,recall_100,recip_rank,Rprec,bpref,"
                            "success_1",
                            "trec"),
              ElementsAre("map", "map@10", "ndcg", "ndcg@5", "p@10", "recall@100", "rr", "rprec",
                          "bpref", "success@1"));
  EXPECT_THAT(spelled_names("iprec_at_recall_0.00,iprec_at_recall_0.10,iprec_at_recall_1.00"),
              ElementsAre("iprec", "iprec(recall=0.1)", "iprec(recall=1)"));
  EXPECT_THAT(spelled_names("P.5,10,ndcg_cut.20"), ElementsAre("p@5", "p@10", "ndcg@20"));
}

TEST(Spelling, KnowsIrMeasures) {
  EXPECT_THAT(
      spelled_names("AP,AP(rel=2)@100,nDCG@10,P(rel=2)@5,RR@10,R@1000,Rprec(rel=2),Bpref,Judged@10,"
                    "Success@5,RBP(p=0.9,rel=2),Compat(p=0.8)"),
      ElementsAre("map", "map(from=2)@100", "ndcg@10", "p(from=2)@5", "rr@10", "recall@1000",
                  "rprec(from=2)", "bpref", "judged@10", "success@5", "rbp(from=2,p=0.9)",
                  "compatibility(p=0.8)"));
}

TEST(Spelling, KnowsRanx) {
  EXPECT_THAT(spelled_names("mrr@10,precision@5,r-precision,r-precision(from=2),hit_rate@3"),
              ElementsAre("rr@10", "p@5", "rprec", "rprec(from=2)", "success@3"));
}

TEST(Spelling, LeavesOthersAlone) {
  for (const char* name : {"ndcg@10", "kappa-ndcg@3", "unknown", "_10", "10", "", "x_",
                           "rbp(p=1)_5", "ndcg_cut_10@5"}) {
    EXPECT_EQ(native_spelling(name), name);
  }
}

TEST(Spelling, DoesNotGiveOptionsToMeasuresThatHaveNone) {
  EXPECT_THROW(spelled_names("ndcg(rel=2)"), UsageError);
  EXPECT_THROW(spelled_names("err(rel=2)"), UsageError);
}

TEST(Spelling, EverySynonymIsAMeasure) {
  for (const char* name :
       {"average_precision", "mrr", "reciprocal_rank", "precision_3", "r_prec", "r-prec",
        "r_precision", "hit_3", "hits@3", "hitrate@3", "hit_rate@3", "kendall_tau"}) {
    EXPECT_NO_THROW(spelled_names(name)) << name;
  }
}

}  // namespace
}  // namespace podium
