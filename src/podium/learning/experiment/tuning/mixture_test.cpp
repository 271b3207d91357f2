#include "podium/learning/experiment/tuning/mixture.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/random_dataset_fixture.hpp"

namespace podium {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

TEST(PointWeights, FallWithTheCertaintyThatAPointIsWorse) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<PointValues> points = {
      {0.4, 0.5, 0.6, nan},  // worse by 0.1 in every query: certain
      {0.5, 0.6, 0.7, 0.9},  // the best
      {0.7, 0.4, 0.6, 0.9},  // worse by 0.1/3 on average, with much spread
      {0.5, 0.6, 0.7, 0.9},  // the same
  };
  const std::vector<double> weights = point_weights(points, 1);
  // d = 0.2, -0.2, -0.1, 0: mean -0.025, sd 0.1708, standard error 0.0854, t = -0.2928
  EXPECT_THAT(weights,
              ElementsAre(0.0, 1.0, DoubleNear(std::exp(-0.5 * 0.29277 * 0.29277), 1e-4), 1.0));
}

TEST(PointWeights, AreZeroBelowOneHundredth) {
  const std::vector<PointValues> points = {
      {0.0, 0.0, 0.0, 0.0},      // the best
      {-0.1, -0.3, -0.3, -0.1},  // t = -3.46: weight 0.0025
      {-0.1, -0.4, -0.4, -0.1},  // t = -2.89: weight 0.0156
  };
  EXPECT_THAT(point_weights(points, 0), ElementsAre(1.0, 0.0, DoubleNear(0.0155, 1e-4)));
}

TEST(MixtureFactors, DivideByTheDeviationUnlessOneIsAlone) {
  const std::vector<MixturePart> several = {{1.0, 4.0}, {0.0, 1.0}, {0.5, 0.25}, {0.5, 0.0}};
  EXPECT_THAT(mixture_factors(several), ElementsAre(0.25, 0.0, 2.0, 0.0));
  const std::vector<MixturePart> alone = {{0.0, 4.0}, {1.0, 3.0}};
  EXPECT_THAT(mixture_factors(alone), ElementsAre(0.0, 1.0));
}

TEST(MixedModel, ScoresLikeTheSumOfItsParts) {
  const Dataset data = random_dataset(3, 6, 2);
  const std::vector<ModelKind> linear = {LinearModel{{.features = 2, .has_bias = true}, {1, 2, 9}},
                                         LinearModel{{.features = 2}, {-1, 1}}};
  const std::vector<ModelKind> boosted = {
      WeakRankerSum{2, {{{WeakRanker::Kind::threshold, 0, 0.5}, 1.0}}},
      WeakRankerSum{
          2, {{{WeakRanker::Kind::threshold, 0, 0.5}, 2.0}, {{WeakRanker::Kind::feature, 1}, 0.5}}},
      LinearModel{{.features = 2}, {0, 3}}};
  for (const auto& models : {linear, boosted}) {
    std::vector<double> factors = {0.5, 2.0};
    if (models.size() == 3) factors.push_back(0.25);
    const std::vector<double> mixed = score(mixed_model(models, factors), data);
    for (std::size_t row = 1; row < data.row_count(); ++row) {
      double expected = 0.0;
      for (std::size_t m = 0; m < models.size(); ++m) {
        const std::vector<double> own = score(models[m], data);
        expected += factors[m] * (own[row] - own[0]);
      }
      EXPECT_NEAR(mixed[row] - mixed[0], expected, 1e-12);
    }
  }
  const auto terms =
      std::get<WeakRankerSum>(mixed_model(boosted, std::vector{1.0, 1.0, 1.0})).terms;
  EXPECT_EQ(terms.size(), 2U) << "equal weak rankers become one";
  EXPECT_EQ(mixed_model(linear, std::vector{1.0, 0.0}), linear.front()) << "bias and all";
  EXPECT_EQ(mixed_model(linear, std::vector{0.0, 0.0}), linear.front()) << "none ranks anything";
}

TEST(ScoreDeviation, IsThatWithinQueries) {
  DatasetBuilder builder(1);
  const std::vector<float> values = {1, 2};
  builder.add_query("a", GradedTruth{{1.0, 0.0}}, values);
  builder.add_query("b", GradedTruth{{1.0, 0.0}}, values);
  const Dataset data = std::move(builder).build();
  // Variances 1 and 9; the level of a query does not matter.
  EXPECT_NEAR(score_deviation(data, std::vector<double>{1, 3, 100, 106}), std::sqrt(5.0), 1e-12);
}

}  // namespace
}  // namespace podium
