// What every loss promises. A new row of losses() is tested at once.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/learning/loss/loss_contract_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

INSTANTIATE_TEST_SUITE_P(Losses, LossContract, testing::ValuesIn(all_losses()), test_name);

TEST_P(LossContract, AScoreThatIsNoNumberTouchesNoOtherMemory) {
  for_all([](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    constexpr double guard = 42.0;
    const std::size_t n = query.order.size();
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
      std::vector<double> s = normal_scores(stream, n);
      s[stream.below(n)] = bad;
      std::vector<double> gradient(n + 16, guard);
      Workspace workspace;
      loss.accumulate(query.query(), s, 1.0, std::span(gradient).subspan(8, n), workspace);
      EXPECT_THAT(std::span(gradient).first(8), testing::Each(guard));
      EXPECT_THAT(std::span(gradient).last(8), testing::Each(guard));
    }
  });
}

TEST_P(LossContract, GradientIsThatOfTheValue) {
  for_all([](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    constexpr double h = 1e-5;
    std::vector<double> s = scores_off_kinks(stream, query.order.size());
    const Evaluated here = evaluated(loss, query, s);
    for (std::size_t doc = 0; doc < s.size(); ++doc) {
      const double at = s[doc];
      s[doc] = at + h;
      const double after = evaluated(loss, query, s).value;
      s[doc] = at - h;
      const double before = evaluated(loss, query, s).value;
      s[doc] = at;
      EXPECT_NEAR(here.gradient[doc], (after - before) / (2.0 * h),
                  1e-7 * (1.0 + std::abs(here.value) + std::abs(here.gradient[doc])))
          << "document " << doc;
    }
  });
}

TEST_P(LossContract, ValueJumpsOnlyIfWeightsAreHeldConstant) {
  bool has_jumped = false;
  for_all([&](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    std::vector<double> s = scores_off_kinks(stream, query.order.size());
    s[0] = s[1] + 1e-9;
    const double before = evaluated(loss, query, s).value;
    s[0] = s[1] - 1e-9;
    const double after = evaluated(loss, query, s).value;
    const bool jumps = std::abs(before - after) > 1e-5 * (1.0 + std::abs(before));
    EXPECT_TRUE(entry().holds_weights_constant || !jumps) << before << " and " << after;
    has_jumped = has_jumped || jumps;
  });
  EXPECT_EQ(has_jumped, entry().holds_weights_constant);
}

TEST_P(LossContract, IgnoresACommonShiftIfItSaysSo) {
  bool has_moved = false;
  for_all([&](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    std::vector<double> s = scores_off_kinks(stream, query.order.size());
    const Evaluated here = evaluated(loss, query, s);
    for (double& score : s) score += 0.75;
    const Evaluated there = evaluated(loss, query, s);
    const double tolerance = 1e-11 * (1.0 + std::abs(here.value));
    has_moved = has_moved || std::abs(here.value - there.value) > 1e-6;
    if (!entry().is_shift_invariant) return;
    EXPECT_NEAR(here.value, there.value, tolerance);
    EXPECT_NEAR(std::accumulate(here.gradient.begin(), here.gradient.end(), 0.0), 0.0, tolerance);
  });
  EXPECT_EQ(has_moved, !entry().is_shift_invariant);
}

TEST_P(LossContract, PermutingDocumentsPermutesTheGradient) {
  for_all([](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    const std::vector<double> s = scores_off_kinks(stream, query.order.size());
    const MovedQuery moved = with_moved_documents(loss, query, s, stream);
    const Evaluated here = evaluated(loss, query, s);
    const Evaluated there = evaluated(loss, moved.query, moved.scores);
    const double tolerance = 1e-12 * (1.0 + std::abs(here.value));
    EXPECT_NEAR(here.value, there.value, tolerance);
    for (std::size_t doc = 0; doc < s.size(); ++doc) {
      EXPECT_NEAR(here.gradient[doc], there.gradient[moved.moved_to[doc]], tolerance);
    }
  });
}

TEST_P(LossContract, TakesAWeightAndAddsToTheGradient) {
  for_all([](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    const std::vector<double> s = scores_off_kinks(stream, query.order.size());
    const Evaluated once = evaluated(loss, query, s);
    std::vector<double> gradient(s.size(), 7.0);
    Workspace workspace;
    const double value = loss.accumulate(query.query(), s, 2.5, gradient, workspace);
    const double tolerance = 1e-12 * (1.0 + std::abs(once.value));
    EXPECT_NEAR(value, 2.5 * once.value, tolerance);
    for (std::size_t doc = 0; doc < s.size(); ++doc) {
      EXPECT_NEAR(gradient[doc], 7.0 + 2.5 * once.gradient[doc], tolerance);
    }
  });
}

TEST_P(LossContract, HasNothingToSayOfListsOfNoneOneOrEqualDocuments) {
  for_all_variants([&](const Loss& loss) {
    EXPECT_FALSE(prepared(loss, WeakOrder{}).contributes);
    for (const std::vector<double>& labels :
         {std::vector<double>{3}, std::vector<double>{2, 2, 2}, std::vector<double>{0, 0, 0, 0}}) {
      const std::vector<double> equal(labels.size(), 0.25);
      const Evaluated found = evaluated(loss, weak_order(GradedTruth{labels}), equal);
      EXPECT_TRUE(std::isfinite(found.value));
      if (!entry().is_shift_invariant) continue;  // it says where the scores should be
      EXPECT_THAT(found.gradient, testing::Each(testing::DoubleNear(0.0, 1e-12)));
    }
  });
}

TEST_P(LossContract, StaysFiniteForHugeScores) {
  for_all([&](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    std::vector<double> s = scores_off_kinks(stream, query.order.size());
    for (double& score : s) score = score < 1.0 ? -1e6 : 1e6;
    const Evaluated found = evaluated(loss, query, s);
    if (entry().name == "exponential") {  // too large for a double, and says so
      EXPECT_FALSE(std::isnan(found.value));
    } else {
      EXPECT_TRUE(std::isfinite(found.value)) << found.value;
    }
    for (const double slope : found.gradient) EXPECT_TRUE(std::isfinite(slope)) << slope;
  });
}

TEST_P(LossContract, LooksAtTheWeightsOfDocumentsIfItSaysSo) {
  for_all_variants([&](const Loss& loss) {
    PreparedQuery query = prepared(loss, weak_order(GradedTruth{{2, 0, 1, 0, 2, 1}}));
    const std::vector<double> scores = {0.5, -0.25, 0.75, 1.0, -1.0, 0.1};
    const double before = evaluated(loss, query, scores).value;
    query.row_weight = {1, 3, 2, 1, 1, 4};
    EXPECT_EQ(evaluated(loss, query, scores).value != before, entry().weighs_documents);
  });
}

TEST_P(LossContract, StaysFiniteForHugeLabels) {
  for_all_variants([](const Loss& loss) {
    const WeakOrder truth = weak_order(GradedTruth{{31, 0.5, 1330, -1, 0}});
    const std::vector<double> scores = {0.5, -0.25, -0.75, 1.0, -1.0};
    Evaluated found;
    try {
      found = evaluated(loss, truth, scores);
    } catch (const NumericError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("1330"));  // a target of 2^1330 is refused
      return;
    }
    EXPECT_TRUE(std::isfinite(found.value)) << found.value;
    EXPECT_EQ(std::abs(found.value) > 0.0, prepared(loss, truth).contributes);
    for (const double slope : found.gradient) EXPECT_TRUE(std::isfinite(slope)) << slope;
  });
}

TEST_P(LossContract, IsConvexIfItSaysSo) {
  bool has_bent = false;
  for_all([&](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    const std::size_t n = query.order.size();
    const std::vector<double> a = normal_scores(stream, n, 2.0);
    const std::vector<double> b = normal_scores(stream, n, 2.0);
    const double share = stream.uniform();
    std::vector<double> between(n);
    for (std::size_t i = 0; i < n; ++i) between[i] = share * a[i] + (1.0 - share) * b[i];
    const double chord =
        share * evaluated(loss, query, a).value + (1.0 - share) * evaluated(loss, query, b).value;
    const double value = evaluated(loss, query, between).value;
    has_bent = has_bent || value > chord + 1e-12 * (1.0 + std::abs(chord));
  });
  EXPECT_EQ(has_bent, !entry().is_convex);
}

TEST_P(LossContract, LiesAboveItsTangentsIfItIsConvex) {
  if (!entry().is_convex) return;
  for_all([&](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    const std::size_t n = query.order.size();
    const std::vector<double> s = tied_scores(stream, n, 4, 0.5);  // many of them on kinks
    const std::vector<double> t = normal_scores(stream, n);
    const Evaluated here = evaluated(loss, query, s);
    const double there = evaluated(loss, query, t).value;
    double tangent = here.value;
    for (std::size_t i = 0; i < n; ++i) tangent += here.gradient[i] * (t[i] - s[i]);
    EXPECT_GE(there, tangent - 1e-12 * (1.0 + std::abs(here.value) + std::abs(tangent)));
  });
}

TEST_P(LossContract, HessianProductIsTheChangeOfTheGradient) {
  for_all([](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    if (!loss.is_curved()) return;
    constexpr double h = 1e-5;
    const std::size_t n = query.order.size();
    const std::vector<double> s = scores_off_kinks(stream, n);
    const std::vector<double> direction = normal_scores(stream, n);
    std::vector<double> before = s;
    std::vector<double> after = s;
    for (std::size_t i = 0; i < n; ++i) {
      before[i] -= h * direction[i];
      after[i] += h * direction[i];
    }
    Workspace workspace;
    std::vector<DocIndex> order(n);
    loss.linearise(query.query(), s, order, workspace);
    std::vector<double> product(n, 3.0);
    loss.add_hessian_product(query.query(), s, order, 0.5, direction, product, workspace);
    const auto gradient_before = evaluated(loss, query, before).gradient;
    const auto gradient_after = evaluated(loss, query, after).gradient;
    for (std::size_t i = 0; i < n; ++i) {
      const double change = (gradient_after[i] - gradient_before[i]) / (2.0 * h);
      const double rounding = 1e-10 * std::abs(gradient_after[i]);
      EXPECT_NEAR(product[i], 3.0 + 0.5 * change, 1e-6 * (1.0 + std::abs(change)) + rounding);
    }
  });
}

TEST_P(LossContract, ReadsNoMemoryItHasNotWritten) {
  for_all([](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    const std::vector<double> s = scores_off_kinks(stream, query.order.size());
    Workspace workspace;
    std::vector<double> first(s.size(), 0.0);
    const double value = loss.accumulate(query.query(), s, 1.0, first, workspace);
    workspace.clear();
    for (double& dirt : workspace.take<double>(4096)) dirt = std::nan("");
    workspace.clear();
    std::vector<double> second(s.size(), 0.0);
    EXPECT_EQ(loss.accumulate(query.query(), s, 1.0, second, workspace), value);
    EXPECT_EQ(first, second);
  });
}

}  // namespace
}  // namespace podium
