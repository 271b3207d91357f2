#include "podium/core/measure/ndcg.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure;
using sample::measure_ranked;

TEST(Ndcg, GivesTheValuesOfTheSpecification) {  // SPEC C.3, golden.json "graded"
  const std::vector<double> letor = {
      0.0, 0.5, 0.5475747577654276, 0.5091804125195514, 0.6903671187233362, 0.7446171002269109};
  const std::vector<double> log2 = {0.0,
                                    0.38685280723454163,
                                    0.4437016069115603,
                                    0.4108874912590222,
                                    0.6101774772943848,
                                    0.67134503596002};
  for (std::size_t k = 1; k <= 6; ++k) {
    const std::string name = "ndcg@" + to_text(k);
    EXPECT_NEAR(measure(name, sample::graded, sample::scores, "letor4"), letor[k - 1], 1e-9) << k;
    EXPECT_NEAR(measure(name, sample::graded, sample::scores), log2[k - 1], 1e-9) << k;
  }
  EXPECT_NEAR(measure("meanndcg", sample::graded, sample::scores, "letor4"), 0.49862323153920435,
              1e-9);
}

TEST(Dcg, GivesTheValuesOfTheSpecification) {  // SPEC C.3
  const std::vector<double> ideal = {2, 2, 1, 1, 0, 0};
  EXPECT_NEAR(measure("dcg@6", sample::graded, sample::scores), 3.909554870, 1e-9);
  EXPECT_NEAR(measure_ranked("dcg@6", ideal), 5.823465819, 1e-9);
}

TEST(Dcg, IsTheSumOfItsFormula) {
  double sum = 0.0;
  const std::vector<double> labels = {3, 0, 1, 2};
  for (std::size_t r = 1; r <= labels.size(); ++r) {
    sum += (std::pow(2.0, labels[r - 1]) - 1.0) / std::log2(1.0 + static_cast<double>(r));
  }
  EXPECT_NEAR(measure_ranked("dcg", labels), sum, 1e-12);
}

TEST(Dcg, RefusesGainsThatNoNumberHolds) {
  EXPECT_THROW(measure_ranked("dcg", {1330}), NumericError);
  EXPECT_EQ(measure_ranked("dcg", {1330}, "sklearn"), 1330.0);
}

TEST(Ndcg, IsOneForTheIdealOrder) {
  for (const char* profile : {"standard", "letor4", "trec"}) {
    EXPECT_EQ(measure_ranked("ndcg@3", {2, 2, 1, 1, 0}, profile), 1.0) << profile;
  }
}

TEST(MeanNdcg, IsOneForTheIdealOrder) {
  for (const char* profile : {"standard", "letor4", "mslr"}) {
    EXPECT_EQ(measure_ranked("meanndcg", {2, 2, 1, 1, 0}, profile), 1.0) << profile;
  }
}

TEST(Ndcg, MeansDifferentThingsToDifferentPrograms) {  // FIELD 1.5, to the digits given there
  const std::vector<double> labels = {0, 2, 0, 1, 0, 0, 0, 0};
  EXPECT_NEAR(measure_ranked("ndcg@5", labels, "letor4"), 0.875, 5e-4);
  EXPECT_NEAR(measure_ranked("ndcg@5", labels), 0.640, 5e-4);
  EXPECT_NEAR(measure_ranked("ndcg@5", labels, "trec"), 0.643, 5e-4);
  EXPECT_EQ(measure_ranked("ndcg@10", labels, "letor4"), 0.0);
  EXPECT_NEAR(measure_ranked("ndcg@10", labels), 0.640, 5e-4);
  EXPECT_NEAR(measure_ranked("ndcg@10", labels, "trec"), 0.643, 5e-4);
}

TEST(Ndcg, TakesItsIdealFromAllJudgedDocuments) {
  const WeakOrder truth = weak_order(GradedTruth{{1, 3}});
  EXPECT_NEAR(measure("ndcg", truth, std::vector<double>{1.0}), 1.0 / (7.0 + 1.0 / std::log2(3.0)),
              1e-12);
}

TEST(Ndcg, RefusesLabelsThatTheGainsDoNotKnowAndNamesAProfileThatDoes) {
  const auto refusal = [](const char* name, const std::vector<double>& labels,
                          const char* profile) -> std::string {
    try {
      measure_ranked(name, labels, profile);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "accepted";
  };
  for (const char* name : {"ndcg@3", "ndcg@1"}) {
    EXPECT_EQ(refusal(name, {0, 3, 2}, "letor4"),
              "found label 3, but profile letor4 has gains for the labels 0 to 2 only; use profile "
              "mslr");
    EXPECT_EQ(refusal(name, {2, 5, 0}, "mslr"),
              "found label 5, but profile mslr has gains for the labels 0 to 4 only; use profile "
              "standard");
    EXPECT_EQ(refusal(name, {1, 0.5}, "letor3"),
              "found label 0.5, but profile letor3 has gains for the labels 0 to 2 only; use "
              "profile standard");
    EXPECT_EQ(refusal(name, {-1, 2, 0}, "letor3"), "accepted");
  }
  EXPECT_EQ(refusal("p@2", {3, 4}, "letor3"), "accepted") << "it has no gains";
}

TEST(Ndcg, DoesNotOverflowAndKeepsItsValueForLargeLabels) {
  // Gains scaled by 2^-1330: only the first two of the ideal list matter to 1e-12.
  EXPECT_NEAR(measure_ranked("ndcg", {1329, 1330}),
              (0.5 + 1.0 / std::log2(3.0)) / (1.0 + 0.5 / std::log2(3.0)), 1e-12);
}

// SPEC C.4: the two queries that tell the official scripts apart.
struct ScriptRow {
  const char* measure;
  const char* profile;
  double mean;
};

class LetorScripts : public testing::TestWithParam<ScriptRow> {};

TEST_P(LetorScripts, AgreeOnTwoQueries) {
  const auto& [name, profile, mean] = GetParam();
  const double a = measure_ranked(name, {1, 0, 2, 0}, profile);
  const double b = measure_ranked(name, {0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0}, profile);
  EXPECT_NEAR((a + b) / 2.0, mean, 1e-9) << name << " " << profile;
}

// SPEC's "padded" keeps the LETOR discount; `standard` pads with its own, so it is not in the rows
// of NDCG.
INSTANTIATE_TEST_SUITE_P(
    SpecC4, LetorScripts,
    testing::Values(
        ScriptRow{"p@5", "letor3", 0.2}, ScriptRow{"p@5", "letor4", 0.4},
        ScriptRow{"p@5", "standard", 0.4}, ScriptRow{"p@10", "letor3", 0.1},
        ScriptRow{"p@10", "letor4", 0.2}, ScriptRow{"p@10", "standard", 0.2},
        ScriptRow{"ndcg@5", "letor3", 0.247469709}, ScriptRow{"ndcg@5", "letor4", 0.247469709},
        ScriptRow{"ndcg@10", "letor3", 0.247469709}, ScriptRow{"ndcg@10", "letor4", 0.247469709},
        ScriptRow{"map", "letor3", 0.612121212}, ScriptRow{"map", "standard", 0.612121212}));

TEST(Ndcg, PadsShortListsWhereTheProfileSaysSo) {  // SPEC C.4, mode "padded"
  Profile padded = find_profile("letor4");
  padded.ndcg_short = ShortList::pad;
  double sum = 0.0;
  for (const auto& labels :
       {std::vector<double>{1, 0, 2, 0}, std::vector<double>{0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0}}) {
    const WeakOrder truth = weak_order(GradedTruth{labels});
    const Ranking ranking = rank_by_score(sample::falling_scores(labels.size()));
    const TruthView view = truth.view();
    sum += parse_measure("ndcg@10", padded)(JudgedRanking(view, ranking)).value();
  }
  EXPECT_NEAR(sum / 2.0, 0.609068366, 1e-9);
}

TEST(MeanNdcg, RunsOverAllPlacesOfTheList) {  // SPEC C.4
  EXPECT_NEAR(measure_ranked("meanndcg", {1, 0, 2, 0}, "letor4"), 0.507431991, 1e-9);
  EXPECT_NEAR(measure_ranked("meanndcg", {0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0}, "letor4"),
              0.397186250, 1e-9);
}

}  // namespace
}  // namespace podium
