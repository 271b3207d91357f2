#include "podium/learning/model/tree_attribution.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <fstream>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/core/base/test_paths.hpp"
#include "podium/learning/model/random_model_fixture.hpp"

namespace podium {
namespace {

constexpr unsigned features = 5;

double score_of(const TreeEnsemble& model, std::span<const float> x) {
  Workspace workspace;
  double score = 0.0;
  model.score({x, x.size()}, {&score, 1}, workspace);
  return score;
}

/// The Shapley value of a feature in the game v(set), by enumeration of all sets.
template <class Game>
double shapley_value(const Game& v, unsigned feature) {
  constexpr std::array factorial = {1.0, 1.0, 2.0, 6.0, 24.0, 120.0};
  double value = 0.0;
  for (unsigned set = 0; set < 1U << features; ++set) {
    if ((set >> feature & 1U) != 0) continue;
    const auto size = static_cast<std::size_t>(std::popcount(set));
    value += factorial[size] * factorial[features - size - 1] / factorial[features] *
             (v(set | 1U << feature) - v(set));
  }
  return value;
}

TEST(TreeAttribution, IsTheShapleyValueByEnumeration) {
  RandomStream random(3, "", "test");
  for (const std::size_t count : {1U, 1U, 1U, 1U, 1U, 2U, 3U, 5U, 63U, 64U, 65U, 130U}) {
    TreeEnsemble model = random_trees(features, 3, random);
    for (RegressionTree& tree : model.trees) {
      for (TreeSplit& split : tree.splits) {
        if (split.feature % 2 == 0) continue;
        split.by_set = true;
        split.threshold = 1.0;  // code 0, which values from 0 to 1 have
      }
    }
    const std::vector<float> document = random_values(features, random);
    const std::vector<float> references = random_values(count * features, random);
    const auto v = [&](unsigned set) {
      double sum = 0.0;
      for (std::size_t r = 0; r < count; ++r) {
        std::vector<float> x = document;
        for (std::size_t f = 0; f < features; ++f) {
          if ((set >> f & 1U) == 0) x[f] = references[r * features + f];
        }
        sum += score_of(model, x);
      }
      return sum / static_cast<double>(count);
    };
    const std::vector<double> found = tree_attribution(model, document, references);
    for (unsigned f = 0; f < features; ++f) EXPECT_NEAR(found[f], shapley_value(v, f), 1e-12);
  }
}

TEST(TreeAttribution, FollowsTreesThatAreDeeperThanTheStack) {
  RegressionTree chain;
  constexpr std::int32_t splits = 400000;
  for (std::int32_t s = 0; s < splits; ++s) {
    chain.splits.push_back({.feature = static_cast<std::uint32_t>(s % 2),
                            .missing_left = false,
                            .threshold = -static_cast<double>(s),
                            .left = s + 1 < splits ? s + 1 : -splits - 1,
                            .right = -s - 1});
    chain.value.push_back(static_cast<double>(s));
  }
  chain.value.push_back(-1.0);
  chain.rows.resize(2 * splits + 1);
  chain.curvature.resize(2 * splits + 1);
  const TreeEnsemble model{.features = 2, .base = 0.0, .rate = 1.0, .trees = {chain}};
  const std::vector<float> document = {-390000.5F, -5e5F};
  const std::vector<float> reference = {-5e5F, -380000.5F};
  const std::vector<double> found = tree_attribution(model, document, reference);
  EXPECT_NEAR(found[0] + found[1], score_of(model, document) - score_of(model, reference), 1e-6);
}

/// The mean of the leaves' values, features outside the set followed by shares of rows.
double mean_value(const RegressionTree& tree, std::int32_t at, std::span<const float> x,
                  unsigned set) {
  if (at < 0) return tree.value[static_cast<std::size_t>(-1 - at)];
  const TreeSplit& split = tree.splits[static_cast<std::size_t>(at)];
  if ((set >> split.feature & 1U) != 0) {
    return mean_value(tree, split.next(x[split.feature]), x, set);
  }
  const auto rows_of = [&](std::int32_t node) {
    return static_cast<double>(
        tree.rows[node >= 0 ? static_cast<std::size_t>(node)
                            : tree.splits.size() + static_cast<std::size_t>(-1 - node)]);
  };
  const double left = rows_of(split.left);
  const double right = rows_of(split.right);
  return (left * mean_value(tree, split.left, x, set) +
          right * mean_value(tree, split.right, x, set)) /
         (left + right);
}

TEST(TreeShapley, IsTheShapleyValueByEnumeration) {
  RandomStream random(4, "", "test");
  for (int round = 0; round < 30; ++round) {
    const TreeEnsemble model = random_trees(features, 3, random);
    const std::vector<float> document = random_values(features, random);
    const auto v = [&](unsigned set) {
      double sum = 0.0;
      for (const RegressionTree& tree : model.trees) {
        sum += mean_value(tree, tree.splits.empty() ? -1 : 0, document, set);
      }
      return model.score_of(sum);
    };
    const TreeShapley found = tree_shapley(model, document);
    EXPECT_NEAR(found.base, v(0), 1e-12);
    double sum = found.base;
    for (unsigned f = 0; f < features; ++f) {
      EXPECT_NEAR(found.feature[f], shapley_value(v, f), 1e-10);
      sum += found.feature[f];
    }
    EXPECT_NEAR(sum, score_of(model, document), 1e-11);
  }
}

/// The tree of the specification, nodes in the order in which they came.
RegressionTree golden_tree(const nlohmann::json& nodes) {
  std::vector<std::int32_t> number;
  std::int32_t splits = 0;
  std::int32_t leaves = 0;
  for (const nlohmann::json& node : nodes) {
    number.push_back(node.contains("left") ? splits++ : -1 - leaves++);
  }
  RegressionTree tree;
  for (const bool of_leaves : {false, true}) {
    for (const nlohmann::json& node : nodes) {
      if (node.contains("left") == of_leaves) continue;
      tree.rows.push_back(node.at("rows").get<std::uint64_t>());
      tree.curvature.push_back(0.0);
      if (of_leaves) {
        tree.value.push_back(node.at("value").get<double>());
      } else {
        tree.splits.push_back({.feature = node.at("feature").get<std::uint32_t>(),
                               .missing_left = node.at("missing_left").get<bool>(),
                               .threshold = node.at("threshold").get<double>(),
                               .left = number[node.at("left").get<std::size_t>()],
                               .right = number[node.at("right").get<std::size_t>()]});
      }
    }
  }
  return tree;
}

TEST(TreeShapley, GivesTheNumbersOfTheSpecification) {
  std::ifstream file(golden_path("trees.json"));
  const nlohmann::json golden = nlohmann::json::parse(file);
  const nlohmann::json& expected = golden.at("shap");
  const TreeEnsemble model{.features = 2, .trees = {golden_tree(expected.at("nodes"))}};
  ASSERT_TRUE(model.is_whole());
  const nlohmann::json& rows = golden.at("trees").at("features");
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::vector<float> x;
    for (const nlohmann::json& value : rows[row]) {
      x.push_back(value.is_null() ? std::numeric_limits<float>::quiet_NaN() : value.get<float>());
    }
    const TreeShapley found = tree_shapley(model, x);
    EXPECT_NEAR(found.base, expected.at("base").get<double>(), 1e-12);
    for (std::size_t f = 0; f < 2; ++f) {
      EXPECT_NEAR(found.feature[f], expected.at("values")[row][f].get<double>(), 1e-12);
    }
  }
}

}  // namespace
}  // namespace podium
