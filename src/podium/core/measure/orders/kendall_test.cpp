#include "podium/core/measure/orders/kendall.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure;

/// Pair by pair, as the header has it.
double slow_twin(const WeakOrder& truth, std::span<const double> s) {
  double agree = 0.0;
  double in_truth = 0.0;
  double in_score = 0.0;
  for (std::size_t a = 0; a < s.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double t = truth.label[a] - truth.label[b];
      const double d = s[a] - s[b];
      in_truth += t != 0.0 ? 1.0 : 0.0;
      in_score += d != 0.0 ? 1.0 : 0.0;
      if (t * d != 0.0) agree += t * d > 0.0 ? 1.0 : -1.0;
    }
  }
  if (in_truth == 0.0 || in_score == 0.0) return 0.0;
  return agree / std::sqrt(in_truth * in_score);
}

TEST(Kendall, AgreesWithItsSlowTwin) {
  RandomStream stream(1, "", "kendall");
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = stream.below(20);
    const WeakOrder truth = weak_order(GradedTruth{sample::random_scores(stream, n, 4)});
    const auto s = sample::random_scores(stream, n, 8);
    EXPECT_NEAR(measure("kendall", truth, s), slow_twin(truth, s), 1e-12);
  }
}

TEST(Kendall, IsOneForTheTrueOrderAndMinusOneForItsReverse) {
  const WeakOrder truth = weak_order(OrderTruth{{2, 0, 1}});
  EXPECT_EQ(measure("kendall", truth, std::vector<double>{5, 1, 9}), 1.0);
  EXPECT_EQ(measure("kendall", truth, std::vector<double>{-5, -1, -9}), -1.0);
}

TEST(Kendall, IsTauB) {
  // scipy 1.17.1: scipy.stats.kendalltau([.9,.8,.8,.4,.3,.1], [0,2,1,0,2,1]).statistic
  EXPECT_NEAR(measure("kendall", sample::graded, sample::scores), -0.23145502494313788, 1e-12);
}

TEST(Kendall, LooksAtPairsOfJudgedDocumentsOnly) {
  const WeakOrder judged = weak_order(GradedTruth{{1, 0, 2}});
  const WeakOrder more = weak_order(GradedTruth{{-1, 1, 0, -2, 2}});
  EXPECT_EQ(measure("kendall", more, std::vector<double>{9, 3, 2, 0, 1}),
            measure("kendall", judged, std::vector<double>{3, 2, 1}));
}

TEST(Kendall, PutsWhatWasNotRetrievedLast) {
  const WeakOrder truth = weak_order(GradedTruth{{1, 0, 2}});
  const std::vector<double> lowest_last = {3, 2, 1};
  EXPECT_EQ(measure("kendall", truth, std::vector<double>{3, 2}),
            measure("kendall", truth, lowest_last));
}

}  // namespace
}  // namespace podium
