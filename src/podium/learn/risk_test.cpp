#include "podium/learn/risk.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "podium/base/parallel.hpp"
#include "podium/base/random.hpp"
#include "podium/data/random_dataset.hpp"
#include "podium/model/network.hpp"
#include "podium/optimise/objective.hpp"

namespace podium {
namespace {

std::vector<double> random_point(std::size_t size, std::uint64_t seed) {
  RandomStream random(seed, "", "point");
  std::vector<double> w(size);
  for (double& value : w) value = 0.3 * random.normal();
  return w;
}

template <Scorer S>
void expect_gradient_of_value(const S& scorer, const char* loss_name) {
  const auto loss = find_loss(loss_name).make({});
  const TrainingSet set(random_dataset(3, 12, scorer.feature_count()), *loss, {}, 1);
  const Risk<S> risk(scorer, set, *loss, 0.01);
  std::vector<double> w = random_point(risk.dimension(), 5);
  std::vector<double> gradient(w.size());
  std::vector<double> unused(w.size());
  risk.value_and_gradient(w, gradient);
  for (std::size_t i = 0; i < w.size(); ++i) {
    const double old = w[i];
    constexpr double h = 1e-5;
    w[i] = old + h;
    const double above = risk.value_and_gradient(w, unused);
    w[i] = old - h;
    const double below = risk.value_and_gradient(w, unused);
    w[i] = old;
    EXPECT_NEAR(gradient[i], (above - below) / (2.0 * h), 1e-6 * (1.0 + std::abs(gradient[i])))
        << loss_name << " parameter " << i;
  }
}

TEST(Risk, OfALinearModelHasTheGradientOfItsValue) {
  for (const char* loss : {"squared-error", "logistic", "list-net", "list-mle"}) {
    expect_gradient_of_value(LinearScorer{.features = 4}, loss);
  }
  expect_gradient_of_value(LinearScorer{.features = 4, .has_bias = true}, "squared-error");
}

TEST(Risk, OfANetworkHasTheGradientOfItsValue) {
  for (const char* loss : {"squared-error", "logistic", "list-net", "list-mle"}) {
    expect_gradient_of_value(NetworkScorer{.features = 3, .hidden = 4}, loss);
  }
}

TEST(Risk, HasTheCurvatureOfItsGradient) {
  for (const char* name : {"squared-error", "squared-hinge"}) {
    const auto loss = find_loss(name).make({});
    const TrainingSet set(random_dataset(4, 12, 3), *loss, {}, 1);
    const Risk<LinearScorer> risk({.features = 3, .has_bias = true}, set, *loss, 0.1, 1);
    const std::vector<double> w = random_point(4, 6);
    const std::vector<double> v = random_point(4, 7);
    std::vector<double> product(4);
    risk.hessian_at(w)(v, product);
    constexpr double h = 1e-6;
    std::vector<double> above(4);
    std::vector<double> below(4);
    std::vector<double> at = w;
    add_scaled(h, v, at);
    risk.value_and_gradient(at, above);
    add_scaled(-2.0 * h, v, at);
    risk.value_and_gradient(at, below);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(product[i], (above[i] - below[i]) / (2.0 * h), 1e-5 * (1 + std::abs(product[i])))
          << name;
    }
  }
}

TEST(Risk, HasTheSameBitsForAnyNumberOfThreads) {
  const auto loss = find_loss("list-mle").make({});
  const TrainingSet set(random_dataset(8, 1500, 5), *loss, {}, 1);
  ASSERT_GT(set.block_ends().size(), 3U);
  const Risk<LinearScorer> risk({.features = 5}, set, *loss, 0.1);
  const std::vector<double> w = random_point(5, 9);
  std::vector<double> one(5);
  std::vector<double> many(5);
  double value_of_one = 0.0;
  {
    const ThreadLimit limit(1);
    value_of_one = risk.value_and_gradient(w, one);
  }
  EXPECT_EQ(risk.value_and_gradient(w, many), value_of_one);
  EXPECT_EQ(many, one);
}

TEST(Risk, IsTheSumOfItsTermsAndItsPenalty) {
  const auto loss = find_loss("list-net").make({});
  const TrainingSet set(random_dataset(8, 40, 5), *loss, {}, 1);
  const Risk<LinearScorer> risk({.features = 5}, set, *loss, 0.1);
  const std::vector<double> w = random_point(5, 9);
  std::vector<double> whole(5);
  std::vector<double> sum(5);
  const double value = risk.value_and_gradient(w, whole);
  double by_term = risk.add_penalty(w, sum);
  for (std::size_t t = 0; t < risk.term_count(); ++t) {
    by_term += risk.add_terms(std::span(&t, 1), w, sum);
  }
  EXPECT_NEAR(by_term, value, 1e-12);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(sum[i], whole[i], 1e-12);
}

}  // namespace
}  // namespace podium
