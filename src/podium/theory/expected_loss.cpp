#include "podium/theory/expected_loss.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/data/small_orders.hpp"

namespace podium {

namespace {

constexpr std::size_t objects = 3;

struct Outcome {
  WeakOrder truth;
  Order order;
  std::vector<double> target;
  double probability = 0.0;
};

Outcome outcome_of(const ListMle& loss, Order order, double probability) {
  WeakOrder truth = weak_order(OrderTruth{order});
  Outcome outcome{.truth = std::move(truth),
                  .order = std::move(order),
                  .target = std::vector<double>(objects),
                  .probability = probability};
  loss.prepare(outcome.truth.view(), outcome.order, outcome.target);
  return outcome;
}

}  // namespace

std::vector<double> least_expected_loss(const ListMle& loss, double p1) {
  constexpr int max_steps = 100'000;
  const double p2 = (1.0 - p1) / 2.0;
  const std::array<Outcome, 3> outcomes = {outcome_of(loss, {0, 1, 2}, p1),
                                           outcome_of(loss, {1, 0, 2}, p2),
                                           outcome_of(loss, {2, 1, 0}, p2)};
  std::vector<double> g(objects, 0.0);
  std::vector<double> gradient(objects);
  Workspace workspace;
  for (int step = 0; step < max_steps; ++step) {
    std::ranges::fill(gradient, 0.0);
    workspace.clear();
    for (const Outcome& o : outcomes) {
      loss.accumulate({o.truth.view(), o.order, o.target, {}}, g, o.probability, gradient,
                      workspace);
    }
    double steepest = 0.0;
    for (std::size_t doc = 0; doc < objects; ++doc) {
      g[doc] -= gradient[doc];  // gradients sum to 0, so the mean stays 0
      steepest = std::max(steepest, std::abs(gradient[doc]));
    }
    if (steepest < 1e-12) return g;
  }
  throw NumericError(
      fmt::format("expected ListMLE at p1 = {}: found no minimum in {} steps", p1, max_steps));
}

double flip_point() {
  double wrong = 0.5;
  double right = 0.6;
  while (right - wrong > 1e-10) {
    const double p1 = (wrong + right) / 2.0;
    const std::vector<double> g = least_expected_loss(ListMle{}, p1);
    (g[0] > g[1] ? right : wrong) = p1;
  }
  return (wrong + right) / 2.0;
}

}  // namespace podium
