#include "podium/core/measure/kappa.hpp"

#include <gtest/gtest.h>

#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure;

TEST(KappaNdcg,
     GivesTheValuesOfTheSpecificationUnderEveryProfile) {  // SPEC C.6, golden.json "kappa"
  const std::vector<double> golden = {0.0,
                                      0.21284539700902813,
                                      0.25474746577380225,
                                      0.25474746577380225,
                                      0.5430505007378631,
                                      0.5430505007378631};
  for (const Profile& profile : profiles()) {
    for (std::size_t l = 1; l <= 6; ++l) {
      EXPECT_NEAR(measure("kappa-ndcg@" + to_text(l), sample::top3, sample::scores, profile.name),
                  golden[l - 1], 1e-9)
          << profile.name << " @" << l;
    }
    EXPECT_NEAR(measure("kappa-ndcg@10", sample::top3, sample::scores, profile.name), golden[5],
                1e-9);
  }
}

TEST(KappaLabels, GiveTheLetorValuesWhenTheLetorDiscountIsWanted) {  // golden.json "kNDCG_letor"
  // LETOR's gains know no label 3, so that its discount is combined with the exponential gain.
  Profile mixed = find_profile("standard");
  mixed.discount = Discount::letor;
  const Ranking ranking = rank_by_score(sample::scores);
  const TruthView view = sample::top3.view();
  const std::vector<double> golden = {
      0.0, 0.3, 0.3415439512570994, 0.3415439512570994, 0.6251255359722981, 0.6251255359722981};
  for (std::size_t l = 1; l <= 6; ++l) {
    const Measure ndcg = parse_measure("ndcg@" + to_text(l), mixed);
    EXPECT_NEAR(ndcg(JudgedRanking(view, ranking)).value(), golden[l - 1], 1e-9) << l;
  }
}

TEST(KappaErr, GivesTheValuesOfTheSpecification) {  // SPEC C.6, golden.json "kappa"
  EXPECT_NEAR(measure("kappa-err", sample::top3, sample::scores), 0.30924479166666663, 1e-9);
  const std::vector<double> perfect(sample::top3.label);
  EXPECT_NEAR(measure("kappa-err", sample::top3, perfect), 0.901692708, 1e-9);
  std::vector<DocIndex> best(10);
  for (DocIndex doc = 0; doc < 10; ++doc) best[doc] = doc;
  EXPECT_NEAR(measure("kappa-err", weak_order(TopKTruth{best, 50}), sample::falling_scores(50)),
              0.999325568, 1e-9);
}

TEST(KappaErr, IgnoresTheHighestGradeOfAProfile) {
  EXPECT_NEAR(measure("kappa-err", sample::top3, sample::scores, "ranklib"), 0.30924479166666663,
              1e-9);
}

}  // namespace
}  // namespace podium
