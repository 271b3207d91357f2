#include "podium/learning/model/scorer.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "podium/learning/model/linear.hpp"
#include "podium/learning/model/network.hpp"

namespace podium {
namespace {

static_assert(Scorer<LinearScorer> && Scorer<NetworkScorer>);

/// Documents with random features, and the numbers that go with them.
struct Documents {
  Documents(std::size_t documents, std::size_t features, RandomStream& random)
      : columns(features), score_gradient(documents) {
    for (std::size_t i = 0; i < documents * features; ++i) {
      values.push_back(static_cast<float>(random.normal()));
    }
    for (double& number : score_gradient) number = random.normal();
  }

  FeatureRows rows() const { return {values, columns}; }

  std::size_t columns;
  std::vector<float> values;
  std::vector<double> score_gradient;
};

template <class S>
std::vector<double> scores_of(const S& scorer, const std::vector<double>& w, const Documents& d) {
  Workspace workspace;
  std::vector<double> scores(d.score_gradient.size());
  scorer.forward(w, d.rows(), scores, workspace);
  return scores;
}

/// sum over documents of score_gradient * score, whose gradient backward() adds.
template <class S>
double weighted_sum(const S& scorer, const std::vector<double>& w, const Documents& d) {
  const std::vector<double> scores = scores_of(scorer, w, d);
  double sum = 0.0;
  for (std::size_t doc = 0; doc < scores.size(); ++doc) sum += d.score_gradient[doc] * scores[doc];
  return sum;
}

template <class S>
void expect_gradient_is_central_difference(const S& scorer, RandomStream& random) {
  const Documents d(1 + random.below(9), scorer.feature_count(), random);
  std::vector<double> w(scorer.dimension());
  for (double& value : w) value = random.normal();
  const double before = 3.0;  // backward adds
  std::vector<double> gradient(w.size(), before);
  std::vector<double> scores(d.score_gradient.size());
  Workspace workspace;
  scorer.backward(w, d.rows(), scorer.forward(w, d.rows(), scores, workspace), d.score_gradient,
                  gradient, workspace);
  const double step = 1e-5;
  for (std::size_t i = 0; i < w.size(); ++i) {
    std::vector<double> up = w;
    std::vector<double> down = w;
    up[i] += step;
    down[i] -= step;
    const double difference =
        (weighted_sum(scorer, up, d) - weighted_sum(scorer, down, d)) / (2.0 * step);
    RC_ASSERT(std::abs(gradient[i] - before - difference) < 1e-7);
  }
}

RC_GTEST_PROP(LinearScorer, HasTheGradientOfCentralDifferences, (std::uint64_t seed)) {
  RandomStream random(seed, "", "test");
  expect_gradient_is_central_difference(LinearScorer{random.below(12), random.below(2) == 1},
                                        random);
}

RC_GTEST_PROP(NetworkScorer, HasTheGradientOfCentralDifferences, (std::uint64_t seed)) {
  RandomStream random(seed, "", "test");
  expect_gradient_is_central_difference(NetworkScorer{random.below(12), 1 + random.below(7)},
                                        random);
}

TEST(LinearScorer, IsAWeightedSumAndABias) {
  RandomStream random(1, "", "test");
  const Documents d(7, 5, random);
  for (const bool has_bias : {false, true}) {
    std::vector<double> w(LinearScorer{5, has_bias}.dimension());
    for (double& value : w) value = random.normal();
    const std::vector<double> scores = scores_of(LinearScorer{5, has_bias}, w, d);
    for (std::size_t doc = 0; doc < 7; ++doc) {
      double expected = has_bias ? w[5] : 0.0;
      for (std::size_t f = 0; f < 5; ++f) expected += w[f] * double{d.values[doc * 5 + f]};
      EXPECT_NEAR(scores[doc], expected, 1e-12);
    }
  }
}

TEST(LinearScorer, StartsAtZero) {
  RandomStream random(1, "", "test");
  std::vector<double> w(4, 1.0);
  LinearScorer{3, true}.initialise(w, random);
  EXPECT_EQ(w, std::vector<double>(4, 0.0));
}

/// v . tanh(U x + b), as the formula says it.
std::vector<double> plain_network_scores(const NetworkScorer& scorer, const std::vector<double>& w,
                                         const Documents& d) {
  std::vector<double> scores;
  for (std::size_t doc = 0; doc < d.score_gradient.size(); ++doc) {
    double score = 0.0;
    for (std::size_t h = 0; h < scorer.hidden; ++h) {
      double z = w[scorer.hidden * scorer.features + h];
      for (std::size_t f = 0; f < scorer.features; ++f) {
        z += w[h * scorer.features + f] * double{d.values[doc * scorer.features + f]};
      }
      score += w[scorer.hidden * (scorer.features + 1) + h] * std::tanh(z);
    }
    scores.push_back(score);
  }
  return scores;
}

TEST(NetworkScorer, IsTheFormulaForAnyNumberOfDocuments) {
  RandomStream random(2, "", "test");
  // 4096 values fit a piece: 40 features make pieces of 102 documents.
  for (const std::size_t documents : {0U, 1U, 101U, 102U, 103U, 205U}) {
    for (const NetworkScorer& scorer : {NetworkScorer{40, 3}, NetworkScorer{0, 2}}) {
      const Documents d(documents, scorer.features, random);
      std::vector<double> w(scorer.dimension());
      for (double& value : w) value = random.normal();
      const std::vector<double> scores = scores_of(scorer, w, d);
      const std::vector<double> expected = plain_network_scores(scorer, w, d);
      for (std::size_t doc = 0; doc < documents; ++doc) {
        EXPECT_NEAR(scores[doc], expected[doc], 1e-11);
      }
    }
  }
}

TEST(NetworkScorer, StartsWithinOneOverTheRootOfTheInputs) {
  RandomStream random(3, "", "test");
  const NetworkScorer scorer{.features = 100};
  std::vector<double> w(scorer.dimension(), 9.0);
  scorer.initialise(w, random);
  const auto layers = scorer.layers(std::span(w));
  EXPECT_EQ(layers.u.size(), 1000U);
  double max_u = 0.0;
  double sum_u = 0.0;
  for (const double value : layers.u) {
    max_u = std::max(max_u, std::abs(value));
    sum_u += value;
  }
  EXPECT_LE(max_u, 0.1);
  EXPECT_GT(max_u, 0.099);
  EXPECT_NEAR(sum_u / 1000.0, 0.0, 0.01);
  for (const double value : layers.b) EXPECT_LE(std::abs(value), 0.1);
  for (const double value : layers.v) EXPECT_LE(std::abs(value), 1.0 / std::sqrt(10.0));
  std::vector<double> again(scorer.dimension());
  RandomStream same(3, "", "test");
  scorer.initialise(again, same);
  EXPECT_EQ(w, again);
}

}  // namespace
}  // namespace podium
