#include "podium/learning/loss/pairs/given_pairs.hpp"

#include <cmath>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/learning/loss/loss_fixture.hpp"
#include "podium/learning/loss/pairs/exponential.hpp"
#include "podium/learning/loss/pairs/fidelity.hpp"

namespace podium {
namespace {

using namespace fixture;

constexpr double accuracy = 1e-12;

std::vector<WeightedPair> pairs_of(const WeakOrder& truth) {
  std::vector<WeightedPair> pairs;
  for (DocIndex i = 0; i < truth.level.size(); ++i) {
    for (DocIndex j = 0; j < truth.level.size(); ++j) {
      if (truth.level[i] > truth.level[j]) pairs.push_back({i, j, 1.0});
    }
  }
  return pairs;
}

/// Pairs at random, with weights, some of them in both directions.
std::vector<WeightedPair> random_pairs(RandomStream& stream, std::size_t documents) {
  std::vector<WeightedPair> pairs;
  for (DocIndex i = 0; i < documents; ++i) {
    for (DocIndex j = 0; j < documents; ++j) {
      if (i != j && stream.below(3) == 0) pairs.push_back({i, j, 0.1 + stream.uniform()});
    }
  }
  pairs.push_back({0, 1, 2.0});
  pairs.push_back({1, 0, 1.0});
  return pairs;
}

/// Without a truth: nothing but the pairs tells documents apart.
LossQuery only_pairs(const PreparedQuery& tied, std::span<const WeightedPair> pairs) {
  LossQuery query = tied.query();
  query.pairs = pairs;
  return query;
}

PreparedQuery tied_query(const Loss& loss, std::size_t documents) {
  return prepared(loss, weak_order(GradedTruth{std::vector<double>(documents)}));
}

Evaluated evaluated_pairs(const Loss& loss, const LossQuery& query, std::span<const double> scores,
                          double weight = 1.0) {
  Evaluated result{.gradient = std::vector<double>(scores.size(), 0.0)};
  Workspace workspace;
  result.value = loss.accumulate(query, scores, weight, result.gradient, workspace);
  return result;
}

void expect_close(std::span<const double> found, std::span<const double> expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i], accuracy * (1.0 + std::abs(expected[i]))) << i;
  }
}

/// check(loss, stream) for every loss that takes pairs, as sum and as mean.
void for_all_losses(const std::function<void(const Loss& loss, RandomStream& stream)>& check) {
  std::size_t tested = 0;
  for (const LossEntry& entry : losses()) {
    if (!entry.takes_pairs) continue;
    ++tested;
    for (const char* scale : {"sum", "mean"}) {
      SCOPED_TRACE(std::string(entry.name) + ", " + scale);
      RandomStream stream(1, entry.name, "given pairs");
      check(*entry.make({{"pairs", scale}}), stream);
    }
  }
  EXPECT_EQ(tested, 5U);
}

TEST(GivenPairs, OfLabelsAreWorthWhatTheLabelsAre) {
  for_all_losses([](const Loss& loss, RandomStream& stream) {
    for (std::size_t count = 2; count < 40; count += 3) {
      WeakOrder truth = random_grades(stream, count, 3);
      truth.level[0] = truth.level[1] == 0 ? 1 : 0;
      GradedTruth labels{std::vector<double>(truth.level.begin(), truth.level.end())};
      const PreparedQuery query = prepared(loss, weak_order(labels));
      const std::vector<double> scores = normal_scores(stream, count);
      const std::vector<WeightedPair> pairs = pairs_of(query.truth);
      const PreparedQuery tied = tied_query(loss, count);
      const LossQuery given = only_pairs(tied, pairs);
      const Evaluated expected = fixture::evaluated(loss, query, scores, 0.7);
      const Evaluated found = evaluated_pairs(loss, given, scores, 0.7);
      EXPECT_NEAR(found.value, expected.value, accuracy * (1.0 + expected.value));
      expect_close(found.gradient, expected.gradient);
    }
  });
}

TEST(GivenPairs, HaveTheGradientOfTheirValueWhereTheyContradictEachOther) {
  for_all_losses([](const Loss& loss, RandomStream& stream) {
    constexpr std::size_t count = 7;
    constexpr double step = 1e-6;
    PreparedQuery tied = tied_query(loss, count);
    for (int round = 0; round < 5; ++round) {
      if (round == 3) tied.row_weight = {1.0F, 2.0F, 0.5F, 1.0F, 0.0F, 3.0F, 1.0F};
      const std::vector<WeightedPair> pairs = random_pairs(stream, count);
      const LossQuery query = only_pairs(tied, pairs);
      std::vector<double> scores = normal_scores(stream, count);
      const Evaluated found = evaluated_pairs(loss, query, scores);
      for (std::size_t doc = 0; doc < count; ++doc) {
        const double here = scores[doc];
        scores[doc] = here + step;
        const double above = evaluated_pairs(loss, query, scores).value;
        scores[doc] = here - step;
        const double below = evaluated_pairs(loss, query, scores).value;
        scores[doc] = here;
        EXPECT_NEAR(found.gradient[doc], (above - below) / (2.0 * step),
                    1e-5 * (1.0 + std::abs(found.gradient[doc])));
      }
    }
  });
}

TEST(GivenPairs, HaveTheProductsOfTheHessian) {
  for_all_losses([](const Loss& loss, RandomStream& stream) {
    if (!loss.is_curved()) return;
    constexpr std::size_t count = 6;
    constexpr double step = 1e-7;
    const PreparedQuery tied = tied_query(loss, count);
    const std::vector<WeightedPair> pairs = random_pairs(stream, count);
    const LossQuery query = only_pairs(tied, pairs);
    const std::vector<double> scores = normal_scores(stream, count);
    const std::vector<double> direction = normal_scores(stream, count);
    std::vector<double> moved = scores;
    for (std::size_t doc = 0; doc < count; ++doc) moved[doc] += step * direction[doc];
    Workspace workspace;
    std::vector<DocIndex> order(count);
    std::vector<double> product(count);
    loss.linearise(query, scores, order, workspace);
    loss.add_hessian_product(query, scores, order, 0.5, direction, product, workspace);
    const Evaluated before = evaluated_pairs(loss, query, scores, 0.5);
    const Evaluated after = evaluated_pairs(loss, query, moved, 0.5);
    for (std::size_t doc = 0; doc < count; ++doc) {
      EXPECT_NEAR(product[doc], (after.gradient[doc] - before.gradient[doc]) / step,
                  1e-5 * (1.0 + std::abs(product[doc])));
    }
  });
}

TEST(GivenPairs, CountByTheirWeights) {
  for_all_losses([](const Loss& loss, RandomStream& stream) {
    const PreparedQuery tied = tied_query(loss, 3);
    const std::vector<double> scores = normal_scores(stream, 3);
    const std::vector<WeightedPair> listed = {{0, 1}, {0, 1}, {1, 0}, {2, 1}};
    const std::vector<WeightedPair> weighted = {{0, 1, 2.0}, {1, 0, 1.0}, {2, 1, 1.0}};
    const Evaluated expected = evaluated_pairs(loss, only_pairs(tied, listed), scores);
    const Evaluated found = evaluated_pairs(loss, only_pairs(tied, weighted), scores);
    EXPECT_NEAR(found.value, expected.value, accuracy * (1.0 + expected.value));
    expect_close(found.gradient, expected.gradient);
  });
}

TEST(GivenPairs, AreDividedByAWeakRankerAsThoseOfLabelsAre) {
  RandomStream stream(1, "", "given pairs");
  constexpr std::size_t count = 9;
  const ExponentialLoss exponential({.pairs = PairScale::mean});
  const FidelityLoss fidelity({.pairs = PairScale::mean});
  const WeakOrder truth = weak_order(GradedTruth{{0, 2, 1, 0, 2, 1, 0, 0, 1}});
  const std::vector<char> passes = {1, 1, 0, 0, 1, 0, 1, 0, 1};
  const std::vector<double> scores = normal_scores(stream, count);
  const std::vector<WeightedPair> pairs = pairs_of(truth);
  const PreparedQuery labelled = prepared(exponential, truth);
  const PreparedQuery tied = tied_query(exponential, count);
  Workspace workspace;
  const PartedPairs expected =
      parted_pairs(exponential, labelled.query(), scores, passes, 0.7, workspace);
  const PartedPairs found =
      parted_pairs(exponential, only_pairs(tied, pairs), scores, passes, 0.7, workspace);
  EXPECT_NEAR(found.right, expected.right, accuracy);
  EXPECT_NEAR(found.wrong, expected.wrong, accuracy);
  const PartedFidelity wanted =
      parted_fidelity(fidelity, labelled.query(), scores, passes, 0.3, 0.7, workspace);
  const PartedFidelity parted =
      parted_fidelity(fidelity, only_pairs(tied, pairs), scores, passes, 0.3, 0.7, workspace);
  EXPECT_NEAR(parted.right.loss, wanted.right.loss, accuracy);
  EXPECT_NEAR(parted.right.descent, wanted.right.descent, accuracy);
  EXPECT_NEAR(parted.wrong.loss, wanted.wrong.loss, accuracy);
  EXPECT_NEAR(parted.wrong.descent, wanted.wrong.descent, accuracy);
}

}  // namespace
}  // namespace podium
