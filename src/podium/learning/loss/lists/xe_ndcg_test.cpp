#include "podium/learning/loss/lists/xe_ndcg.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/learning/loss/loss_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

/// The loss for given numbers u, one for each document, as the formula says it.
double restated(const std::vector<double>& y, const std::vector<double>& u,
                const std::vector<double>& s) {
  double sum = 0.0;
  double exponentials = 0.0;
  for (std::size_t d = 0; d < s.size(); ++d) {
    sum += std::exp2(y[d]) - u[d];
    exponentials += std::exp(s[d]);
  }
  double value = 0.0;
  for (std::size_t d = 0; d < s.size(); ++d) {
    value -= (std::exp2(y[d]) - u[d]) / sum * std::log(std::exp(s[d]) / exponentials);
  }
  return value;
}

double value_of(const XeNdcg& loss, const PreparedQuery& query, std::uint64_t draw) {
  LossQuery drawn = query.query();
  drawn.draw = draw;
  std::vector<double> gradient(scores.size());
  Workspace workspace;
  return loss.accumulate(drawn, scores, 1.0, gradient, workspace);
}

TEST(XeNdcg, IsItsFormula) {
  const XeNdcg loss;
  const PreparedQuery query = prepared(loss, graded);
  for (const std::uint64_t draw : {0U, 7U}) {
    RandomStream random(draw, "", "xe-ndcg");
    std::vector<double> u(scores.size());
    for (const DocIndex doc : query.order) u[doc] = random.uniform();
    EXPECT_NEAR(value_of(loss, query, draw), restated(graded.label, u, scores), 1e-12);
  }
  const XeNdcg fixed({.draws = false});
  const std::vector<double> halves(scores.size(), 0.5);
  EXPECT_NEAR(value_of(fixed, query, 7), restated(graded.label, halves, scores), 1e-12);
}

TEST(XeNdcg, DrawsOtherNumbersForAnotherDraw) {
  const XeNdcg loss;
  const PreparedQuery query = prepared(loss, graded);
  EXPECT_EQ(value_of(loss, query, 1), value_of(loss, query, 1));
  EXPECT_NE(value_of(loss, query, 1), value_of(loss, query, 2));
}

TEST(XeNdcg, ScalesTheLabelsOfPlaces) {
  const XeNdcg fixed({.draws = false});
  const std::vector<double> halves(scores.size(), 0.5);
  std::vector<double> y = top3.label;  // 3, 2, 1 for the first places
  for (double& label : y) label *= 4.0 / 3.0;
  EXPECT_NEAR(value_of(fixed, prepared(fixed, top3), 0), restated(y, halves, scores), 1e-12);
}

TEST(XeNdcg, GivesTheFirstPlacesTheSameTargetsInShortLists) {
  const XeNdcg fixed({.draws = false});
  const std::vector<double> short_scores = {0.2, -0.1};
  const WeakOrder top10 = fixture::with_setting(weak_order(GradedTruth{{0, 1}}), "topk:10");
  ASSERT_THAT(top10.label, testing::ElementsAre(9, 10));
  const std::vector<double> y = {3.6, 4.0};
  const std::vector<double> halves(2, 0.5);
  const PreparedQuery query = prepared(fixed, top10);
  std::vector<double> gradient(2);
  Workspace workspace;
  EXPECT_NEAR(fixed.accumulate(query.query(), short_scores, 1.0, gradient, workspace),
              restated(y, halves, short_scores), 1e-12);
}

}  // namespace
}  // namespace podium
