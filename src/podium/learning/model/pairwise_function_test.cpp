#include "podium/learning/model/pairwise_function.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/aggregate/majority_table.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/learning/model/model_file.hpp"
#include "podium/learning/model/random_model_fixture.hpp"

namespace podium {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

/// The formula, pair by pair.
double literal_value(const PairwiseFunction& function, std::span<const float> x,
                     std::span<const float> y) {
  double sum = 0.0;
  for (std::size_t f = 0; f < function.weights.size(); ++f) {
    sum += function.weights[f] * (double{x[f]} - double{y[f]});
  }
  std::size_t next = 0;
  for (std::size_t a = 0; a < function.crossed.size(); ++a) {
    for (std::size_t b = a + 1; b < function.crossed.size(); ++b) {
      const std::uint32_t p = function.crossed[a];
      const std::uint32_t q = function.crossed[b];
      sum +=
          function.products[next++] * (double{x[p]} * double{y[q]} - double{x[q]} * double{y[p]});
    }
  }
  return sum;
}

PairwiseFunction random_function(RandomStream& random) {
  return {.weights = random_parameters(5, random),
          .crossed = {0, 2, 4},
          .products = random_parameters(3, random),
          .vote = 0.5};
}

std::vector<DocIndex> all_of_query(std::size_t documents) {
  std::vector<DocIndex> all(documents);
  std::iota(all.begin(), all.end(), DocIndex{0});
  return all;
}

TEST(PairwiseFunction, IsTheFormulaOnDenseAndSparseRows) {
  RandomStream random(1, "", "pairwise");
  const PairwiseFunction function = random_function(random);
  ASSERT_TRUE(function.is_whole());
  DatasetBuilder builder(5);
  std::vector<float> values;
  for (int i = 0; i < 35; ++i) {
    values.push_back(random.below(3) == 0 ? 0.0F : static_cast<float>(random.normal()));
  }
  builder.add_query("q", GradedTruth{std::vector<double>(7)}, values);
  const Dataset data = std::move(builder).build();
  const Dataset sparse = as_sparse(data);
  const std::vector<DocIndex> some = {4, 1, 6};
  const std::vector<double> found = function.values(data[0].features, some);
  EXPECT_EQ(function.values(sparse[0].features, some), found);
  for (std::size_t i = 0; i < some.size(); ++i) {
    for (std::size_t j = 0; j < some.size(); ++j) {
      EXPECT_NEAR(found[i * 3 + j],
                  literal_value(function, std::span(values).subspan(some[i] * 5, 5),
                                std::span(values).subspan(some[j] * 5, 5)),
                  1e-12);
      EXPECT_EQ(found[i * 3 + j], -found[j * 3 + i]);
    }
  }
}

/// Expected wins of the worked example, in which g(1, 2) = 1.2, g(1, 3) = -.4, g(2, 3) = .9.
TEST(PairwiseBallots, CountExpectedWinsByBorda) {
  const std::vector<double> g = {0, 1.2, -.4, -1.2, 0, .9, .4, -.9, 0};
  const Consensus consensus =
      find_aggregator("borda").make({})(Election(3, pairwise_ballots(g, 3, 1.0)));
  // Each of the other items is listed below the two of a ballot: a constant of (n - 1) (n - 2) and
  // what the items that a ballot does not list have in common.
  const double constant = 2.0;
  EXPECT_THAT(consensus.score, ElementsAre(DoubleNear(constant + 1.169837123, 1e-9),
                                           DoubleNear(constant + .942424719, 1e-9),
                                           DoubleNear(constant + .887738157, 1e-9)));
}

TEST(PairwiseBallots, MakeAMajorityTableOfProbabilities) {
  RandomStream random(2, "", "ballots");
  std::vector<double> g(25, 0.0);
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = i + 1; j < 5; ++j) {
      g[i * 5 + j] = random.normal();
      g[j * 5 + i] = -g[i * 5 + j];
    }
  }
  const MajorityTable table(Election(5, pairwise_ballots(g, 5, 2.0)));
  for (ItemIndex i = 0; i < 5; ++i) {
    for (ItemIndex j = 0; j < 5; ++j) {
      if (i == j) continue;
      const double expected = 2.0 * std::tanh(g[i * 5 + j] / 2.0);
      EXPECT_NEAR(table.margin(i, j), expected, 1e-9);
    }
  }
}

TEST(PairwiseFunction, KnowsWhetherItsPartsFit) {
  RandomStream random(3, "", "pairwise");
  const PairwiseFunction whole = random_function(random);
  PairwiseFunction other = whole;
  other.products.pop_back();
  EXPECT_FALSE(other.is_whole());
  other = whole;
  other.crossed = {0, 4, 2};
  EXPECT_FALSE(other.is_whole());
  other.crossed = {0, 2, 5};
  EXPECT_FALSE(other.is_whole());
  other = whole;
  other.vote = -1.0;
  EXPECT_FALSE(other.is_whole());
  EXPECT_TRUE(PairwiseFunction{.weights = {1.0}}.is_whole());
}

/// Documents on a circle, each above those that are less than half a turn behind it: no score can
/// say so.
TEST(PairwiseFunction, MayPreferInACircle) {
  const PairwiseFunction function{.weights = {0.0, 0.0}, .crossed = {0, 1}, .products = {1.0}};
  DatasetBuilder builder(2);
  std::vector<float> values;
  for (int i = 0; i < 3; ++i) {
    values.push_back(static_cast<float>(std::cos(2.0 * i)));
    values.push_back(static_cast<float>(std::sin(2.0 * i)));
  }
  builder.add_query("q", GradedTruth{{0, 0, 0}}, values);
  const Dataset data = std::move(builder).build();
  const std::vector<double> g = function.values(data[0].features, all_of_query(3));
  EXPECT_GT(g[0 * 3 + 1], 0.0);
  EXPECT_GT(g[1 * 3 + 2], 0.0);
  EXPECT_GT(g[2 * 3 + 0], 0.0);
}

TEST(PairwiseFunction, ReRanksTheTopOfAFirstRankerByItsVotes) {
  // The first ranker takes column 0; the function takes the ratio of columns 1 and 2.
  DatasetBuilder builder(3);
  const std::vector<float> values = {9, 1, 1, 8, 1, 2, 7, 1, 4, 6, 1, 8};
  builder.add_query("q", GradedTruth{{0, 0, 0, 0}}, values);
  const Dataset data = std::move(builder).build();
  ReRanking model{NamedRanker{"one", LinearModel{{3}, {1, 0, 0}}}};
  model.pairwise = PairwiseFunction{.weights = {0, 0, 0}, .crossed = {1, 2}, .products = {-1.0}};
  model.top = 3;
  for (const char* method : {"skr", "kemeny", "copeland", "mc4", "borda"}) {
    model.aggregation.method = method;
    ASSERT_TRUE(model.is_whole());
    EXPECT_THAT(score(ModelKind(model), data), ElementsAre(1, 2, 3, 0)) << method;
  }
  model.aggregation.method = "combsum";
  EXPECT_FALSE(model.is_whole());
}

}  // namespace
}  // namespace podium
