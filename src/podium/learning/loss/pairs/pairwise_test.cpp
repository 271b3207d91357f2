// The pairwise losses against their formulas, written out pair by pair.
#include <algorithm>
#include <cmath>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/learning/loss/pairs/exponential.hpp"
#include "podium/learning/loss/pairs/fidelity.hpp"
#include "podium/learning/loss/pairs/hinge.hpp"
#include "podium/learning/loss/pairs/lambda_rank.hpp"
#include "podium/learning/loss/pairs/logistic.hpp"
#include "podium/learning/loss/pairs/pair_oracle_fixture.hpp"
#include "podium/learning/loss/pairs/squared_hinge.hpp"

namespace podium {
namespace {

using namespace fixture;

// --- the formulas ---

Margin hinge(double m) {
  return {std::max(0.0, 1.0 - m), m < 1.0 ? -1.0 : 0.0};
}
Margin squared_hinge(double m) {
  const double gap = std::max(0.0, 1.0 - m);
  return {gap * gap, -2.0 * gap};
}
Margin exponential(double m) {
  return {std::exp(-m), -std::exp(-m)};
}
Margin fidelity(double m) {
  const double p = 1.0 / (1.0 + std::exp(-m));
  return {1.0 - std::sqrt(p), -0.5 * std::exp(-m) * std::pow(1.0 + std::exp(-m), -1.5)};
}

struct Formula {
  const char* name;
  const char* golden;
  Margin (*phi)(double);

  friend void PrintTo(const Formula& formula, std::ostream* out) { *out << formula.name; }
};

class PairwiseLoss : public testing::TestWithParam<Formula> {
 protected:
  std::unique_ptr<const Loss> make(const OptionText& options = {}) const {
    return find_loss(GetParam().name).make(options);
  }

  /// Also with weights of 1, which send the hinges through their sweeps however few the pairs.
  void expect_like_the_formula(const WeakOrder& truth, std::span<const double> s) const {
    PreparedQuery query = prepared(*make(), truth);
    const Evaluated slow = pair_sum(truth, s, GetParam().phi);
    const double tolerance = 1e-12 * (1.0 + count_pairs(truth) + slow.value);
    for (const std::size_t weights : {std::size_t{0}, s.size()}) {
      query.row_weight.assign(weights, 1.0F);
      const Evaluated fast = evaluated(*make(), query, s);
      EXPECT_NEAR(fast.value, slow.value, tolerance);
      for (std::size_t doc = 0; doc < s.size(); ++doc) {
        EXPECT_NEAR(fast.gradient[doc], slow.gradient[doc], tolerance) << "document " << doc;
      }
    }
  }
};

INSTANTIATE_TEST_SUITE_P(All, PairwiseLoss,
                         testing::Values(Formula{"hinge", "hinge", hinge},
                                         Formula{"squared-hinge", "sqhinge", squared_hinge},
                                         Formula{"logistic", "logistic", logistic_margin},
                                         Formula{"exponential", "exp", exponential},
                                         Formula{"fidelity", "fidelity", fidelity}),
                         [](const auto& tested) { return std::string(tested.param.golden); });

const std::map<std::string, WeakOrder> pair_sets = {
    {"graded", graded}, {"full", full}, {"top3", top3}, {"TxF", top3_against_rest}};

TEST(PairSets, OfTheWorkedExampleHaveTwelveFifteenTwelveAndNinePairs) {
  EXPECT_EQ(count_pairs(graded), 12);
  EXPECT_EQ(count_pairs(full), 15);
  EXPECT_EQ(count_pairs(top3), 12);
  EXPECT_EQ(count_pairs(top3_against_rest), 9);
  EXPECT_EQ(with_setting(full, "topk:3").level, top3.level);
  EXPECT_EQ(with_setting(full, "top-vs-rest:3").level, top3_against_rest.level);
}

TEST_P(PairwiseLoss, GivesTheGoldenValuesOfTheWorkedExample) {
  for (const auto& [name, truth] : pair_sets) {
    SCOPED_TRACE(name);
    const auto expected = golden("pair_losses").at(name).at(GetParam().golden);
    const Evaluated found = evaluated(*make(), truth, scores);
    EXPECT_NEAR(found.value, expected.at("L").get<double>(), 1e-12);
    EXPECT_THAT(found.gradient, testing::Pointwise(testing::DoubleNear(1e-12),
                                                   expected.at("grad").get<std::vector<double>>()));
  }
}

TEST_P(PairwiseLoss, IsTheSumOverPairsForTiedScoresAndLevels) {
  RandomStream stream(1, "pairwise", "ties");
  for (std::size_t n = 0; n < 40; ++n) {
    for (const std::size_t levels : {1U, 2U, 3U, 8U, 9U, 40U}) {
      SCOPED_TRACE(testing::Message() << n << " documents, " << levels << " levels");
      const WeakOrder truth = random_grades(stream, n, levels);
      expect_like_the_formula(truth, tied_scores(stream, n, 6, 0.5));
      expect_like_the_formula(truth, normal_scores(stream, n, 2.0));
    }
  }
}

TEST_P(PairwiseLoss, IsTheSumOverPairsForLongLists) {
  // Long enough for tiles of rows, for sweeps over few and over many levels, and for top-k rows.
  RandomStream stream(2, "pairwise", "long");
  constexpr std::size_t n = 1100;
  const WeakOrder grades = random_grades(stream, n, 5);
  for (const char* setting : {"graded", "full", "topk:10", "topk:500", "top-vs-rest:10"}) {
    SCOPED_TRACE(setting);
    expect_like_the_formula(with_setting(grades, setting), tied_scores(stream, n, 12, 0.25));
  }
}

TEST_P(PairwiseLoss, MeanDividesByTheNumberOfPairs) {
  for (const auto& [name, truth] : pair_sets) {
    const Evaluated sum = evaluated(*make({{"pairs", "sum"}}), truth, scores);
    const Evaluated mean = evaluated(*make({{"pairs", "mean"}}), truth, scores);
    EXPECT_NEAR(mean.value, sum.value / count_pairs(truth), 1e-14) << name;
    EXPECT_NEAR(mean.gradient[4], sum.gradient[4] / count_pairs(truth), 1e-14) << name;
  }
}

TEST_P(PairwiseLoss, RefusesQueriesWithoutPairs) {
  for (const std::vector<double>& labels :
       {std::vector<double>{}, std::vector<double>{2}, std::vector<double>{1, 1, 1}}) {
    EXPECT_FALSE(prepared(*make(), weak_order(GradedTruth{labels})).contributes);
  }
}

TEST_P(PairwiseLoss, CountsADocumentOfWeightTwoLikeTwoDocuments) {
  RandomStream stream(3, "pairwise", "weights");
  for (const char* scale : {"sum", "mean"}) {
    for (std::size_t n = 2; n < 30; ++n) {
      WeakOrder truth = random_grades(stream, n, 4);
      const auto s = tied_scores(stream, n, 9, 0.25);
      const auto made = make({{"pairs", scale}});
      const Loss& loss = *made;
      PreparedQuery weighted = prepared(loss, truth);
      if (!weighted.contributes) continue;
      weighted.row_weight.assign(n, 1.0F);
      WeakOrder doubled = truth;
      std::vector<double> doubled_scores = s;
      std::vector<DocIndex> copy_of;
      for (DocIndex doc = 0; doc < n; ++doc) {
        if (stream.below(2) == 0) continue;
        weighted.row_weight[doc] = 2.0F;
        copy_of.push_back(doc);
        doubled.level.push_back(truth.level[doc]);
        doubled.label.push_back(truth.label[doc]);
        doubled_scores.push_back(s[doc]);
      }
      Evaluated expected = evaluated(loss, doubled, doubled_scores);
      for (std::size_t copy = 0; copy < copy_of.size(); ++copy) {
        expected.gradient[copy_of[copy]] += expected.gradient[n + copy];
      }
      expected.gradient.resize(n);
      const Evaluated found = evaluated(loss, weighted, s);
      const double tolerance = 1e-12 * (1.0 + expected.value);
      EXPECT_NEAR(found.value, expected.value, tolerance);
      EXPECT_THAT(found.gradient,
                  testing::Pointwise(testing::DoubleNear(tolerance), expected.gradient));
    }
  }
}

template <Options O>
void expect_to_come_back(const OptionText& text) {
  EXPECT_EQ(options_text(parse_options<O>(text)), text);
}

TEST(PairwiseOptions, SurviveTheWayThroughText) {
  expect_to_come_back<PairOptions>({{"pairs", "mean"}});
  expect_to_come_back<LogisticOptions>({{"pairs", "mean"}, {"ties", "half"}});
  for (const std::string_view weights : {"ndcg-loss2", "ndcg-loss2pp", "ndcg-loss2-at-k"}) {
    expect_to_come_back<LambdaRankOptions>({{"weights", std::string(weights)},
                                            {"cutoff", "7"},
                                            {"gain", "linear"},
                                            {"mu", "2.5"},
                                            {"pairs", "mean"}});
  }
}

}  // namespace
}  // namespace podium
