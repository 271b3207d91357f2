#include "podium/learning/loss/lists/choice_stages.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "podium/learning/loss/expect_near_fixture.hpp"
#include "podium/learning/loss/loss_fixture.hpp"

namespace podium {
namespace {

using fixture::Evaluated;
using Stages = std::vector<double>;

Evaluated run(decltype(add_choice_stages) add, const Stages& stage,
              const std::vector<double>& scores) {
  Evaluated found{.gradient = std::vector<double>(scores.size(), 0.0)};
  Workspace workspace;
  found.value = add(stage, scores, 1.0, found.gradient, workspace, {});
  return found;
}

/// The formula of the header, term by term.
double restated(const Stages& stage, const std::vector<double>& s) {
  const double never = *std::max_element(stage.begin(), stage.end());
  double value = 0.0;
  for (std::size_t d = 0; d < s.size(); ++d) {
    if (stage[d] == never) continue;
    double sum = 0.0;
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (stage[i] >= stage[d]) sum += std::exp(s[i]);
    }
    value += -s[d] + std::log(sum);
  }
  return value;
}

Stages random_stages(RandomStream& stream, std::size_t n) {
  const WeakOrder truth = fixture::random_grades(stream, n, 1 + stream.below(n));
  Stages stage(n);  // levels are dense, and so are stages
  for (std::size_t d = 0; d < n; ++d) stage[d] = truth.level[d];
  return stage;
}

TEST(ChoiceStages, AddUpToTheirFormula) {
  RandomStream stream(3, "stages", "formula");
  for (int round = 0; round < 100; ++round) {
    const std::size_t n = 1 + stream.below(12);
    const Stages stage = random_stages(stream, n);
    const auto scores = fixture::normal_scores(stream, n, 3.0);
    EXPECT_NEAR(run(add_choice_stages, stage, scores).value, restated(stage, scores), 1e-11);
  }
}

TEST(ChoiceStages, AreTheSameBySumsAndByLogarithms) {
  RandomStream stream(3, "stages", "two ways");
  for (const double scale : {0.01, 1.0, 30.0, 100.0}) {
    for (int round = 0; round < 100; ++round) {
      const std::size_t n = 1 + stream.below(20);
      const Stages stage = random_stages(stream, n);
      const auto scores = fixture::normal_scores(stream, n, scale);
      const Evaluated sums = run(add_choice_stages, stage, scores);
      const Evaluated logs = run(add_choice_stages_by_logs, stage, scores);
      EXPECT_NEAR(sums.value, logs.value, 1e-13 * (1.0 + std::abs(logs.value)));
      fixture::expect_near(sums.gradient, logs.gradient, 1e-11);
    }
  }
}

TEST(ChoiceStages, HaveTheSameCurvatureBySumsAndByLogarithms) {
  RandomStream stream(4, "stages", "curvature");
  for (const double scale : {0.01, 1.0, 30.0}) {
    for (const CurvatureKind kind : {CurvatureKind::exact, CurvatureKind::bound}) {
      for (int round = 0; round < 50; ++round) {
        const std::size_t n = 1 + stream.below(20);
        const Stages stage = random_stages(stream, n);
        const auto scores = fixture::normal_scores(stream, n, scale);
        const auto curvature_by = [&](decltype(add_choice_stages) add) {
          std::vector<double> gradient(n);
          std::vector<double> curvature(n);
          Workspace workspace;
          add(stage, scores, 1.0, gradient, workspace, {curvature, kind});
          return curvature;
        };
        fixture::expect_near(curvature_by(add_choice_stages),
                             curvature_by(add_choice_stages_by_logs), 1e-11);
      }
    }
  }
}

TEST(ChoiceStages, GoOnWithoutABreakWhereSumsGiveWayToLogarithms) {
  const Stages stage = {1, 0, 2};
  for (const double apart : {599.0, 601.0, 5000.0}) {
    const Evaluated found = run(add_choice_stages, stage, {apart, 0.0, apart});
    EXPECT_NEAR(found.value, apart + 2.0 * std::log(2.0), 1e-11);
    fixture::expect_near(found.gradient, {0.0, -1.0, 1.0}, 1e-12);
  }
}

TEST(ChoiceStages, KeepLaterStagesThatVanishBesideTheFirst) {
  for (const double apart : {599.0, 601.0, 5000.0}) {
    const Evaluated found = run(add_choice_stages, {0, 1, 2}, {apart, 0.0, 0.0});
    EXPECT_NEAR(found.value, std::log(2.0), 1e-12);
    fixture::expect_near(found.gradient, {0.0, -0.5, 0.5}, 1e-12);
  }
}

}  // namespace
}  // namespace podium
