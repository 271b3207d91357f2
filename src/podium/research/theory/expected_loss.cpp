#include "podium/research/theory/expected_loss.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/research/theory/top_k_case.hpp"

namespace podium::research {

namespace {

/// A true order as a loss sees it.
struct TrueOrder {
  WeakOrder truth;
  Order order;
  std::vector<double> target;
  double probability = 0.0;
};

TrueOrder true_order(const Loss& loss, const GroundTruth& truth, Order order, double probability) {
  TrueOrder made{.truth = weak_order(truth),
                 .order = std::move(order),
                 .target = {},
                 .probability = probability};
  made.target.resize(made.order.size());
  loss.prepare(made.truth.view(), made.order, made.target);
  return made;
}

/// The first places, then the other documents in the order of the input.
Order completed(Order first, std::size_t n) {
  for (const DocIndex doc : input_order(n)) {
    if (std::ranges::find(first, doc) == first.end()) first.push_back(doc);
  }
  return first;
}

std::vector<double> least_over(const Loss& loss, std::size_t n,
                               const std::vector<TrueOrder>& orders) {
  Workspace workspace;
  return stationary_scores(n, [&](std::span<const double> g, std::span<double> gradient) {
    workspace.clear();
    for (const TrueOrder& o : orders) {
      loss.accumulate({o.truth.view(), o.order, o.target, {}}, g, o.probability, gradient,
                      workspace);
    }
  });
}

double steepest(std::span<const double> gradient) {
  double most = 0.0;
  for (const double slope : gradient) most = std::max(most, std::abs(slope));
  return most;
}

/// One over the curvature along the last step; 1 where the function is not convex.
double next_step(std::span<const double> moved, std::span<const double> turned) {
  double length = 0.0;
  double curvature = 0.0;
  for (std::size_t doc = 0; doc < moved.size(); ++doc) {
    length += moved[doc] * moved[doc];
    curvature += moved[doc] * turned[doc];
  }
  return curvature > 0.0 ? std::min(length / curvature, 1e3) : 1.0;
}

}  // namespace

std::vector<double> stationary_scores(std::size_t n, const AddGradient& add_gradient) {
  constexpr int max_steps = 10'000;
  constexpr double flat = 1e-12;
  constexpr double far = 20.0;  // exp(-20): such scores are on their way to infinity
  std::vector<double> g(n);
  for (std::size_t doc = 0; doc < n; ++doc) {
    g[doc] = (static_cast<double>(doc) - static_cast<double>(n - 1) / 2.0) / static_cast<double>(n);
  }
  std::vector<double> gradient(n, 0.0);
  add_gradient(g, gradient);
  double step = 1.0;
  std::vector<double> moved(n);
  std::vector<double> turned(n);
  for (int count = 0; count < max_steps; ++count) {
    if (steepest(gradient) < flat) return g;
    if (steepest(g) > far) break;
    for (std::size_t doc = 0; doc < n; ++doc) {
      moved[doc] = -step * gradient[doc];
      g[doc] += moved[doc];
      turned[doc] = -gradient[doc];
    }
    std::ranges::fill(gradient, 0.0);
    add_gradient(g, gradient);
    for (std::size_t doc = 0; doc < n; ++doc) turned[doc] += gradient[doc];
    step = next_step(moved, turned);
  }
  throw NumericError(fmt::format("expected loss: found no minimum; the last scores are {}",
                                 in_words(std::span<const double>(g))));
}

std::vector<double> least_expected_loss(const Loss& loss, std::size_t n, const TopKSpace& p) {
  std::vector<TrueOrder> orders;
  for (const auto& [first, probability] : p) {
    orders.push_back(true_order(loss, TopKTruth{first, n}, completed(first, n), probability));
  }
  return least_over(loss, n, orders);
}

std::vector<double> least_expected_full_loss(const Loss& loss, const TopKSpace& p) {
  std::vector<TrueOrder> orders;
  for (const auto& [order, probability] : p) {
    orders.push_back(true_order(loss, OrderTruth{order}, order, probability));
  }
  return least_over(loss, p.begin()->first.size(), orders);
}

TopKSpace proposition_10(double p1) {
  const double p2 = (1.0 - p1) / 2.0;
  return {{{0, 1, 2}, p1}, {{1, 0, 2}, p2}, {{2, 1, 0}, p2}};
}

double flip_point() {
  double wrong = 0.5;
  double right = 0.6;
  while (right - wrong > 1e-10) {
    const double p1 = (wrong + right) / 2.0;
    const std::vector<double> g = least_expected_full_loss(ListMle{}, proposition_10(p1));
    (g[0] > g[1] ? right : wrong) = p1;
  }
  return (wrong + right) / 2.0;
}

}  // namespace podium::research
