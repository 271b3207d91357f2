#include "podium/learning/loss/pairs/squared_hinge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/learning/loss/loss_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

/// H d = 2 * sum over active pairs of (d_i - d_j) (e_i - e_j), pair by pair.
std::vector<double> product_of(const PreparedQuery& query, std::span<const double> s,
                               std::span<const double> direction) {
  std::vector<double> product(s.size(), 0.0);
  const auto weight = [&](std::size_t doc) {
    return query.row_weight.empty() ? 1.0 : double{query.row_weight[doc]};
  };
  for (std::size_t i = 0; i < s.size(); ++i) {
    for (std::size_t j = 0; j < s.size(); ++j) {
      if (query.truth.level[i] <= query.truth.level[j] || s[i] - s[j] >= 1.0) continue;
      const double change = 2.0 * weight(i) * weight(j) * (direction[i] - direction[j]);
      product[i] += change;
      product[j] -= change;
    }
  }
  return product;
}

TEST(SquaredHingeLoss, HessianProductIsTheSumOverActivePairs) {
  RandomStream stream(1, "squared-hinge", "product");
  const SquaredHingeLoss loss;
  for (const std::size_t n : {2U, 5U, 17U, 60U, 400U}) {
    for (const std::size_t levels : {2U, 5U, 300U}) {
      for (const char* setting : {"graded", "full", "topk:3"}) {
        for (const bool is_weighted : {false, true}) {
          SCOPED_TRACE(testing::Message() << n << " documents, " << levels << " levels, " << setting
                                          << (is_weighted ? ", weighted" : ""));
          PreparedQuery query =
              prepared(loss, with_setting(random_grades(stream, n, levels), setting));
          if (!query.contributes) continue;
          if (is_weighted) {
            query.row_weight.resize(n);
            for (float& w : query.row_weight) w = static_cast<float>(stream.below(3));
          }
          const auto s = tied_scores(stream, n, 9, 0.5);
          Workspace workspace;
          std::vector<DocIndex> order(n);
          loss.linearise(query.query(), s, order, workspace);
          for (int again = 0; again < 2; ++again) {
            const auto direction = normal_scores(stream, n);
            std::vector<double> product(n, 0.0);
            loss.add_hessian_product(query.query(), s, order, 1.0, direction, product, workspace);
            const auto expected = product_of(query, s, direction);
            EXPECT_THAT(product, testing::Pointwise(testing::DoubleNear(1e-9), expected));
          }
        }
      }
    }
  }
}

TEST(SquaredHingeLoss, KeepsItsDigitsFarFromTheOrigin) {
  RandomStream stream(2, "squared-hinge", "far");
  const SquaredHingeLoss loss;
  const WeakOrder truth = random_grades(stream, 600, 300);  // many pairs: sweeps
  auto s = tied_scores(stream, 600, 500, 0x1p-8);
  const Evaluated near = evaluated(loss, truth, s);
  for (double& score : s) score += 0x1p40;
  const Evaluated far = evaluated(loss, truth, s);
  EXPECT_NEAR(far.value, near.value, 1e-10 * near.value);
  EXPECT_THAT(far.gradient, testing::Pointwise(testing::DoubleNear(1e-8), near.gradient));
}

}  // namespace
}  // namespace podium
