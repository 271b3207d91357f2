#include "podium/learning/loss/pairs/fidelity.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"

namespace podium {
namespace {

double loss_of(double margin) {
  return 1.0 - std::pow(1.0 + std::exp(-margin), -0.5);
}

double descent_of(double margin) {
  return 0.5 * std::exp(-margin) * std::pow(1.0 + std::exp(-margin), -1.5);
}

/// A query with ties everywhere, with or without weights of documents.
struct TiedQuery {
  TiedQuery(RandomStream& random, bool is_weighted) {
    const std::size_t n = 1 + random.below(40);
    GradedTruth graded;
    for (std::size_t doc = 0; doc < n; ++doc) {
      graded.label.push_back(static_cast<double>(random.below(4)));
      scores.push_back(0.5 * static_cast<double>(random.below(7)));
      passes.push_back(random.below(2) == 0 ? 1 : 0);
      if (is_weighted) weight.push_back(static_cast<float>(random.below(3)));
    }
    truth = weak_order(graded);
    order = total_order(truth.view(), 1, "q");
    target.resize(n);
    loss.prepare(truth.view(), order, target);
  }

  LossQuery query() const { return {truth.view(), order, target, weight}; }
  double weight_of(std::size_t doc) const { return weight.empty() ? 1.0 : double{weight[doc]}; }

  /// Calls visit(better, worse, factor of the pair) for every pair.
  template <class Visit>
  void for_each_pair(const Visit& visit) const {
    double pairs = 0.0;
    for (const bool counts : {true, false}) {
      for (std::size_t i = 0; i < scores.size(); ++i) {
        for (std::size_t j = 0; j < scores.size(); ++j) {
          if (!(truth.label[i] > truth.label[j])) continue;
          const double own = weight_of(i) * weight_of(j);
          if (counts) pairs += own;
          if (!counts && pairs > 0.0) visit(i, j, 2.0 * own / pairs);
        }
      }
    }
  }

  FidelityLoss loss{{.pairs = PairScale::mean}};
  WeakOrder truth;
  std::vector<DocIndex> order;
  std::vector<double> target;
  std::vector<float> weight;
  std::vector<double> scores;
  std::vector<char> passes;
};

TEST(Fidelity, AddsUpLossAndGradientOfAllPairs) {
  RandomStream random(1, "", "fidelity");
  for (int round = 0; round < 100; ++round) {
    const TiedQuery tied(random, round % 2 == 0);
    FidelitySums expected;
    tied.for_each_pair([&](std::size_t i, std::size_t j, double factor) {
      const double margin = tied.scores[i] - tied.scores[j];
      expected += {factor * loss_of(margin), factor * descent_of(margin)};
    });
    std::vector<double> gradient(tied.scores.size());
    Workspace workspace;
    const FidelitySums sums =
        accumulate_fidelity(tied.loss, tied.query(), tied.scores, 2.0, gradient, workspace);
    EXPECT_NEAR(sums.loss, expected.loss, 1e-12);
    EXPECT_NEAR(sums.descent, expected.descent, 1e-12);
  }
}

TEST(Fidelity, PartsPairsAsBruteForceDoes) {
  RandomStream random(2, "", "parted");
  for (int round = 0; round < 200; ++round) {
    const TiedQuery tied(random, round % 2 == 0);
    const double step = round % 3 == 0 ? 0.0 : random.normal();
    PartedFidelity expected;
    tied.for_each_pair([&](std::size_t i, std::size_t j, double factor) {
      if (tied.passes[i] == tied.passes[j]) return;
      const double margin = tied.scores[i] - tied.scores[j] + (tied.passes[i] != 0 ? step : -step);
      (tied.passes[i] != 0 ? expected.right : expected.wrong) +=
          {factor * loss_of(margin), factor * descent_of(margin)};
    });
    Workspace workspace;
    const PartedFidelity sums =
        parted_fidelity(tied.loss, tied.query(), tied.scores, tied.passes, step, 2.0, workspace);
    EXPECT_NEAR(sums.right.loss, expected.right.loss, 1e-12);
    EXPECT_NEAR(sums.right.descent, expected.right.descent, 1e-12);
    EXPECT_NEAR(sums.wrong.loss, expected.wrong.loss, 1e-12);
    EXPECT_NEAR(sums.wrong.descent, expected.wrong.descent, 1e-12);
  }
}

}  // namespace
}  // namespace podium
