#include "podium/labelling/label/analysis/kappa.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"

namespace podium::labelling {
namespace {

CountMatrix matrix_of(const std::vector<std::vector<double>>& rows) {
  CountMatrix matrix(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows.size(); ++j) matrix.at(i, j) = rows[i][j];
  }
  return matrix;
}

using Units = std::vector<std::vector<std::uint32_t>>;

CountMatrix coincidences_of(const Units& units, std::size_t categories) {
  CountMatrix matrix(categories);
  for (const auto& values : units) add_coincidences(matrix, values);
  return matrix;
}

TEST(CohenKappa, GivesThePublishedExamples) {
  // "Cohen's kappa", Wikipedia: grants, and two tables of the same agreement with other margins.
  EXPECT_NEAR(cohen_kappa(matrix_of({{20, 5}, {10, 15}})), 0.4, 1e-12);
  EXPECT_NEAR(cohen_kappa(matrix_of({{45, 15}, {25, 15}})), 0.1304, 5e-5);
  EXPECT_NEAR(cohen_kappa(matrix_of({{25, 35}, {5, 35}})), 0.2593, 5e-5);
}

TEST(CohenKappa, WeighsByHand) {
  const CountMatrix table = matrix_of({{3, 1, 0}, {0, 2, 1}, {1, 0, 2}});
  const std::array<double, 3> row = {4, 3, 3};
  const std::array<double, 3> column = {4, 3, 3};
  for (const auto& [weight, power] :
       {std::pair{Disagreement::linear, 1.0}, std::pair{Disagreement::quadratic, 2.0}}) {
    const double observed = 1.0 + 1.0 + std::pow(2.0, power);
    double expected = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        const double gap = std::abs(static_cast<double>(i) - static_cast<double>(j));
        expected += std::pow(gap, power) * row[i] * column[j] / 10.0;
      }
    }
    EXPECT_NEAR(cohen_kappa(table, weight), 1.0 - observed / expected, 1e-12);
  }
}

TEST(CohenKappa, IsOneWhenAllIsOneCategoryAndNothingWithoutAnswers) {
  EXPECT_EQ(cohen_kappa(matrix_of({{7, 0}, {0, 0}})), 1.0);
  EXPECT_TRUE(std::isnan(cohen_kappa(CountMatrix(3))));
}

TEST(CohenKappa, CanBeLowWhereAgreementIsHigh) {
  // Why percent agreement stands beside it: 92 % agree, and kappa says "by chance".
  const CountMatrix skewed = matrix_of({{92, 4}, {4, 0}});
  EXPECT_NEAR(skewed.trace() / skewed.total(), 0.92, 1e-12);
  EXPECT_LT(cohen_kappa(skewed), 0.0);
}

/// "Fleiss' kappa", Wikipedia: ten subjects, five categories, fourteen raters; kappa = 0.210.
Units fourteen_raters() {
  const std::vector<std::vector<std::size_t>> counts = {
      {0, 0, 0, 0, 14}, {0, 2, 6, 4, 2}, {0, 0, 3, 5, 6}, {0, 3, 9, 2, 0}, {2, 2, 8, 1, 1},
      {7, 7, 0, 0, 0},  {3, 2, 6, 3, 0}, {2, 5, 3, 2, 2}, {6, 5, 2, 1, 0}, {0, 2, 2, 3, 7}};
  Units units;
  for (const auto& row : counts) {
    auto& unit = units.emplace_back();
    for (std::uint32_t c = 0; c < row.size(); ++c) unit.insert(unit.end(), row[c], c);
  }
  return units;
}

TEST(FleissKappa, GivesThePublishedExample) {
  EXPECT_NEAR(fleiss_kappa(coincidences_of(fourteen_raters(), 5)), 0.210, 5e-4);
}

TEST(FleissKappa, IsTheDefinitionBySubjects) {
  const Units units = fourteen_raters();
  double agreement = 0.0;
  std::array<double, 5> share{};
  for (const auto& unit : units) {
    std::array<double, 5> count{};
    for (const std::uint32_t c : unit) count[c] += 1.0;
    double squares = 0.0;
    for (std::size_t c = 0; c < 5; ++c) {
      squares += count[c] * count[c];
      share[c] += count[c] / 140.0;
    }
    agreement += (squares - 14.0) / (14.0 * 13.0) / 10.0;
  }
  double chance = 0.0;
  for (const double p : share) chance += p * p;
  EXPECT_NEAR(fleiss_kappa(coincidences_of(units, 5)), (agreement - chance) / (1.0 - chance),
              1e-12);
}

/// Krippendorff's example of four observers, twelve units and missing values [Krippendorff11, C];
/// categories 1 .. 5 are 0 .. 4 here.
Units four_observers() {
  return {{0, 0, 0},    {1, 1, 2, 1}, {2, 2, 2, 2}, {2, 2, 2, 2}, {1, 1, 1, 1}, {0, 1, 2, 3},
          {3, 3, 3, 3}, {0, 0, 1, 0}, {1, 1, 1, 1}, {4, 4, 4},    {0, 0},       {2}};
}

TEST(KrippendorffAlpha, GivesThePublishedExample) {
  const CountMatrix matrix = coincidences_of(four_observers(), 5);
  EXPECT_NEAR(matrix.total(), 40.0, 1e-12);
  EXPECT_NEAR(krippendorff_alpha(matrix, AlphaMetric::nominal), 0.743, 5e-4);
  EXPECT_NEAR(krippendorff_alpha(matrix, AlphaMetric::ordinal), 0.815, 5e-4);
  EXPECT_NEAR(krippendorff_alpha(matrix, AlphaMetric::interval), 0.849, 5e-4);
}

TEST(KrippendorffAlpha, IsObservedOverExpectedDisagreementOfPairsOfValues) {
  // Directly: D_o is the mean over values of squared differences within units, D_e that over all
  // pairs of values.
  RandomStream random(3, "q", "test");
  Units units(30);
  for (auto& unit : units) {
    unit.resize(2 + random.below(3));
    for (auto& value : unit) value = static_cast<std::uint32_t>(random.below(4));
  }
  std::vector<double> all;
  double observed = 0.0;
  for (const auto& unit : units) {
    for (const std::uint32_t a : unit) {
      all.push_back(a);
      for (const std::uint32_t b : unit) {
        observed += std::pow(static_cast<double>(a) - b, 2) / static_cast<double>(unit.size() - 1);
      }
    }
  }
  const auto n = static_cast<double>(all.size());
  double expected = 0.0;
  for (const double a : all) {
    for (const double b : all) expected += (a - b) * (a - b);
  }
  const double slow = 1.0 - (observed / n) / (expected / (n * (n - 1.0)));
  EXPECT_NEAR(krippendorff_alpha(coincidences_of(units, 4), AlphaMetric::interval), slow, 1e-12);
}

TEST(KrippendorffAlpha, IsNearlyFleissKappaForManyValues) {
  const CountMatrix matrix = coincidences_of(fourteen_raters(), 5);
  const double n = matrix.total();
  const double fleiss = fleiss_kappa(matrix);
  // alpha = 1 - (1 - kappa) (n - 1) / n
  EXPECT_NEAR(krippendorff_alpha(matrix, AlphaMetric::nominal), 1.0 - (1.0 - fleiss) * (n - 1) / n,
              1e-12);
}

TEST(KrippendorffAlpha, IsOneWithoutDisagreementAndNothingWithoutValues) {
  const CountMatrix same = coincidences_of({{1, 1}, {1, 1, 1}}, 3);
  EXPECT_EQ(krippendorff_alpha(same, AlphaMetric::ordinal), 1.0);
  EXPECT_TRUE(std::isnan(krippendorff_alpha(coincidences_of({{1}}, 3), AlphaMetric::nominal)));
}

}  // namespace
}  // namespace podium::labelling
