#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/prepare/transform.hpp"
#include "podium/learning/learn/trees/crossed_fixture.hpp"
#include "podium/learning/learn/trees/ndcg10_fixture.hpp"
#include "podium/learning/trees/tree_thresholds.hpp"

namespace podium {
namespace {

// What must hold for whole models of trees, whatever the loss.

const OptionText small_trees = {{"rounds", "6"}, {"leaves", "5"}, {"min-rows", "1"}};

TreeEnsemble trained_trees(const Dataset& data, const char* loss, const OptionText& more = {}) {
  const PreparedTraining prepared({.fill = parse_fill_policy("keep")}, data);
  const OptionText options = merged(merged(small_trees, {{"loss", loss}}), more);
  return trees_of(train("trees", options, prepared));
}

/// The data set with the values of a new feature behind the others: value_of(features of a row).
template <class ValueOf>
Dataset with_feature(const Dataset& data, const ValueOf& value_of) {
  DatasetBuilder builder(data.feature_count() + 1);
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView query = data[q];
    std::vector<float> values;
    for (DocIndex doc = 0; doc < query.size(); ++doc) {
      const std::span<const float> row = query.features[doc].stored();
      values.insert(values.end(), row.begin(), row.end());
      values.push_back(value_of(row));
    }
    const std::span<const double> label = query.truth.label;
    builder.add_query(std::string(query.id), GradedTruth{{label.begin(), label.end()}}, values);
  }
  return std::move(builder).build();
}

/// The leaves of each document in each tree.
std::vector<std::size_t> leaves_of(const TreeEnsemble& trees, const Dataset& data) {
  std::vector<std::size_t> leaves;
  for (const RegressionTree& tree : trees.trees) {
    for (std::size_t q = 0; q < data.query_count(); ++q) {
      const FeatureRows rows = data[q].features;
      for (DocIndex doc = 0; doc < rows.size(); ++doc) {
        leaves.push_back(tree.leaf_of(rows[doc].stored()));
      }
    }
  }
  return leaves;
}

constexpr const char* some_losses[] = {"lambda-rank", "list-mle", "xe-ndcg", "logistic"};

TEST(TreeProperties, QueriesMayComeInAnyOrder) {
  const Dataset data = crossed(21, 25);
  std::vector<std::size_t> order(data.query_count());
  std::iota(order.begin(), order.end(), std::size_t{0});
  RandomStream(3, "", "order").shuffle(std::span(order));
  const Dataset turned = data.subset(order);
  const OptionText shares = {{"query-share", "0.6"}, {"feature-share", "0.5"}, {"dropout", "0.2"}};
  for (const char* loss : some_losses) {
    EXPECT_EQ(trained_trees(data, loss), trained_trees(turned, loss)) << loss;
    EXPECT_EQ(trained_trees(data, loss, shares), trained_trees(turned, loss, shares)) << loss;
  }
}

TEST(TreeProperties, FeaturesThatSayNothingNewChangeNothing) {
  const Dataset data = crossed(22, 20);
  const Dataset copied = with_feature(data, [](const auto& row) { return row[2]; });
  const Dataset absent = with_feature(data, [](const auto&) { return std::nanf(""); });
  const Dataset constant = with_feature(data, [](const auto&) { return 3.0F; });
  for (const char* loss : some_losses) {
    const TreeEnsemble plain = trained_trees(data, loss);
    for (const Dataset& more : {copied, absent, constant}) {
      EXPECT_EQ(trained_trees(more, loss).trees, plain.trees) << loss << ": the lower number wins";
    }
  }
}

TEST(TreeProperties, RisingFunctionsOfFeaturesGiveTheSamePartition) {
  const Dataset data = crossed(23, 20);
  const auto risen = [](std::size_t /*query*/, std::size_t feature, std::span<double> values) {
    for (double& x : values) x = feature == 1 ? x : 100.0 * x * x * x + 2.0 * x - 7.0;
  };
  const Dataset moved = transform_features(data, {.apply = risen, .moved_zeros = {0, 2, 3}});
  for (const char* loss : some_losses) {
    const TreeEnsemble plain = trained_trees(data, loss);
    const TreeEnsemble found = trained_trees(moved, loss);
    EXPECT_EQ(leaves_of(found, moved), leaves_of(plain, data)) << loss;
    for (std::size_t t = 0; t < plain.trees.size(); ++t) {
      EXPECT_EQ(found.trees[t].value, plain.trees[t].value) << loss;
    }
  }
}

/// Nothing that adds to the curvature of the data. Features of 12 queries have no more values than
/// thresholds: those would move with the copies.
const OptionText only_data = {{"l2", "0"}, {"min-curvature", "0"}, {"max-step", "0"}};

void expect_same_scores(const TreeEnsemble& a, const TreeEnsemble& b, const Dataset& data) {
  EXPECT_EQ(leaves_of(a, data), leaves_of(b, data));
  const std::vector<double> first = score(a, data);
  const std::vector<double> second = score(b, data);
  for (std::size_t row = 0; row < first.size(); ++row) EXPECT_NEAR(first[row], second[row], 1e-9);
}

TEST(TreeProperties, AQueryOfWeightTwoIsTheQueryTwice) {
  const Dataset data = crossed(24, 12);
  std::vector<double> weight;
  std::vector<std::size_t> queries;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    weight.push_back(q % 3 == 0 ? 2.0 : 1.0);
    queries.insert(queries.end(), q % 3 == 0 ? 2 : 1, q);
  }
  const Dataset twice = data.subset(queries);
  const Dataset heavy = data.with_weights({}, weight);
  for (const char* loss : {"lambda-rank", "list-mle", "logistic", "squared-error"}) {
    SCOPED_TRACE(loss);
    expect_same_scores(trained_trees(heavy, loss, only_data), trained_trees(twice, loss, only_data),
                       data);
  }
}

TEST(TreeProperties, ADocumentOfWeightTwoIsTheDocumentTwice) {
  const Dataset data = crossed(25, 12);
  std::vector<float> weight;
  DatasetBuilder builder(data.feature_count());
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView query = data[q];
    std::vector<float> values;
    GradedTruth truth;
    for (DocIndex doc = 0; doc < query.size(); ++doc) {
      const std::size_t copies = doc % 4 == 1 ? 2 : 1;
      weight.push_back(static_cast<float>(copies));
      for (std::size_t copy = 0; copy < copies; ++copy) {
        const std::span<const float> row = query.features[doc].stored();
        values.insert(values.end(), row.begin(), row.end());
        truth.label.push_back(query.truth.label[doc]);
      }
    }
    builder.add_query(std::string(query.id), truth, values);
  }
  const Dataset twice = std::move(builder).build();
  const Dataset heavy = data.with_weights(weight, {});
  expect_same_scores(trained_trees(heavy, "squared-error"), trained_trees(twice, "squared-error"),
                     data);
}

TEST(TreeProperties, ThreadsChangeNoBitAndNeitherDoesAKill) {
  const PreparedTraining data({}, crossed(26, 30), crossed(27, 15), ndcg10());
  for (const char* precision : {"exact", "fast"}) {
    const OptionText options =
        merged(small_trees, {{"precision", precision}, {"query-share", "0.7"}, {"patience", "0"}});
    const ModelKind one = [&] {
      const ThreadLimit limit(1);
      return train("lambdamart", options, data).model.kind;
    }();
    for (const std::size_t threads : {2U, 3U, 8U}) {
      const ThreadLimit limit(threads);
      EXPECT_TRUE(train("lambdamart", options, data).model.kind == one) << threads;
      EXPECT_TRUE(killed_and_resumed("lambdamart", options, data, threads % 6) == one) << threads;
    }
  }
}

TEST(TreeProperties, ASampleOfManyRowsDecidesThresholdsAndAllOfThemAboutMissingValues) {
  constexpr std::size_t enough = std::size_t{1} << 18;
  constexpr std::size_t queries = 66;
  constexpr std::size_t documents = enough / 64;
  const double share = static_cast<double>(enough) / static_cast<double>(queries * documents);
  std::size_t outside = 0;
  DatasetBuilder builder(1);
  for (std::size_t q = 0; q < queries; ++q) {
    const std::string id = "q" + std::to_string(q);
    std::vector<float> values(documents);
    RandomStream random(1, id, "bins");
    for (std::size_t doc = 0; doc < documents; ++doc) {
      const bool is_drawn = random.uniform() < share;
      outside += is_drawn ? 0U : 1U;
      values[doc] = is_drawn            ? static_cast<float>(doc % 1000)
                    : outside % 10 == 0 ? std::nanf("")
                                        : 5000.0F;
    }
    builder.add_query(id, GradedTruth{std::vector<double>(documents)}, values);
  }
  ASSERT_GT(outside, 0U);
  const Thresholds found = tree_thresholds(std::move(builder).build(), 255, 1);
  EXPECT_LT(found[0].back(), 1000.0);
  EXPECT_EQ(found[0].size(), 254U) << "a bin is left for what is missing outside of the sample";
}

// --- the round that is kept ---

TEST(TreeProperties, OfEqualValidationValuesTheEarlierRoundIsKept) {
  // Two documents of which the first tree puts the better one first: no later round is better.
  DatasetBuilder builder(1);
  for (int q = 0; q < 12; ++q) {
    builder.add_query(std::to_string(q), GradedTruth{{0, 1}}, std::vector<float>{1, 2});
  }
  const Dataset data = std::move(builder).build();
  const PreparedTraining prepared({}, data, data, ndcg10());
  const TrainedModel best = train("lambdamart", merged(small_trees, {{"patience", "3"}}), prepared);
  EXPECT_EQ(best.summary.best_iteration, 1U);
  EXPECT_EQ(best.summary.iterations, 4U);
  EXPECT_EQ(trees_of(best).trees.size(), 1U);
  const TrainedModel last = train("lambdamart", merged(small_trees, {{"keep", "last"}}), prepared);
  EXPECT_EQ(trees_of(last).trees.size(), 6U);
}

TEST(TreeProperties, TheRoundOfTheBestValidationValueIsKept) {
  const PreparedTraining data({}, crossed(28, 12), crossed(29, 12), ndcg10());
  const OptionText options = {
      {"rounds", "25"}, {"rate", "0.5"}, {"leaves", "10"}, {"min-rows", "1"}, {"patience", "0"}};
  std::vector<double> values;
  const RunOptions run{.progress = [&](const TrainingProgress& progress) {
    values.push_back(*progress.validation);
    return true;
  }};
  const TrainedModel best = train("lambdamart", options, data, run);
  ASSERT_EQ(values.size(), 25U);
  const auto highest = std::ranges::max_element(values);  // the first of equal ones
  EXPECT_EQ(best.summary.best_iteration, static_cast<std::size_t>(highest - values.begin()) + 1);
  EXPECT_EQ(trees_of(best).trees.size(), best.summary.best_iteration);
  EXPECT_NE(best.summary.best_iteration, 25U) << "otherwise nothing is tested";
}

}  // namespace
}  // namespace podium
