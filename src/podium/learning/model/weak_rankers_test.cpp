#include "podium/learning/model/weak_rankers.hpp"

#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/learning/model/random_model_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;

const float no_value = std::nanf("");

/// Normal numbers, a tenth of them missing when `gaps` says so.
std::vector<float> random_values(std::size_t count, bool gaps, RandomStream& random) {
  std::vector<float> values(count);
  for (float& value : values) {
    value = gaps && random.below(10) == 0 ? no_value : static_cast<float>(random.normal());
  }
  return values;
}

std::vector<double> scores_of(const WeakRankerSum& sum, const FeatureRows& rows,
                              std::size_t documents) {
  Workspace workspace;
  std::vector<double> scores(documents, 99.0);
  sum.score(rows, scores, workspace);
  return scores;
}

/// f(x) = sum of weight_t * h_t(x), as the formula says it.
double plain_score(const WeakRankerSum& sum, std::span<const float> x) {
  double score = 0.0;
  for (const WeakTerm& term : sum.terms) score += term.weight * term.ranker(x[term.ranker.feature]);
  return score;
}

TEST(WeakRankerSum, HasTheBitsOfTheFormulaForAnyNumberOfDocuments) {
  RandomStream random(1, "", "test");
  const std::size_t features = 7;
  for (const std::size_t documents : {0U, 1U, 31U, 32U, 33U, 64U, 100U}) {
    for (const std::size_t terms : {0U, 1U, 5U, 60U}) {
      for (const bool gaps : {false, true}) {
        const WeakRankerSum sum = random_weak_rankers(features, terms, random, gaps);
        const std::vector<float> values = random_values(documents * features, gaps, random);
        const FeatureRows rows{values, features};
        const std::vector<double> scores = scores_of(sum, rows, documents);
        for (DocIndex doc = 0; doc < documents; ++doc) {
          EXPECT_EQ(scores[doc], plain_score(sum, rows[doc].stored()));
          EXPECT_EQ(scores_of(sum, {rows[doc].stored(), features}, 1), std::vector{scores[doc]});
        }
      }
    }
  }
}

TEST(WeakRankerSum, PassesWhatExceedsTheThresholdAndMissingValuesIfItSaysSo) {
  const std::vector<float> values = {0.5F, 0.25F, no_value};
  WeakRankerSum sum{1, {{{.feature = 0, .threshold = 0.25}, 2.0}}};
  EXPECT_THAT(scores_of(sum, {values, 1}, 3), ElementsAre(2.0, 0.0, 0.0));
  sum.terms[0].ranker.missing_passes = true;
  EXPECT_THAT(scores_of(sum, {values, 1}, 3), ElementsAre(2.0, 0.0, 2.0));
}

TEST(WeakRankerSum, ComparesInDouble) {
  const double between = double{1.0F} + 1e-12;  // as a float it would be 1
  const std::vector<float> values = {1.0F, std::nextafter(1.0F, 2.0F)};
  const WeakRankerSum sum{1, {{{.feature = 0, .threshold = between}, 1.0}}};
  EXPECT_THAT(scores_of(sum, {values, 1}, 2), ElementsAre(0.0, 1.0));
}

TEST(WeakRankerSum, TakesMissingValuesUnlessATermIsAFeatureAsItIs) {
  WeakRankerSum sum{2, {}};
  EXPECT_TRUE(sum.accepts_missing());
  sum.terms.push_back({{.feature = 1, .threshold = 0.5}, 1.0});
  EXPECT_TRUE(sum.accepts_missing());
  sum.terms.push_back({{.kind = WeakRanker::Kind::feature, .feature = 0}, 1.0});
  EXPECT_FALSE(sum.accepts_missing());
}

TEST(WeakRankerSum, IsWholeWhenItsTermsSpeakOfItsFeatures) {
  WeakRankerSum sum{2, {{{.feature = 1}, 1.0}}};
  EXPECT_TRUE(sum.is_whole());
  sum.terms[0].ranker.feature = 2;
  EXPECT_FALSE(sum.is_whole());
}

}  // namespace
}  // namespace podium
