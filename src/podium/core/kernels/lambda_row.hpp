#pragma once

#include <span>

#include "podium/core/kernels/pair_row.hpp"

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

/// What documents gain, and the discounts of their ranks.
struct GainsAndDiscounts {
  std::span<const double> gain;
  std::span<const double> discount;
};

/// What it changes DCG by to swap a document with each of others:
///
///   weights[i] = factor |gain - gain_i| |discount - discount_i|
///
/// Without fused operations: a plain loop gives the same bits.
void write_swap_weights(double factor, double gain, double discount,
                        const GainsAndDiscounts& others, std::span<double> weights);

}  // namespace podium
