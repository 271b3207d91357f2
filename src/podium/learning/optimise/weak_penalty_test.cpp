#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "podium/learning/optimise/bundle.hpp"

namespace podium {
namespace {

/// |w_0 - 3| + |w_1 - 2| + l2/2 |w|^2, the last parameters without a penalty.
class Distances final : public PenalisedObjective {
 public:
  explicit Distances(std::vector<std::size_t> unpenalised) : unpenalised_(std::move(unpenalised)) {}

  std::size_t dimension() const override { return 2; }
  std::size_t term_count() const override { return 1; }
  double l2() const override { return 0.5; }
  std::span<const std::size_t> unpenalised() const override { return unpenalised_; }

  double sum_terms(std::span<const double> w, std::span<double> g) const override {
    g[0] = w[0] < 3.0 ? -1.0 : 1.0;
    g[1] = w[1] < 2.0 ? -1.0 : 1.0;
    return std::abs(w[0] - 3.0) + std::abs(w[1] - 2.0);
  }
  double add_terms(std::span<const std::size_t> /*terms*/, std::span<const double> w,
                   std::span<double> g) const override {
    std::vector<double> own(2);
    const double value = sum_terms(w, own);
    for (std::size_t i = 0; i < 2; ++i) g[i] += own[i];
    return value;
  }
  double add_penalty(std::span<const double> /*w*/, std::span<double> /*g*/) const override {
    return 0.0;  // bundle methods add it themselves
  }

 private:
  std::vector<std::size_t> unpenalised_;
};

TEST(WeakPenalty, LeavesTheNamedParametersNearlyFree) {
  const Bundle bundle{.tolerance = 1e-9};
  std::vector<double> w(2);
  bundle.minimise(Distances({}), w);
  EXPECT_NEAR(w[0], 2.0, 1e-6) << "the penalty wins beyond 1 / l2";
  EXPECT_NEAR(w[1], 2.0, 1e-6);

  std::vector<double> free(2);
  std::vector<double> seen;
  const Monitor monitor = [&](const Step& step) {
    seen.assign(step.w.begin(), step.w.end());
    return true;
  };
  bundle.minimise(Distances({0}), free, monitor);
  EXPECT_NEAR(free[0], 3.0, 1e-4);
  EXPECT_NEAR(free[1], 2.0, 1e-4);
  EXPECT_NEAR(seen[0], 3.0, 1e-2) << "monitors see the parameters as they are";
}

}  // namespace
}  // namespace podium
