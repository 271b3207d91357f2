#pragma once

#include <span>

#include "podium/kernels/pair_row.hpp"

namespace podium {

/// Documents by their scores s, and by exp(s - c) for one c.
struct ScoresAndPowers {
  std::span<const double> score;
  std::span<const double> power;
};

/// curved_logistic_row() with LogisticRowRule::divides, but without the value. It needs the powers
/// of each document instead of an exponential for each pair: all of them must be positive, so that
/// scores may differ by widest_scores.
CurvedPairRow normed_logistic_row(double score, double power, const ScoresAndPowers& others,
                                  std::span<const double> weights, std::span<double> gradient,
                                  std::span<double> curvature);

inline constexpr double widest_scores = 600.0;

}  // namespace podium
