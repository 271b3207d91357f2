#include "podium/learning/learn/pairwise_training.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/learning/learn/algorithms.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Queries ordered by the ratio of features 1 and 2, which no weighted sum is; feature 0 is noise.
Dataset ordered_by_ratio(std::size_t queries, std::uint64_t seed) {
  RandomStream random(seed, "", "ratio");
  DatasetBuilder builder(3);
  for (std::size_t q = 0; q < queries; ++q) {
    std::vector<float> values;
    GradedTruth truth;
    for (int doc = 0; doc < 12; ++doc) {
      values.push_back(static_cast<float>(random.uniform()));
      // Long and short vectors: only their direction counts.
      const double length = std::exp(random.normal());
      const double angle = 1.5 * random.uniform();
      values.push_back(static_cast<float>(length * std::cos(angle)));
      values.push_back(static_cast<float>(length * std::sin(angle)));
      truth.label.push_back(std::floor(angle * 3.0));
    }
    builder.add_query("q" + std::to_string(q), truth, values);
  }
  return std::move(builder).build();
}

TEST(PairwiseRisk, HasTheGradientOfItsValue) {
  const Dataset data = ordered_by_ratio(5, 1);
  const PairwiseRisk risk(data, {0, 1, 2}, 0.1);
  ASSERT_EQ(risk.dimension(), 6U);
  std::vector<double> w = {0.3, -0.2, 0.1, 0.05, -0.04, 0.2};
  std::vector<double> g(6);
  std::vector<double> ignored(6);
  const double value = risk.value_and_gradient(w, g);
  EXPECT_GT(value, 0.0);
  for (std::size_t i = 0; i < w.size(); ++i) {
    const double at = w[i];
    w[i] = at + 1e-6;
    const double above = risk.value_and_gradient(w, ignored);
    w[i] = at - 1e-6;
    const double below = risk.value_and_gradient(w, ignored);
    w[i] = at;
    EXPECT_NEAR(g[i], (above - below) / 2e-6, 1e-5 * (1.0 + std::abs(g[i]))) << i;
  }
}

/// Two queries by hand: the mean over a query's pairs, then over queries with pairs by weight.
TEST(PairwiseRisk, IsTheMeanOfTheLogisticLossOfPairs) {
  DatasetBuilder builder(1);
  builder.add_query("a", GradedTruth{{2, 1, 0, -1}}, std::vector<float>{3, 1, 0, 9});
  builder.add_query("none", GradedTruth{{1, 1}}, std::vector<float>{3, 1});
  builder.add_query("b", GradedTruth{{0, 1}}, std::vector<float>{2, 1});
  const Dataset data = std::move(builder).build();
  const PairwiseRisk risk(data, {}, 0.0);
  const auto loss = [](double x) { return std::log1p(std::exp(-x)); };
  std::vector<double> g(1);
  EXPECT_NEAR(risk.value_and_gradient(std::vector<double>{0.5}, g),
              0.5 * (loss(1.0) + loss(1.5) + loss(0.5)) / 3.0 + 0.5 * loss(-0.5), 1e-12);
}

TEST(PairwiseTraining, LearnsAnOrderThatIsNoSumOfFeatures) {
  const Dataset data = ordered_by_ratio(60, 2);
  const Dataset unseen = ordered_by_ratio(60, 3);
  const auto share_right = [&](const PairwiseFunction& function) {
    std::size_t right = 0;
    std::size_t pairs = 0;
    for (std::size_t q = 0; q < unseen.query_count(); ++q) {
      std::vector<DocIndex> all(unseen[q].size());
      for (DocIndex d = 0; d < all.size(); ++d) all[d] = d;
      const std::vector<double> g = function.values(unseen[q].features, all);
      for (const DocIndex i : all) {
        for (const DocIndex j : all) {
          if (unseen[q].truth.level[i] <= unseen[q].truth.level[j]) continue;
          ++pairs;
          right += g[i * all.size() + j] > 0.0 ? 1U : 0U;
        }
      }
    }
    return static_cast<double>(right) / static_cast<double>(pairs);
  };
  const PairwiseFunction differences = train_pairwise(data, {.crossed = 0, .l2 = 1e-4});
  const PairwiseFunction products = train_pairwise(data, {.crossed = 3, .l2 = 1e-4});
  EXPECT_THAT(differences.crossed, IsEmpty());
  EXPECT_THAT(products.crossed, ElementsAre(0U, 1U, 2U));
  EXPECT_LT(share_right(differences), 0.95);
  EXPECT_GT(share_right(products), 0.98);
}

TEST(PairwiseTraining, CrossesTheFeaturesThatMatterMost) {
  RandomStream random(4, "", "weights");
  DatasetBuilder builder(4);
  for (int q = 0; q < 30; ++q) {
    std::vector<float> values;
    GradedTruth truth;
    for (int doc = 0; doc < 8; ++doc) {
      for (int f = 0; f < 4; ++f) values.push_back(static_cast<float>(random.normal()));
      const auto* x = &values[values.size() - 4];
      truth.label.push_back(x[1] + 0.5 * x[3] > 0.3F ? 1.0 : 0.0);
    }
    builder.add_query("q" + std::to_string(q), truth, values);
  }
  const Dataset data = std::move(builder).build();
  EXPECT_THAT(train_pairwise(data, {.crossed = 2}).crossed, ElementsAre(1U, 3U));
  EXPECT_THAT(train_pairwise(data, {.crossed = 99}).crossed, ElementsAre(0U, 1U, 2U, 3U));
}

TEST(PairwiseTraining, GivesTheSameBitsForAnyNumberOfThreads) {
  const Dataset data = ordered_by_ratio(100, 5);
  const auto trained_by = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    return train_pairwise(data, {.crossed = 3});
  };
  EXPECT_EQ(trained_by(1), trained_by(2));
}

TEST(PairwiseTraining, EndsWhenAskedTo) {
  std::size_t calls = 0;
  const PairwiseFunction function =
      train_pairwise(ordered_by_ratio(20, 6), {.crossed = 3}, [&](double) { return ++calls < 3; });
  EXPECT_EQ(calls, 3U);
  EXPECT_THAT(function.crossed, IsEmpty());
}

// --- as the only voter of toprank ---

double mean_ndcg(const OptionText& more) {
  OptionText options = {{"first", "ranksvm"}, {"rankers", "none"}, {"pairwise-l2", "1e-4"}};
  options.insert(more.begin(), more.end());
  const TrainingResult result = find_algorithm("toprank").algorithm->train(
      {.train = ordered_by_ratio(60, 7)}, find_algorithm("toprank").with_defaults(options));
  const Profile& profile = find_profile("standard");
  const HeldOut unseen{ordered_by_ratio(60, 8), parse_measure("ndcg@5", profile), &profile,
                       profile.ties};
  return unseen.value_of(score(result.kind, unseen.data));
}

TEST(PairwiseTraining, RanksByTheAggregationOfItsVotes) {
  const double by_differences = mean_ndcg({{"pairwise", "difference"}, {"aggregation", "borda"}});
  for (const char* method : {"skr", "kemeny", "copeland", "mc4", "borda"}) {
    EXPECT_GT(mean_ndcg({{"pairwise", "products"}, {"aggregation", method}}), by_differences + 0.03)
        << method;
  }
}

TEST(PairwiseTraining, IsRefusedWhereItsVotesCannotBeUsed) {
  const AlgorithmEntry& toprank = find_algorithm("toprank");
  EXPECT_THROW(toprank.check({{"rankers", "none"}}), UsageError);
  EXPECT_THAT(
      [&] {
        toprank.check({{"pairwise", "products"}, {"aggregation", "combsum"}});
      },
      testing::ThrowsMessage<UsageError>(HasSubstr("which needs scores")));
  EXPECT_FALSE(toprank.accepts_missing({{"pairwise", "difference"}}));
  EXPECT_FALSE(toprank.weighs_documents(
      {{"first", "ranksvm"}, {"rankers", "none"}, {"pairwise", "difference"}}));
}

}  // namespace
}  // namespace podium
