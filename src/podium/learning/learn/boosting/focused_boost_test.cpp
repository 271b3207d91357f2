#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/learning/learn/boosting/boost_fixture.hpp"
#include "podium/learning/learn/boosting/boosting.hpp"
#include "podium/learning/learn/boosting/list_part.hpp"
#include "podium/learning/learn/boosting/pair_part.hpp"
#include "podium/learning/learn/top_documents.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium {
namespace {

/// lambda sum P e^(-alpha E) + (1 - lambda) sum D e^(-alpha d) and the gain r that gives alpha.
struct JointStep {
  double lambda = 0.0;
  std::vector<double> p;
  std::vector<double> e;
  std::vector<double> d;
  std::vector<double> step;

  double gain() const {
    double r = 0.0;
    for (std::size_t q = 0; q < p.size(); ++q) r += lambda * p[q] * e[q];
    for (std::size_t i = 0; i < d.size(); ++i) r += (1.0 - lambda) * d[i] * step[i];
    return r;
  }
  double loss_after(double alpha) const {
    double z = 0.0;
    for (std::size_t q = 0; q < p.size(); ++q) z += lambda * p[q] * std::exp(-alpha * e[q]);
    for (std::size_t i = 0; i < d.size(); ++i) {
      z += (1.0 - lambda) * d[i] * std::exp(-alpha * step[i]);
    }
    return z;
  }
};

TEST(FocusedBoost, HasTheGoldenStepAndBound) {
  const JointStep golden{.4, {.5, .5}, {.8, .4}, {.25, .25, .25, .25}, {1, 1, 0, -1}};
  const double r = golden.gain();
  EXPECT_NEAR(r, .39, 1e-12);
  EXPECT_NEAR(bound_alpha(r), .411800034, 1e-9);
  EXPECT_NEAR(std::sqrt(1.0 - r * r), .920814857, 1e-9);
  EXPECT_NEAR(golden.loss_after(bound_alpha(r)), .888658414, 1e-9);
}

/// Top-k truths over features within [0, 1].
Dataset top_k_data(std::uint64_t seed) {
  RandomStream random(seed, "", "focused");
  DatasetBuilder builder(4);
  for (int q = 0; q < 30; ++q) {
    std::vector<float> values(12 * 4);
    GradedTruth truth;
    for (float& value : values) value = static_cast<float>(random.below(11)) / 10.0F;
    for (std::size_t doc = 0; doc < 12; ++doc) {
      truth.label.push_back(double{values[4 * doc]} - double{values[4 * doc + 1]} +
                            0.3 * random.normal());
    }
    builder.add_query(std::to_string(q), truth, values);
  }
  return with_setting(std::move(builder).build(), parse_truth_setting("topk:4"), 1);
}

std::vector<WeakTerm> focused_terms(const Dataset& data, const OptionText& options) {
  const AlgorithmEntry& entry = find_algorithm("focusedboost");
  return sum_of(entry.algorithm->train({.train = data}, entry.with_defaults(options))).terms;
}

TEST(FocusedBoost, IsRankBoostOfTheBestAgainstTheRestAtLambdaZero) {
  const AlgorithmEntry& rankboost = find_algorithm("rankboost");
  for (const char* weak : {"threshold", "feature"}) {
    for (const char* directions : {"up", "both"}) {
      const Dataset data = top_k_data(1);
      const OptionText options = {{"weak", weak}, {"directions", directions}, {"rounds", "25"}};
      OptionText parent = options;
      parent["tolerance"] = "0";
      OptionText own = options;
      own["lambda"] = "0";
      const std::vector<WeakTerm> terms = focused_terms(data, own);
      EXPECT_EQ(
          terms,
          sum_of(rankboost.algorithm->train({.train = top_against_rest(data)}, parent)).terms);
      EXPECT_EQ(terms.size(), 25U);
    }
  }
}

TEST(FocusedBoost, IsAdaRankOfTheBestAtLambdaOne) {
  const AlgorithmEntry& adarank = find_algorithm("adarank-ndcg");
  for (const char* directions : {"up", "both"}) {
    const Dataset data = top_k_data(2);
    OptionText options = {
        {"directions", directions}, {"rounds", "25"}, {"measure", "ndcg"}, {"window", "10"}};
    const std::vector<WeakTerm> parent =
        sum_of(adarank.algorithm->train({.train = top_documents(data)}, options)).terms;
    options["lambda"] = "1";
    EXPECT_EQ(focused_terms(data, options), parent);
    EXPECT_FALSE(parent.empty());
  }
}

TEST(FocusedBoost, LowersItsJointLossBelowTheBound) {
  RandomStream random(7, "", "bound");
  const auto distribution = [&](std::size_t size) {
    std::vector<double> p(size);
    double sum = 0.0;
    for (double& value : p) sum += value = random.uniform();
    for (double& value : p) value /= sum;
    return p;
  };
  for (int round = 0; round < 2000; ++round) {
    JointStep joint{random.uniform(),
                    distribution(1 + random.below(5)),
                    {},
                    distribution(1 + random.below(6)),
                    {}};
    for (std::size_t q = 0; q < joint.p.size(); ++q) joint.e.push_back(random.uniform());
    for (std::size_t i = 0; i < joint.d.size(); ++i) {
      joint.step.push_back(2.0 * random.uniform() - 1.0);
    }
    const double r = joint.gain();
    EXPECT_LE(joint.loss_after(bound_alpha(r)), std::sqrt(1.0 - r * r) + 1e-12);
  }
}

TEST(FocusedBoost, ChoosesByTheSumOfBothParts) {
  const Dataset data = top_k_data(3);
  const double lambda = 0.4;
  const WeakTerm first = focused_terms(data, {{"lambda", "0.4"}, {"rounds", "1"}}).front();
  const WeakPool pool = feature_pool(4, Directions::both);
  std::vector<double> gains(pool.size());
  ListPart list(QueryMeasure(top_documents(data), measure_of("ndcg")), pool, nullptr);
  list.add_gains(lambda, gains);
  PairPart pairs(top_against_rest(data), {}, 1, pool, nullptr);
  pairs.weigh(std::vector<double>(data.row_count()));
  pairs.add_gains(1.0 - lambda, gains);
  const auto best = static_cast<std::size_t>(std::ranges::max_element(gains) - gains.begin());
  EXPECT_EQ(first.ranker, pool[best].ranker);
  EXPECT_NEAR(first.weight,
              pool[best].sign * 0.5 * std::log((1.0 + gains[best]) / (1.0 - gains[best])), 1e-12);
}

TEST(FocusedBoost, FollowsItsRuleRoundByRound) {
  const Dataset data = top_k_data(4);
  const double lambda = 0.3;
  const std::vector<WeakTerm> terms =
      focused_terms(data, {{"lambda", "0.3"}, {"rounds", "8"}, {"keep", "last"}});
  ASSERT_EQ(terms.size(), 8U);
  const QueryMeasure measure(top_documents(data), measure_of("ndcg"));
  RunningScores top(measure.data());
  RunningScores all(data);
  std::vector<double> p(measure.size(), 1.0 / static_cast<double>(measure.size()));
  for (const WeakTerm& term : terms) {
    // What the rule says of each feature, pair by pair and query by query.
    std::vector<JointStep> steps;
    for (std::uint32_t f = 0; f < 4; ++f) {
      for (const double sign : {1.0, -1.0}) {
        JointStep& step = steps.emplace_back();
        step.lambda = lambda;
        step.p = p;
        RunningScores own(measure.data());
        own.add({{WeakRanker::Kind::feature, f}, sign});
        step.e = measure.values(own.values());
        double sum = 0.0;
        for (std::size_t q = 0; q < data.query_count(); ++q) {
          const QueryView view = data[q];
          for (DocIndex u = 0; u < view.size(); ++u) {
            for (DocIndex v = 0; v < view.size(); ++v) {
              if (!(view.truth.label[u] > 0.0) || view.truth.label[v] > 0.0) continue;
              step.d.push_back(
                  std::exp(all.values()[view.first_row + v] - all.values()[view.first_row + u]));
              sum += step.d.back();
              step.step.push_back(sign *
                                  (double{view.features[u][f]} - double{view.features[v][f]}));
            }
          }
        }
        for (double& weight : step.d) weight /= sum;
      }
    }
    const auto best = std::ranges::max_element(steps, {}, &JointStep::gain);
    const auto place = static_cast<std::size_t>(best - steps.begin());
    EXPECT_EQ(term.ranker.feature, place / 2);
    const double alpha = bound_alpha(best->gain());
    EXPECT_NEAR(term.weight, place % 2 == 0 ? alpha : -alpha, 1e-10);
    EXPECT_LE(best->loss_after(alpha), std::sqrt(1.0 - best->gain() * best->gain()) + 1e-12);
    top.add(term);
    all.add(term);
    p = dwelling_on_bad(measure.blocks(), measure.weight(), measure.values(top.values()));
  }
}

TEST(FocusedBoost, LeavesOutAPartThatHasNothingToSay) {
  const Dataset data = top_k_data(5);
  const AlgorithmEntry& rankboost = find_algorithm("rankboost");
  const OptionText parent = {{"weak", "feature"}, {"rounds", "9"}, {"tolerance", "0"}};
  EXPECT_EQ(focused_terms(top_against_rest(data), {{"rounds", "9"}, {"keep", "last"}}),
            sum_of(rankboost.algorithm->train({.train = top_against_rest(data)}, parent)).terms);
  const AlgorithmEntry& adarank = find_algorithm("adarank-ndcg");
  OptionText options = {{"rounds", "9"}, {"measure", "ndcg"}, {"directions", "both"}};
  EXPECT_EQ(focused_terms(top_documents(data), options),
            sum_of(adarank.algorithm->train({.train = top_documents(data)}, options)).terms);
}

}  // namespace
}  // namespace podium
