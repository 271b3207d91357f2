#include "podium/learning/model/query_pass.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"
#include "podium/learning/model/linear.hpp"
#include "podium/learning/model/network.hpp"

namespace podium {
namespace {

std::vector<double> drawn(std::size_t count, RandomStream& random) {
  std::vector<double> values(count);
  for (double& value : values) value = random.normal();
  return values;
}

struct Passed {
  std::vector<double> scores;
  std::vector<double> gradient;
};

template <Scorer S>
Passed in_parts(const S& scorer, const FeatureRows& rows, std::span<const double> w,
                std::span<const double> score_gradient) {
  Passed passed{std::vector<double>(score_gradient.size()), std::vector<double>(w.size(), 1.0)};
  Workspace workspace;
  QueryPass pass(scorer, rows, workspace);
  pass.forward(w, passed.scores);
  pass.backward(w, score_gradient, passed.gradient, {});
  return passed;
}

/// The scorer alone, without parts.
template <Scorer S>
Passed at_once(const S& scorer, const FeatureRows& rows, std::span<const double> w,
               std::span<const double> score_gradient) {
  Passed passed{std::vector<double>(score_gradient.size()), std::vector<double>(w.size(), 1.0)};
  Workspace workspace;
  const auto tape = scorer.forward(w, rows, passed.scores, workspace);
  scorer.backward(w, rows, tape, score_gradient, passed.gradient, workspace);
  return passed;
}

template <Scorer S>
void expect_like_the_scorer(const S& scorer) {
  RandomStream random(1, "", "rows");
  for (const std::size_t documents : {1U, 100U, 8192U, 8193U, 13'000U}) {
    const std::vector<double> w = drawn(scorer.dimension(), random);
    const std::vector<double> score_gradient = drawn(documents, random);
    std::vector<float> values(documents * scorer.feature_count());
    for (float& value : values) value = static_cast<float>(random.normal());
    const FeatureRows rows{values, scorer.feature_count()};
    const Passed expected = at_once(scorer, rows, w, score_gradient);
    const ThreadLimit limit(2);
    const Passed found = in_parts(scorer, rows, w, score_gradient);
    EXPECT_EQ(found.scores, expected.scores) << documents;
    if (documents <= 8192) {
      EXPECT_EQ(found.gradient, expected.gradient) << documents;
    }
    for (std::size_t i = 0; i < w.size(); ++i) {
      ASSERT_NEAR(found.gradient[i], expected.gradient[i], 1e-10) << documents;
    }
    const ThreadLimit one(1);
    EXPECT_EQ(in_parts(scorer, rows, w, score_gradient).gradient, found.gradient) << documents;
  }
}

TEST(QueryPass, OfALinearModelIsThatOfTheWholeQuery) {
  expect_like_the_scorer(LinearScorer{.features = 7});
  expect_like_the_scorer(LinearScorer{.features = 3, .has_bias = true});
}

TEST(QueryPass, OfANetworkIsThatOfTheWholeQuery) {
  expect_like_the_scorer(NetworkScorer{.features = 5, .hidden = 3});
}

}  // namespace
}  // namespace podium
