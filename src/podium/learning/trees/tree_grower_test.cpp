#include "podium/learning/trees/tree_grower.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/learning/trees/histogram_limit.hpp"
#include "podium/learning/trees/slow_tree_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

constexpr double accuracy = 1e-12;
/// Thresholds of the specification lie between doubles, ours between floats.
constexpr double threshold_accuracy = 1e-7;

/// Nodes in the order in which they came, splits and leaves mixed.
void expect_golden(const RegressionTree& found, const nlohmann::json& nodes) {
  ASSERT_TRUE(found.is_whole(2));
  std::vector<std::int32_t> number;
  std::int32_t splits = 0;
  std::int32_t leaves = 0;
  for (const nlohmann::json& node : nodes) {
    number.push_back(node.contains("left") ? splits++ : -1 - leaves++);
  }
  ASSERT_EQ(found.splits.size(), static_cast<std::size_t>(splits));
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const nlohmann::json& node = nodes[n];
    SCOPED_TRACE(testing::Message() << "node " << n);
    if (number[n] < 0) {
      const auto leaf = static_cast<std::size_t>(-1 - number[n]);
      EXPECT_NEAR(found.value[leaf], node.at("value").get<double>(), accuracy);
      EXPECT_EQ(found.rows[found.splits.size() + leaf], node.at("rows").get<std::uint64_t>());
      continue;
    }
    const auto at = static_cast<std::size_t>(number[n]);
    const TreeSplit& split = found.splits[at];
    EXPECT_EQ(split.feature, node.at("feature").get<std::uint32_t>());
    const double threshold = node.at("threshold").get<double>();
    EXPECT_NEAR(split.threshold, threshold, threshold_accuracy * (1.0 + threshold));
    EXPECT_EQ(split.missing_left, node.at("missing_left").get<bool>());
    EXPECT_NEAR(split.gain, node.at("gain").get<double>(), accuracy);
    EXPECT_EQ(split.left, number[node.at("left").get<std::size_t>()]);
    EXPECT_EQ(split.right, number[node.at("right").get<std::size_t>()]);
    EXPECT_EQ(found.rows[at], node.at("rows").get<std::uint64_t>());
  }
}

GrowthRule rule_of(const nlohmann::json& options) {
  GrowthRule rule{.leaves = options.value("leaves", std::size_t{3})};
  rule.depth = options.value("depth", std::size_t{0});
  rule.split.min_rows = options.value("min_rows", std::uint64_t{1});
  rule.split.min_curvature = options.value("min_curvature", 0.0);
  rule.split.leaf.l2 = options.value("l2", 1.0);
  rule.split.leaf.l1 = options.value("l1", 0.0);
  rule.split.leaf.max_step = options.value("max_step", 0.0);
  rule.sign = options.value("monotone", std::vector<int>{});
  return rule;
}

TEST(TreeGrower, SplitsBySetsOfCodes) {
  std::vector<std::vector<float>> rows;
  std::vector<double> gradient;
  for (std::size_t i = 0; i < 210; ++i) {
    const std::size_t code = i < 200 ? 1 + i % 5 : 7 + i % 2;  // of 7 and 8 there are few
    rows.push_back({static_cast<float>(code), static_cast<float>(i % 7)});
    gradient.push_back(code == 2 || code == 5 ? -1.0 : 0.5);
  }
  const std::vector<double> curvature(gradient.size(), 1.0);
  const GrownTree grown =
      BinnedRows(rows).grow({.leaves = 2, .sign = {split_by_set, 0}}, gradient, curvature);
  ASSERT_EQ(grown.tree.splits.size(), 1U);
  const TreeSplit& split = grown.tree.splits[0];
  EXPECT_TRUE(split.by_set);
  EXPECT_TRUE(split.is_set());
  for (const float code : {2.0F, 5.0F}) {
    EXPECT_NE(split.goes_left(code), split.goes_left(1.0F)) << code;
    EXPECT_NE(split.goes_left(code), split.goes_left(3.0F)) << code;
  }
  for (const float other : {0.0F, 7.0F, 8.0F, 53.0F, -1.0F}) EXPECT_FALSE(split.goes_left(other));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    EXPECT_EQ(grown.leaf_of_row[row], grown.tree.leaf_of(rows[row]));
  }
}

TEST(TreeGrower, GrowsTheTreesOfTheSpecification) {
  const BinnedRows rows(golden_rows());
  const nlohmann::json golden = tree_golden("trees");
  const GrowthRule rule = rule_of(golden.at("options"));
  for (const auto& run : golden.at("runs").items()) {
    for (const nlohmann::json& round : run.value().at("rounds")) {
      SCOPED_TRACE(run.key());
      const auto gradient = round.at("gradient").get<std::vector<double>>();
      const auto curvature = round.at("curvature").get<std::vector<double>>();
      expect_golden(rows.grow(rule, gradient, curvature).tree, round.at("nodes"));
    }
  }
}

TEST(TreeGrower, TakesTheOptionsOfTheSpecification) {
  const BinnedRows rows(golden_rows());
  const nlohmann::json golden = tree_golden("options");
  const auto gradient = golden.at("gradient").get<std::vector<double>>();
  const auto curvature = golden.at("curvature").get<std::vector<double>>();
  for (const nlohmann::json& one : golden.at("cases")) {
    SCOPED_TRACE(one.at("options").dump());
    expect_golden(rows.grow(rule_of(one.at("options")), gradient, curvature).tree, one.at("nodes"));
  }
}

TEST(TreeGrower, GrowsTheTreeOfItsSlowTwinToTheLastBit) {
  RandomStream random(1, "", "grower");
  for (int round = 0; round < 120; ++round) {
    const std::size_t count = 2 + random.below(60);
    const std::size_t features = 1 + random.below(20);
    const auto rows =
        random_rows(random, count, features, 2 + random.below(8), round % 3 == 0 ? 0.0 : 0.2);
    std::vector<double> gradient = random_eighths(random, count, true);
    std::vector<double> curvature = random_eighths(random, count, false);
    for (std::size_t row = 0; row < count; ++row) {  // some rows have no gradient
      if (random.below(6) == 0) gradient[row] = curvature[row] = 0.0;
    }
    GrowthRule rule{.leaves = 1 + random.below(12), .depth = random.below(4)};
    rule.split.min_rows = random.below(4);
    rule.split.min_curvature = 0.25 * static_cast<double>(random.below(4));
    rule.split.leaf.l2 = static_cast<double>(random.below(3));
    rule.split.leaf.l1 = random.below(3) == 0 ? 0.5 : 0.0;
    rule.split.leaf.max_step = random.below(3) == 0 ? 0.5 : 0.0;
    if (random.below(2) == 0) {
      for (std::size_t f = 0; f < features; ++f) {
        rule.sign.push_back(static_cast<int>(random.below(3)) - 1);
      }
    }
    const BinnedRows binned(rows);
    const GrownTree found = binned.grow(rule, gradient, curvature);
    const Thresholds thresholds = tree_thresholds(dataset_of(rows), 255, 1);
    EXPECT_EQ(found.tree, SlowTree(rows, thresholds, rule, gradient, curvature).tree());
    for (std::size_t row = 0; row < count; ++row) {
      EXPECT_EQ(found.leaf_of_row[row], found.tree.leaf_of(rows[row]));
    }
  }
}

TEST(BinTiles, GivesEachBinOneCell) {
  const float missing = std::numeric_limits<float>::quiet_NaN();
  const BinnedRows rows(
      {{0.0F, 1.0F, 5.0F, 2.0F}, {1.0F, missing, 5.0F, 3.0F}, {1.0F, 0.0F, 5.0F, 4.0F}});
  const std::span<const BinSlot> slots = rows.tiles.slots();  // no split by the third feature
  ASSERT_EQ(slots.size(), 3U);
  EXPECT_EQ(slots[1].first_cell, 2U);
  EXPECT_EQ(slots[1].missing_cell(), 2U);
  EXPECT_EQ(slots[2].first_cell, 5U);
  EXPECT_EQ(rows.tiles.cell_count(), 8U);
  EXPECT_THAT(rows.tiles.tile(0).bytes, testing::ElementsAre(0, 1, 0, 0, 1, 2, 1, 0, 1, 0, 2, 0));
}

TEST(TreeGrower, GrowsTheSameTreeWithFewBitsWhereGradientsAreSmallWholeNumbers) {
  RandomStream random(2, "", "grower");
  for (const unsigned bits : {8U, 10U}) {
    const std::size_t count = 20'000;  // more than a block of packed sums for 10 bits
    const auto rows = random_rows(random, count, 18, 40, 0.05);
    std::vector<double> gradient(count);
    std::vector<double> curvature(count);
    for (std::size_t row = 0; row < count; ++row) {
      gradient[row] =
          static_cast<double>(random.below(9)) - 4.0 + (rows[row][3] > 20.0F ? 1.0 : 0.0);
      curvature[row] = static_cast<double>(random.below(5));
    }
    gradient[0] = 100.0;
    curvature[0] = 200.0;
    GrowthRule rule{.leaves = 20};
    const BinnedRows binned(rows);
    const GrownTree exact = binned.grow(rule, gradient, curvature);
    rule.bits = bits;
    const GrownTree fast = binned.grow(rule, gradient, curvature, 99);
    EXPECT_EQ(fast.tree, exact.tree);
    EXPECT_EQ(fast.leaf_of_row, exact.leaf_of_row);
    EXPECT_EQ(fast.tree.splits.size(), 19U);
  }
}

TEST(TreeGrower, TakesLeafValuesFromExactSumsWithFewBits) {
  RandomStream random(3, "", "grower");
  const auto rows = random_rows(random, 3000, 4, 30, 0.1);
  std::vector<double> gradient(rows.size());
  std::vector<double> curvature(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    gradient[row] = std::pow(random.normal(), 3);  // heavy tails: many round to 0
    curvature[row] = random.uniform() * random.uniform();
  }
  GrowthRule rule{.leaves = 8, .bits = 8};
  const GrownTree grown = BinnedRows(rows).grow(rule, gradient, curvature);
  std::vector<LeafSums> sums(grown.tree.value.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    sums[grown.leaf_of_row[row]].gradient += gradient[row];
    sums[grown.leaf_of_row[row]].curvature += curvature[row];
  }
  for (std::size_t leaf = 0; leaf < sums.size(); ++leaf) {
    EXPECT_NEAR(grown.tree.value[leaf], rule.split.leaf.value(sums[leaf], {}), 1e-12);
  }
}

TEST(TreeGrower, GivesTheSameBitsForAnyNumberOfThreads) {
  RandomStream random(4, "", "grower");
  const auto rows = random_rows(random, 20'000, 35, 100, 0.05);
  std::vector<double> gradient(rows.size());
  std::vector<double> curvature(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    gradient[row] =
        random.normal() + 0.01 * (std::isnan(rows[row][2]) ? 50.0 : double{rows[row][2]});
    curvature[row] = random.uniform();
  }
  for (const unsigned bits : {0U, 8U}) {
    const GrowthRule rule{.leaves = 31, .bits = bits};
    std::optional<GrownTree> one;
    for (const std::size_t threads : {1U, 3U, 8U}) {
      const ThreadLimit limit(threads);
      const GrownTree found = BinnedRows(rows).grow(rule, gradient, curvature);
      if (!one) one = found;
      EXPECT_EQ(found.tree, one->tree);
      EXPECT_EQ(found.leaf_of_row, one->leaf_of_row);
    }
    EXPECT_EQ(one->tree.value.size(), 31U);
  }
}

TEST(TreeGrower, GrowsTheSameTreeForSparseData) {
  for (const double missing : {0.0, 0.2}) {
    const Dataset dense = sparse_data(
        {.queries = 200, .features = 70, .share = 0.04, .missing = missing, .has_signs = true}, 5);
    const Dataset sparse = as_sparse(dense);
    const BinnedRows a(dense);
    const BinnedRows b(sparse);
    ASSERT_FALSE(b.tiles.sparse_slots().empty());
    RandomStream random(5, "", "grower");
    std::vector<double> gradient(dense.row_count());
    std::vector<double> curvature(dense.row_count());
    for (std::size_t row = 0; row < gradient.size(); ++row) {
      gradient[row] = random.normal() - dense.columns().label[row];
      curvature[row] = random.uniform();
    }
    for (const unsigned bits : {0U, 8U}) {
      GrowthRule rule{.leaves = 12, .bits = bits};
      rule.split.min_rows = 3;
      const GrownTree found = b.grow(rule, gradient, curvature);
      EXPECT_EQ(found.tree, a.grow(rule, gradient, curvature).tree);
      EXPECT_GT(found.tree.splits.size(), 3U);
    }
  }
}

// --- properties ---

struct Derivatives {
  std::vector<std::vector<float>> rows;
  std::vector<double> gradient;
  std::vector<double> curvature;
};

Derivatives random_derivatives(RandomStream& random, std::size_t count, double missing = 0.0) {
  Derivatives made{random_rows(random, count, 3, 6, missing), {}, {}};
  for (std::size_t row = 0; row < count; ++row) {
    made.gradient.push_back(random.normal());
    made.curvature.push_back(random.uniform());
  }
  return made;
}

GrowthRule small_rule(std::size_t leaves = 6) {
  GrowthRule rule{.leaves = leaves};
  rule.split.min_rows = 1;
  rule.split.min_curvature = 0.0;
  return rule;
}

TEST(TreeGrower, LowersTheQuadraticModelByItsGains) {
  RandomStream random(6, "", "grower");
  for (int round = 0; round < 40; ++round) {
    const Derivatives made = random_derivatives(random, 30, 0.1);
    GrowthRule rule = small_rule();
    rule.split.leaf.l1 = 0.1;
    const GrownTree grown = BinnedRows(made.rows).grow(rule, made.gradient, made.curvature);
    LeafSums all;
    double lowered = 0.0;
    for (std::size_t row = 0; row < 30; ++row) {
      const double w = grown.tree.value[grown.leaf_of_row[row]];
      lowered -= 2.0 * made.gradient[row] * w + made.curvature[row] * w * w;
      all.gradient += made.gradient[row];
      all.curvature += made.curvature[row];
    }
    for (const double w : grown.tree.value) lowered -= w * w + 2.0 * 0.1 * std::abs(w);
    double gains = rule.split.leaf.gain(all, rule.split.leaf.value(all, {}));
    for (const TreeSplit& split : grown.tree.splits) gains += split.gain;
    EXPECT_NEAR(lowered, gains, 1e-9);
  }
}

TEST(TreeGrower, KeepsScoresInTheOrderOfMonotoneFeatures) {
  RandomStream random(7, "", "grower");
  for (int round = 0; round < 40; ++round) {
    const Derivatives made = random_derivatives(random, 40);
    GrowthRule rule = small_rule(8);
    rule.sign = {1, -1, 0};
    const RegressionTree tree =
        BinnedRows(made.rows).grow(rule, made.gradient, made.curvature).tree;
    for (std::vector<float> x : made.rows) {
      for (const std::size_t f : {0U, 1U}) {
        double before = 0.0;
        for (int value = 0; value < 6; ++value) {
          x[f] = static_cast<float>(value);
          const double score = rule.sign[f] * tree.value[tree.leaf_of(x)];
          if (value > 0) EXPECT_GE(score, before);
          before = score;
        }
      }
    }
  }
}

TEST(TreeGrower, IsNotChangedByCopiesOfFeaturesNorByRisingFunctionsOfThem) {
  RandomStream random(8, "", "grower");
  for (int round = 0; round < 20; ++round) {
    const Derivatives made = random_derivatives(random, 50, 0.1);
    const GrownTree plain = BinnedRows(made.rows).grow(small_rule(), made.gradient, made.curvature);
    auto more = made.rows;
    for (std::vector<float>& row : more) row.push_back(row[1]);
    EXPECT_EQ(BinnedRows(more).grow(small_rule(), made.gradient, made.curvature).tree, plain.tree);
    auto missing = made.rows;
    for (std::vector<float>& row : missing) row.push_back(std::nanf(""));
    EXPECT_EQ(BinnedRows(missing).grow(small_rule(), made.gradient, made.curvature).tree,
              plain.tree);
    auto cubed = made.rows;
    for (std::vector<float>& row : cubed) row[1] = row[1] * row[1] * row[1] + 2.0F * row[1];
    EXPECT_EQ(BinnedRows(cubed).grow(small_rule(), made.gradient, made.curvature).leaf_of_row,
              plain.leaf_of_row);
  }
}

TEST(TreeGrower, IsTheSameForRowsInAnyOrderAndForWeightsInsteadOfCopies) {
  RandomStream random(9, "", "grower");
  for (int round = 0; round < 20; ++round) {
    Derivatives made = random_derivatives(random, 50, 0.1);
    GrowthRule rule = small_rule();
    const RegressionTree plain =
        BinnedRows(made.rows).grow(rule, made.gradient, made.curvature).tree;
    Derivatives turned = made;
    std::ranges::reverse(turned.rows);
    std::ranges::reverse(turned.gradient);
    std::ranges::reverse(turned.curvature);
    EXPECT_EQ(BinnedRows(turned.rows).grow(rule, turned.gradient, turned.curvature).tree, plain);

    Derivatives twice = made;
    Derivatives heavy = made;
    for (std::size_t row = 0; row < 50; ++row) {
      twice.rows.push_back(made.rows[row]);
      twice.gradient.push_back(made.gradient[row]);
      twice.curvature.push_back(made.curvature[row]);
      heavy.gradient[row] *= 2.0;
      heavy.curvature[row] *= 2.0;
    }
    const RegressionTree a =
        BinnedRows(twice.rows).grow(rule, twice.gradient, twice.curvature).tree;
    const RegressionTree b =
        BinnedRows(heavy.rows).grow(rule, heavy.gradient, heavy.curvature).tree;
    ASSERT_EQ(a.splits.size(), b.splits.size());
    for (std::size_t leaf = 0; leaf < a.value.size(); ++leaf) {
      EXPECT_NEAR(a.value[leaf], b.value[leaf], 1e-12);
    }
  }
}

TEST(TreeGrower, GrowsTheNextTreeAsIfItWereTheFirst) {
  RandomStream random(11, "", "grower");
  const auto rows = random_rows(random, 400, 5, 8, 0.1);
  const std::vector<double> gradient = random_eighths(random, 400, true);
  const std::vector<double> curvature(400, 1.0);
  std::vector<double> some = gradient;  // rows without a gradient, and other sizes of leaves
  std::fill(some.begin(), some.begin() + 250, 0.0);
  std::vector<double> some_curvature = curvature;
  std::fill(some_curvature.begin(), some_curvature.begin() + 250, 0.0);
  const BinnedRows binned(rows);
  const FeatureDraw draw(5);
  for (const unsigned bits : {0U, 8U}) {
    GrowthRule rule = small_rule();
    rule.bits = bits;
    const auto grower = tree_grower(binned.tiles, rule);
    const GrownTree first = grower->grow({gradient, curvature}, draw, 1);
    const GrownTree other = grower->grow({some, some_curvature}, draw, 1);
    const GrownTree again = grower->grow({gradient, curvature}, draw, 1);
    EXPECT_EQ(other.tree, binned.grow(rule, some, some_curvature).tree);
    EXPECT_NE(other.tree, first.tree);
    EXPECT_EQ(again.tree, first.tree);
    EXPECT_EQ(again.leaf_of_row, first.leaf_of_row);
  }
}

TEST(TreeGrower, GrowsTheSameTreeWithTheMemoryOfTwoHistograms) {
  for (const bool is_sparse : {false, true}) {
    const Dataset data = sparse_data({.queries = 40, .features = 30, .missing = 0.05}, 5);
    const BinnedRows binned(is_sparse ? as_sparse(data) : data);
    RandomStream random(13, "", "grower");
    const std::vector<double> gradient = random_eighths(random, data.row_count(), true);
    const std::vector<double> curvature(data.row_count(), 1.0);
    for (const unsigned bits : {0U, 8U}) {
      GrowthRule rule = small_rule();
      rule.leaves = 40;
      rule.bits = bits;
      const GrownTree expected = binned.grow(rule, gradient, curvature);
      EXPECT_GT(expected.tree.splits.size(), 20U);
      for (const std::size_t histograms : {1U, 3U, 7U}) {
        for (const std::size_t threads : {1U, 16U}) {
          const ThreadLimit one_or_many(threads);
          const HistogramLimit limit(histograms * binned.tiles.cell_count() * 24);
          const GrownTree grown = binned.grow(rule, gradient, curvature);
          EXPECT_EQ(grown.tree, expected.tree) << histograms;
          EXPECT_EQ(grown.leaf_of_row, expected.leaf_of_row);
        }
      }
    }
  }
}

TEST(HistogramMemory, IsBoundedByTheLimitAndGivenBack) {
  const HistogramLimit limit(100);
  {
    HistogramMemory one;
    HistogramMemory other;
    EXPECT_TRUE(one.take(60));
    EXPECT_FALSE(other.take(60));
    other.take_anyway(60);
    EXPECT_FALSE(one.take(1));
  }
  HistogramMemory later;
  EXPECT_TRUE(later.take(100));
  EXPECT_FALSE(later.take(1));
}

TEST(TreeGrower, UsesOnlyFeaturesThatWereDrawn) {
  RandomStream random(10, "", "grower");
  const auto rows = random_rows(random, 300, 12, 8, 0.0);
  const std::vector<double> gradient = random_eighths(random, 300, true);
  const std::vector<double> curvature(300, 1.0);
  const BinnedRows binned(rows);
  std::set<std::uint32_t> used;
  for (std::size_t round = 0; round < 6; ++round) {
    const std::string name = std::to_string(round);
    const FeatureDraw draw(12, binned.tiles.features(), 0.3, 0.5, 7, name);
    const GrownTree grown =
        tree_grower(binned.tiles, small_rule())->grow({gradient, curvature}, draw, 1);
    const FeatureDraw of_tree(12, binned.tiles.features(), 0.3, 1.0, 7, name);
    const std::vector<char> allowed = of_tree.of_node(0);
    EXPECT_EQ(std::ranges::count(allowed, 1), 4);
    EXPECT_EQ(std::ranges::count(draw.of_node(3), 1), 2);
    EXPECT_EQ(draw.of_node(3), draw.of_node(3));
    for (const TreeSplit& split : grown.tree.splits) {
      EXPECT_EQ(allowed[split.feature], 1);
      used.insert(split.feature);
    }
  }
  EXPECT_GT(used.size(), 4U) << "other ones in other rounds";
}

TEST(TreeGrower, DrawsOnlyFeaturesThatCanBeSplit) {
  RandomStream random(12, "", "grower");
  auto rows = random_rows(random, 100, 20, 8, 0.0);
  for (auto& row : rows) {
    for (std::size_t f = 0; f < row.size(); ++f) row[f] = f % 4 == 1 ? row[f] : 3.0F;
  }
  const BinnedRows binned(rows);
  EXPECT_THAT(binned.tiles.features(), testing::ElementsAre(1, 5, 9, 13, 17));
  for (std::size_t round = 0; round < 20; ++round) {
    const FeatureDraw draw(20, binned.tiles.features(), 0.1, 1.0, 7, std::to_string(round));
    const std::vector<char> drawn = draw.of_node(0);
    EXPECT_EQ(std::ranges::count(drawn, 1), 1);
    EXPECT_EQ((std::ranges::find(drawn, 1) - drawn.begin()) % 4, 1);
  }
}

TEST(TreeGrower, LeavesOneLeafWhereNothingCounts) {
  const BinnedRows rows(golden_rows());
  const std::vector<double> gradient = {1, -1, 1, -1, 1, -1, 1, -1};
  const std::vector<double> ones(8, 1.0);
  GrowthRule rule = small_rule();
  rule.split.min_rows = 5;
  const GrownTree grown = rows.grow(rule, gradient, ones);
  EXPECT_TRUE(grown.tree.splits.empty());
  EXPECT_THAT(grown.tree.value, testing::ElementsAre(0.0));
  EXPECT_THAT(grown.tree.rows, testing::ElementsAre(8));
  const std::vector<double> zeros(8);
  EXPECT_TRUE(rows.grow(small_rule(), zeros, zeros).tree.splits.empty());
}

}  // namespace
}  // namespace podium
