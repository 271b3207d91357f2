#include "podium/core/measure/orders/rbo.hpp"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure;

TEST(Rbo, GivesTheValuesOfTheSpecification) {  // SPEC C.10, golden.json "rbo"
  EXPECT_NEAR(measure("rbo", sample::full, sample::scores), 0.778428, 1e-9);
  EXPECT_NEAR(measure("rbo(truncated=true)", sample::full, sample::scores), 0.24698699999999996,
              1e-9);
  EXPECT_NEAR(measure("rbo(p=0.98)", sample::full, sample::scores), 0.9506959406933333, 1e-9);
  EXPECT_NEAR(measure("rbo", sample::top3, sample::scores), 0.696537, 1e-9);
}

std::size_t overlap(std::span<const DocIndex> a, std::span<const DocIndex> b, std::size_t d) {
  const std::set<DocIndex> first(a.begin(),
                                 a.begin() + static_cast<std::ptrdiff_t>(std::min(d, a.size())));
  std::size_t shared = 0;
  for (std::size_t i = 0; i < std::min(d, b.size()); ++i) shared += first.count(b[i]);
  return shared;
}

/// The formula of the header as it stands there.
double slow_twin(std::span<const DocIndex> a, std::span<const DocIndex> b, double p) {
  const std::size_t s = std::min(a.size(), b.size());
  const std::size_t l = std::max(a.size(), b.size());
  if (s == 0) return 0.0;
  const auto x = [&](std::size_t d) { return static_cast<double>(overlap(a, b, d)); };
  const auto real = [](std::size_t i) { return static_cast<double>(i); };
  double sum = 0.0;
  for (std::size_t d = 1; d <= l; ++d) sum += x(d) / real(d) * std::pow(p, real(d));
  for (std::size_t d = s + 1; d <= l; ++d) {
    sum += x(s) * real(d - s) / (real(s) * real(d)) * std::pow(p, real(d));
  }
  return (1 - p) / p * sum + ((x(l) - x(s)) / real(l) + x(s) / real(s)) * std::pow(p, real(l));
}

TEST(Rbo, AgreesWithItsSlowTwinForListsOfUnevenLength) {
  RandomStream stream(1, "", "rbo");
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = 1 + stream.below(12);
    auto best = sample::random_order(stream, n);
    best.resize(1 + stream.below(n));
    const auto scores_of_some = sample::random_order(stream, 1 + stream.below(n));
    const std::vector<double> scores(scores_of_some.begin(), scores_of_some.end());
    EXPECT_NEAR(measure("rbo(p=0.7)", weak_order(TopKTruth{best, n}), scores),
                slow_twin(rank_by_score(scores).order, best, 0.7), 1e-12);
  }
}

TEST(Rbo, CutsBothLists) {
  const WeakOrder truth = weak_order(OrderTruth{{0, 1, 2, 3}});
  EXPECT_NEAR(measure("rbo@2", truth, std::vector<double>{9, 8, 1, 2}), 1.0, 1e-12);
  EXPECT_LT(measure("rbo", truth, std::vector<double>{9, 8, 1, 2}), 1.0);
}

}  // namespace
}  // namespace podium
