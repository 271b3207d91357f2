#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "podium/learning/loss/loss_fixture.hpp"

namespace podium::fixture {

/// phi(m) and phi'(m) of a margin m = s_i - s_j.
struct Margin {
  double value = 0.0;
  double slope = 0.0;
};

inline Margin logistic_margin(double m) {
  const double e = std::exp(-std::abs(m));
  return {std::max(0.0, -m) + std::log1p(e), -(m > 0.0 ? e : 1.0) / (1.0 + e)};
}

/// The slow twin of all pairwise losses: the sum over every pair (i, j) with level_i > level_j of
/// weight(i, j) * phi(s_i - s_j), with its gradient, written as in the papers. `sign` is that of
/// what a pair does to its worse document: -1 for first derivatives, 1 for second ones.
template <class Phi, class Weight>
Evaluated pair_sum(const WeakOrder& truth, std::span<const double> s, const Phi& phi,
                   const Weight& weight, double sign = -1.0) {
  Evaluated sum{.value = 0.0, .gradient = std::vector<double>(s.size(), 0.0)};
  for (std::size_t i = 0; i < s.size(); ++i) {
    for (std::size_t j = 0; j < s.size(); ++j) {
      if (truth.level[i] <= truth.level[j]) continue;
      const Margin pair = phi(s[i] - s[j]);
      sum.value += weight(i, j) * pair.value;
      sum.gradient[i] += weight(i, j) * pair.slope;
      sum.gradient[j] += sign * (weight(i, j) * pair.slope);
    }
  }
  return sum;
}

template <class Phi>
Evaluated pair_sum(const WeakOrder& truth, std::span<const double> s, const Phi& phi) {
  return pair_sum(truth, s, phi, [](std::size_t, std::size_t) { return 1.0; });
}

/// Number of pairs of different level, by counting them.
inline double count_pairs(const WeakOrder& truth) {
  double count = 0.0;
  for (const Level a : truth.level) {
    for (const Level b : truth.level) count += a > b ? 1.0 : 0.0;
  }
  return count;
}

}  // namespace podium::fixture
