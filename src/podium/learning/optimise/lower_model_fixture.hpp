#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "podium/core/base/random.hpp"
#include "podium/learning/optimise/objective.hpp"
#include "podium/learning/optimise/simplex_dual.hpp"

// Maxima of planes in two dimensions, the slow way, for the tests of this module.

namespace podium::test {

/// l2/2 |w|^2 + sum over terms of the highest of its planes: an objective with kinks.
struct LowerModel : PenalisedObjective {
  std::vector<std::vector<detail::Plane>> terms;
  double penalty = 1.0;

  std::size_t dimension() const override { return 2; }
  std::size_t term_count() const override { return terms.size(); }
  double l2() const override { return penalty; }

  double add_terms(std::span<const std::size_t> which, std::span<const double> w,
                   std::span<double> g) const override {
    double sum = 0.0;
    for (const std::size_t t : which) {
      const detail::Plane* highest = nullptr;
      double value = -std::numeric_limits<double>::infinity();
      for (const detail::Plane& plane : terms[t]) {
        const double here = plane.offset + plane.slope[0] * w[0] + plane.slope[1] * w[1];
        if (here <= value) continue;
        value = here;
        highest = &plane;
      }
      sum += value;
      for (std::size_t i = 0; i < 2; ++i) g[i] += highest->slope[i];
    }
    return sum;
  }
  double sum_terms(std::span<const double> w, std::span<double> g) const override {
    std::ranges::fill(g, 0.0);
    double sum = 0.0;
    for (std::size_t t = 0; t < terms.size(); ++t) sum += add_terms({&t, 1}, w, g);
    return sum;
  }
  double add_penalty(std::span<const double> w, std::span<double> g) const override {
    for (std::size_t i = 0; i < 2; ++i) g[i] += penalty * w[i];
    return 0.5 * penalty * (w[0] * w[0] + w[1] * w[1]);
  }
  double value(double x, double y) const {
    std::array<double, 2> g{};
    return value_and_gradient(std::array<double, 2>{x, y}, g);
  }
};

/// The smallest value of a convex function of one variable within +-reach, by thirds.
template <class F>
double smallest(const F& f, double reach) {
  double low = -reach;
  double high = reach;
  for (int i = 0; i < 80; ++i) {
    const double third = (high - low) / 3.0;
    if (f(low + third) < f(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  return f(0.5 * (low + high));
}

/// The minimum by thirds within thirds. It lies within the sum of the steepest slopes over l2.
inline double smallest(const LowerModel& model) {
  double reach = 0.0;
  for (const auto& term : model.terms) {
    double steepest = 0.0;
    for (const detail::Plane& plane : term) {
      steepest = std::max(steepest, std::hypot(plane.slope[0], plane.slope[1]));
    }
    reach += steepest / model.penalty;
  }
  return smallest(
      [&](double x) { return smallest([&](double y) { return model.value(x, y); }, reach); },
      reach);
}

inline LowerModel random_model(std::uint64_t seed, double scale) {
  RandomStream random(seed, "", "lower model");
  LowerModel model;
  const auto pick = [&](std::size_t most) {
    return 1 + static_cast<std::size_t>(random.uniform() * static_cast<double>(most));
  };
  model.terms.resize(pick(4));
  for (auto& term : model.terms) {
    term.resize(pick(6));
    for (detail::Plane& plane : term) {
      plane.slope = {scale * random.normal(), scale * random.normal()};
      plane.offset = scale * random.normal();
    }
  }
  return model;
}

}  // namespace podium::test
