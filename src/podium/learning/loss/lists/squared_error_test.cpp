#include "podium/learning/loss/lists/squared_error.hpp"

#include <gtest/gtest.h>

#include "podium/learning/loss/expect_near_fixture.hpp"
#include "podium/learning/loss/loss_fixture.hpp"

namespace podium {
namespace {

using fixture::evaluated;

static_assert(has_all_fields<SquaredErrorOptions>());

const SquaredError squared_error;

TEST(SquaredError, IsTheSumOfSquaredDistances) {
  double expected = 0.0;
  for (std::size_t doc = 0; doc < fixture::scores.size(); ++doc) {
    expected += std::pow(fixture::scores[doc] - fixture::graded.label[doc], 2);
  }
  EXPECT_NEAR(evaluated(squared_error, fixture::graded, fixture::scores).value, expected, 1e-12);
}

// Least squares of the specification's worked example: feature x, slope 33/13, intercept -0.1.
TEST(SquaredError, IsLeastAtTheRegressionLine) {
  const std::vector<double> x = {0.1, 0.9, 0.5, 0.3, 0.6, 0.2};
  std::vector<double> line(x.size());
  for (std::size_t doc = 0; doc < x.size(); ++doc) line[doc] = 33.0 / 13.0 * x[doc] - 0.1;
  const auto found = evaluated(squared_error, fixture::graded, line);
  EXPECT_NEAR(found.value, 1.207692308, 1e-9);
  double by_intercept = 0.0;
  double by_slope = 0.0;
  for (std::size_t doc = 0; doc < x.size(); ++doc) {
    by_intercept += found.gradient[doc];
    by_slope += found.gradient[doc] * x[doc];
  }
  EXPECT_NEAR(by_intercept, 0.0, 1e-12);
  EXPECT_NEAR(by_slope, 0.0, 1e-12);
}

TEST(SquaredError, CountsADocumentAsOftenAsItsRowWeightSays) {
  auto query = fixture::prepared(squared_error, weak_order(GradedTruth{{0, 2}}));
  query.row_weight = {3.0F, 0.5F};
  const auto found = evaluated(squared_error, query, std::vector<double>{1.0, 1.0});
  EXPECT_DOUBLE_EQ(found.value, 3.5);
  fixture::expect_near(found.gradient, {6.0, -1.0}, 1e-15);
}

TEST(SquaredError, HessianProductIsTheChangeOfTheGradient) {
  auto query = fixture::prepared(squared_error, fixture::top3);
  query.row_weight = {1.0F, 2.0F, 0.0F, 4.0F, 0.5F, 1.5F};
  const std::vector<double> direction = {1.0, -2.0, 3.0, 0.5, 0.0, -1.0};
  std::vector<double> moved = fixture::scores;
  for (std::size_t doc = 0; doc < moved.size(); ++doc) moved[doc] += direction[doc];
  const auto before = evaluated(squared_error, query, fixture::scores, 0.5);
  const auto after = evaluated(squared_error, query, moved, 0.5);
  std::vector<double> product(6, 1.0);
  std::vector<DocIndex> order(6);
  Workspace workspace;
  ASSERT_TRUE(squared_error.is_curved());
  squared_error.linearise(query.query(), fixture::scores, order, workspace);
  squared_error.add_hessian_product(query.query(), fixture::scores, order, 0.5, direction, product,
                                    workspace);
  for (std::size_t doc = 0; doc < product.size(); ++doc) {
    EXPECT_NEAR(product[doc], 1.0 + after.gradient[doc] - before.gradient[doc], 1e-12);
  }
}

TEST(SquaredError, TakesQueriesOfOneDocumentAndOfEqualLabels) {
  EXPECT_DOUBLE_EQ(
      evaluated(squared_error, weak_order(GradedTruth{{2}}), std::vector<double>{5.0}).value, 9.0);
  EXPECT_DOUBLE_EQ(
      evaluated(squared_error, weak_order(GradedTruth{{1, 1}}), std::vector<double>{0.0, 3.0})
          .value,
      5.0);
  EXPECT_FALSE(fixture::prepared(squared_error, WeakOrder{}).contributes);
}

}  // namespace
}  // namespace podium
