#pragma once

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "podium/loss/loss_fixture.hpp"

namespace podium::fixture {

/// The gradient by central differences of the value.
inline std::vector<double> differences(const AnyLoss& loss, const PreparedQuery& query,
                                       std::vector<double> at, double step = 1e-5) {
  std::vector<double> gradient(at.size());
  for (std::size_t doc = 0; doc < at.size(); ++doc) {
    const double score = at[doc];
    at[doc] = score + step;
    const double above = evaluated(loss, query, at).value;
    at[doc] = score - step;
    const double below = evaluated(loss, query, at).value;
    at[doc] = score;
    gradient[doc] = (above - below) / (2.0 * step);
  }
  return gradient;
}

inline void expect_near(const std::vector<double>& found, const std::vector<double>& expected,
                        double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i], tolerance) << "at " << i;
  }
}

/// Gradient and differences of random scores for graded, full and top-k truths of 2 to 9 documents.
inline void expect_gradient_is_slope(const AnyLoss& loss, double tolerance = 1e-7) {
  RandomStream stream(5, "gradient", "scores");
  for (int round = 0; round < 20; ++round) {
    const std::size_t n = 2 + stream.below(8);
    const WeakOrder grades = random_grades(stream, n, 4);
    for (const char* setting : {"graded", "full", "topk:3"}) {
      const PreparedQuery query = prepared(loss, with_setting(grades, setting));
      const std::vector<double> at = normal_scores(stream, n);
      SCOPED_TRACE(setting);
      expect_near(evaluated(loss, query, at).gradient, differences(loss, query, at), tolerance);
    }
  }
}

/// A common shift of all scores changes neither value nor gradient.
inline void expect_shift_changes_nothing(const AnyLoss& loss) {
  for (const WeakOrder& truth : {graded, full, top3}) {
    std::vector<double> shifted = scores;
    for (double& score : shifted) score += 1000.0;
    const Evaluated before = evaluated(loss, truth, scores);
    const Evaluated after = evaluated(loss, truth, shifted);
    EXPECT_NEAR(after.value, before.value, 1e-10);
    expect_near(after.gradient, before.gradient, 1e-10);
  }
}

/// Value and gradient stay finite when scores are 1e6 apart, either way round.
inline void expect_finite_at_extreme_scores(const AnyLoss& loss) {
  for (const WeakOrder& truth : {graded, full, top3}) {
    for (const double size : {1e6, -1e6, 1e-6}) {
      const Evaluated found =
          evaluated(loss, truth, std::vector<double>{size, -size, 0.0, size, -size, 1.0});
      EXPECT_TRUE(std::isfinite(found.value)) << size;
      for (const double slope : found.gradient) EXPECT_TRUE(std::isfinite(slope)) << size;
    }
  }
}

/// A weight multiplies value and gradient, and the gradient is added to what was there.
inline void expect_weight_is_a_factor(const AnyLoss& loss) {
  const PreparedQuery query = prepared(loss, top3);
  const Evaluated once = evaluated(loss, query, scores);
  std::vector<double> gradient(scores.size(), 7.0);
  Workspace workspace;
  const double value = loss.accumulate(query.query(), scores, 2.5, gradient, workspace);
  EXPECT_NEAR(value, 2.5 * once.value, 1e-12);
  for (std::size_t doc = 0; doc < scores.size(); ++doc) {
    EXPECT_NEAR(gradient[doc], 7.0 + 2.5 * once.gradient[doc], 1e-12);
  }
}

}  // namespace podium::fixture
