#include "podium/core/measure/orders/compatibility.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure;

/// O of the header as it stands there.
double overlap_sum(std::span<const DocIndex> a, std::span<const DocIndex> b, double p,
                   std::size_t depth) {
  std::set<DocIndex> in_a;
  std::set<DocIndex> in_b;
  double sum = 0.0;
  for (std::size_t d = 1; d <= depth; ++d) {
    if (d <= a.size()) in_a.insert(a[d - 1]);
    if (d <= b.size()) in_b.insert(b[d - 1]);
    const auto shared =
        std::ranges::count_if(in_a, [&](DocIndex doc) { return in_b.contains(doc); });
    sum += std::pow(p, static_cast<double>(d - 1)) * static_cast<double>(shared) /
           static_cast<double>(d);
  }
  return sum;
}

/// The largest overlap with any ideal list, all of which are tried.
double slow_twin(const WeakOrder& truth, std::span<const double> s, double p, std::size_t depth) {
  const auto ranked = rank_by_score(s).order;
  std::vector<DocIndex> ideal;
  for (DocIndex doc = 0; doc < truth.label.size(); ++doc) {
    if (truth.label[doc] > 0.0) ideal.push_back(doc);
  }
  if (ideal.empty()) return 0.0;
  double best = 0.0;
  do {
    const auto rises = [&](DocIndex a, DocIndex b) { return truth.label[a] < truth.label[b]; };
    if (std::adjacent_find(ideal.begin(), ideal.end(), rises) != ideal.end()) continue;
    best = std::max(best, overlap_sum(ranked, ideal, p, depth));
  } while (std::next_permutation(ideal.begin(), ideal.end()));
  return best / overlap_sum(ideal, ideal, p, depth);
}

TEST(Compatibility, IsTheLargestOverlapWithAnIdealList) {
  RandomStream stream(1, "", "compatibility");
  for (int round = 0; round < 60; ++round) {
    const std::size_t n = 1 + stream.below(7);
    const WeakOrder truth = weak_order(GradedTruth{sample::random_scores(stream, n, 3)});
    const auto scores = sample::random_order(stream, 1 + stream.below(n));
    const std::vector<double> s(scores.begin(), scores.end());
    EXPECT_NEAR(measure("compatibility", truth, s), slow_twin(truth, s, 0.95, 1000), 1e-12);
    EXPECT_NEAR(measure("compatibility(p=0.8)@3", truth, s), slow_twin(truth, s, 0.8, 3), 1e-12);
  }
}

TEST(Compatibility, IsOneForAnyIdealOrder) {
  const WeakOrder truth = weak_order(GradedTruth{{2, 1, 2, 0}});
  EXPECT_NEAR(measure("compatibility", truth, std::vector<double>{8, 7, 9, 1}), 1.0, 1e-12);
  EXPECT_NEAR(measure("compatibility", truth, std::vector<double>{9, 7, 8, 1}), 1.0, 1e-12);
}

}  // namespace
}  // namespace podium
