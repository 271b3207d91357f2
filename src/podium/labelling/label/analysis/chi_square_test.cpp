#include "podium/labelling/label/analysis/chi_square.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

namespace podium::labelling {
namespace {

TEST(ChiSquare, GivesTheWorkedExample) {
  const FourfoldTable table{90, 10, 70, 30};
  EXPECT_NEAR(chi_square(table).statistic, 12.5, 1e-12);
  EXPECT_NEAR(chi_square(table).p, 0.000406952, 5e-10);
  EXPECT_NEAR(chi_square(table, Continuity::yates).statistic, 11.28125, 1e-12);
}

TEST(ChiSquare, IsTheSumOverCellsOfSquaredDeviations) {
  const FourfoldTable t{17, 5, 9, 14};
  const double n = 45.0;
  const std::array<double, 4> seen = {17, 5, 9, 14};
  const std::array<double, 4> expected = {22.0 * 26.0 / n, 22.0 * 19.0 / n, 23.0 * 26.0 / n,
                                          23.0 * 19.0 / n};
  double sum = 0.0;
  for (std::size_t i = 0; i < 4; ++i) sum += std::pow(seen[i] - expected[i], 2) / expected[i];
  EXPECT_NEAR(chi_square(t).statistic, sum, 1e-12);
}

TEST(ChiSquare, ShowsOnHowManyPairsThePublishedTestsRest) {
  // Agreement .745 and .547, of preferences .897 and .831 [Niu12]; of all pairs .2488108 and
  // .4899697 are preferences of both assessors, which follows from the published tables. Four
  // queries of 1225 pairs give nearly the published 420.7 and 28.5.
  const double pairs = 4.0 * 1225.0;
  const auto of = [](double n, double share, double m, double other) {
    return chi_square({share * n, (1.0 - share) * n, other * m, (1.0 - other) * m}).statistic;
  };
  EXPECT_NEAR(of(pairs, 0.745, pairs, 0.547), 420.01, 0.005);
  EXPECT_NEAR(of(0.24881077601994034 * pairs, 0.897, 0.4899697037538039 * pairs, 0.831), 28.13,
              0.005);
}

TEST(ChiSquare, SaysNothingOfAnEmptyMargin) {
  EXPECT_EQ(chi_square({5, 0, 7, 0}).p, 1.0);
  EXPECT_EQ(chi_square({}).statistic, 0.0);
}

TEST(ChiSquare, NeverCorrectsBeyondZero) {
  EXPECT_EQ(chi_square({3, 3, 3, 4}, Continuity::yates).statistic, 0.0);
}

}  // namespace
}  // namespace podium::labelling
