#include "podium/learning/learn/risk.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/learning/model/network.hpp"
#include "podium/learning/optimise/objective.hpp"

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
    const Risk<LinearScorer> risk({.features = 3, .has_bias = true}, set, *loss, 0.1, {3});
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

class RiskOfEveryLoss : public testing::TestWithParam<const LossEntry*> {};

INSTANTIATE_TEST_SUITE_P(Losses, RiskOfEveryLoss, testing::ValuesIn([] {
                           std::vector<const LossEntry*> rows;
                           for (const LossEntry& row : losses()) rows.push_back(&row);
                           return rows;
                         }()));

TEST_P(RiskOfEveryLoss, IsNotANumberWhereAScoreIsNotAndAddsNothing) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const auto loss = GetParam()->make({});
  const TrainingSet set(random_dataset(3, 12, 2), *loss, {}, 1);
  const Risk<LinearScorer> risk({.features = 2}, set, *loss, 0.0);
  const std::vector<double> w = {std::nan(""), 1.0};
  const std::vector<double> before = {7.0, -3.0};
  Workspace workspace;
  for (const std::vector<double>& bad : {w, std::vector<double>{inf, 1.0}}) {
    std::vector<double> g(2);
    EXPECT_TRUE(std::isnan(risk.value_and_gradient(bad, g)));
    for (std::size_t term = 0; term < risk.term_count(); ++term) {
      const std::size_t query = set.contributing()[term];
      ManySums<double> own{{before[0], before[1], 0.0}};
      std::vector<double> scores(set.data()[query].size());
      LinearScorer{.features = 2}.forward(bad, set.data()[query].features, scores, workspace);
      risk.add_term(term, bad, own, workspace);
      EXPECT_FALSE(all_finite(scores));
      EXPECT_TRUE(std::isnan(own.values.back()));
      own.values.pop_back();
      EXPECT_EQ(own.values, before);
    }
    if (!loss->is_curved()) continue;
    std::vector<double> product(2);
    risk.hessian_at(bad)(before, product);
    EXPECT_TRUE(std::isnan(product[0]) && std::isnan(product[1]));
  }
}

TEST(Risk, HasTheSameBitsForAnyNumberOfThreads) {
  const auto loss = find_loss("list-mle").make({});
  const Dataset data = random_dataset(8, 1500, 5);
  ASSERT_GT(QueryBlocks(data).ends().size(), 3U);
  const TrainingSet set(data, *loss, {}, 1);
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

/// One query of so many documents, which is scored in parts.
Dataset one_long_query(std::size_t documents, std::size_t features) {
  RandomStream random(4, "", "long query");
  DatasetBuilder builder(features);
  GradedTruth truth;
  std::vector<float> values(documents * features);
  for (float& value : values) value = static_cast<float>(random.normal());
  for (std::size_t doc = 0; doc < documents; ++doc) {
    const double seen = static_cast<double>(values[doc * features]) + random.normal();
    truth.label.push_back(seen > 1.5 ? 2.0 : seen > 0.5 ? 1.0 : 0.0);
  }
  builder.add_query("long", truth, values);
  return std::move(builder).build();
}

TEST(Risk, OfALongQueryHasTheGradientOfItsValueAndTheSameBitsForAnyNumberOfThreads) {
  const Dataset data = one_long_query(9000, 3);
  for (const char* name : {"logistic", "lambda-rank", "squared-hinge", "list-net"}) {
    const auto loss = find_loss(name).make({});
    const TrainingSet set(data, *loss, {}, 1);
    const Risk<LinearScorer> risk({.features = 3}, set, *loss, 0.1);
    std::vector<double> w = random_point(3, 9);
    std::vector<double> one(3);
    std::vector<double> many(3);
    double value_of_one = 0.0;
    {
      const ThreadLimit limit(1);
      value_of_one = risk.value_and_gradient(w, one);
    }
    {
      const ThreadLimit limit(3);
      EXPECT_EQ(risk.value_and_gradient(w, many), value_of_one) << name;
      EXPECT_EQ(many, one) << name;
    }
    if (loss->is_curved()) {
      std::vector<double> product(3);
      std::vector<double> product_of_one(3);
      risk.hessian_at(w)(one, product);
      const ThreadLimit limit(1);
      risk.hessian_at(w)(one, product_of_one);
      EXPECT_EQ(product, product_of_one) << name;
    }
    if (std::string(name) == "lambda-rank") continue;  // its value jumps
    for (std::size_t i = 0; i < 3; ++i) {
      constexpr double h = 1e-5;
      const double old = w[i];
      w[i] = old + h;
      const double above = risk.value_and_gradient(w, many);
      w[i] = old - h;
      const double below = risk.value_and_gradient(w, many);
      w[i] = old;
      EXPECT_NEAR(one[i], (above - below) / (2.0 * h), 1e-8 * value_of_one) << name;
    }
  }
}

/// The nodes of each level of the tree over blocks, up to the root.
std::vector<double> root_of(std::vector<ManySums<double>> level) {
  while (level.size() > 1) {
    std::vector<ManySums<double>> above;
    for (std::size_t i = 0; i < level.size(); i += 2) {
      above.push_back(level[i]);
      if (i + 1 < level.size()) above.back() += level[i + 1];
    }
    level = above;
  }
  return level.front().values;
}

TEST(Risk, AddsTheTermsOfABatchInBlocksByTheTree) {
  constexpr std::size_t features = 150;
  const auto loss = find_loss("list-mle").make({});
  const TrainingSet set(random_dataset(8, 400, features), *loss, {}, 1);
  const Risk<LinearScorer> risk({.features = features}, set, *loss, 0.1);
  const std::vector<double> w = random_point(features, 9);
  RandomStream random(3, "", "batch");
  for (const std::size_t size : {1U, 8U, 65U, 300U}) {
    std::vector<std::size_t> terms(size);
    for (std::size_t& term : terms) {
      term = static_cast<std::size_t>(random.below(risk.term_count()));
    }
    std::vector<ManySums<double>> blocks;  // gradient and value
    std::size_t work = 0;
    for (const std::size_t term : terms) {
      if (blocks.empty() || work >= 16384) {
        blocks.push_back({std::vector<double>(features + 1)});
        work = 0;
      }
      const std::size_t query = set.contributing()[term];
      work += set.data()[query].size() * (features + 128);
      Workspace workspace;
      risk.add_term(term, w, blocks.back(), workspace);
    }
    if (size == 300) {
      ASSERT_GT(blocks.size(), 10U);
    }
    const std::vector<double> expected = root_of(blocks);
    for (const std::size_t threads : {1U, 2U, 3U, 8U}) {
      const ThreadLimit limit(threads);
      std::vector<double> sum(features + 1);
      sum.back() = risk.add_terms(terms, w, std::span(sum).first(features));
      EXPECT_EQ(sum, expected) << size << " terms, " << threads << " threads";
    }
  }
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
