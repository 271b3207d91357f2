#include "podium/learning/loss/lists/permutation_entropy.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "podium/learning/loss/lists/cross_entropy.hpp"
#include "podium/learning/loss/lists/permutation_oracle_fixture.hpp"
#include "podium/learning/loss/loss_fixture.hpp"

namespace podium {
namespace {

double entropy_of(std::span<const double> psi, const std::vector<double>& s, std::size_t places,
                  std::span<double> gradient, const CurvatureSink& curvature = {}) {
  Workspace workspace;
  return add_permutation_entropy(psi, s, places, 1.0, gradient, workspace, curvature);
}

TEST(PermutationEntropy, IsTheSumOverAllOrders) {
  RandomStream stream(1, "permutation", "entropy");
  for (std::size_t n = 1; n <= 6; ++n) {
    const std::vector<double> psi = fixture::normal_scores(stream, n);
    const std::vector<double> s = fixture::normal_scores(stream, n);
    for (std::size_t places = 1; places <= n; ++places) {
      std::vector<double> gradient(n, 0.0);
      EXPECT_NEAR(entropy_of(psi, s, places, gradient),
                  fixture::permutation_entropy(psi, s, places), 1e-12)
          << n << " " << places;
    }
  }
}

TEST(PermutationEntropy, OfOnePlaceIsTheCrossEntropy) {
  const std::vector<double> psi = {1.0, 0.0, 2.0};
  const std::vector<double> s = {0.3, -0.2, 0.1};
  std::vector<double> p = psi;
  to_softmax(p);
  std::vector<double> gradient(3, 0.0);
  std::vector<double> expected(3, 0.0);
  Workspace workspace;
  EXPECT_NEAR(entropy_of(psi, s, 1, gradient),
              add_cross_entropy(p, s, 1.0, expected, workspace.take<double>(3)), 1e-15);
  for (std::size_t doc = 0; doc < 3; ++doc) EXPECT_NEAR(gradient[doc], expected[doc], 1e-15);
}

TEST(PermutationEntropy, HasTheSlopesAndCurvaturesOfItsDifferences) {
  RandomStream stream(2, "permutation", "entropy");
  const std::vector<double> psi = fixture::normal_scores(stream, 5);
  std::vector<double> s = fixture::normal_scores(stream, 5);
  std::vector<double> gradient(5, 0.0);
  std::vector<double> hessians(5, 0.0);
  entropy_of(psi, s, 3, gradient, {hessians, CurvatureKind::exact});
  constexpr double step = 1e-5;
  for (std::size_t doc = 0; doc < 5; ++doc) {
    const double at = s[doc];
    std::vector<double> above(5, 0.0);
    std::vector<double> below(5, 0.0);
    s[doc] = at + step;
    const double more = entropy_of(psi, s, 3, above);
    s[doc] = at - step;
    const double less = entropy_of(psi, s, 3, below);
    s[doc] = at;
    EXPECT_NEAR(gradient[doc], (more - less) / (2.0 * step), 1e-9);
    EXPECT_NEAR(hessians[doc], (above[doc] - below[doc]) / (2.0 * step), 1e-8);
  }
}

TEST(PermutationEntropy, IsFiniteForTargetsAndScoresFarApart) {
  const std::vector<double> psi = {4000.0, 0.0, -4000.0};
  const std::vector<double> s = {-2000.0, 0.0, 2000.0};
  std::vector<double> gradient(3, 0.0);
  EXPECT_NEAR(entropy_of(psi, s, 3, gradient), 4000.0 + 2000.0, 1e-9);
  EXPECT_NEAR(std::accumulate(gradient.begin(), gradient.end(), 0.0), 0.0, 1e-12);
}

}  // namespace
}  // namespace podium
