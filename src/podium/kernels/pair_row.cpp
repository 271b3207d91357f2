#include "podium/kernels/pair_row.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace podium {

namespace {

template <class WeightAt, class Margin>
PairRow row(double score, std::span<const double> others, const WeightAt& weight_at,
            std::span<double> pull, const Margin& value_and_slope) {
  PairRow sums;
  for (std::size_t j = 0; j < others.size(); ++j) {
    const PairRow pair = value_and_slope(score - others[j]);
    const double weight = weight_at(j);
    sums.value += weight * pair.value;
    sums.slope += weight * pair.slope;
    pull[j] -= weight * pair.slope;
  }
  return sums;
}

PairRow logistic(double margin) {
  const double e = std::exp(-std::abs(margin));
  return {std::max(0.0, -margin) + std::log1p(e), -(margin > 0.0 ? e : 1.0) / (1.0 + e)};
}

}  // namespace

PairRow hinge_row(double score, std::span<const double> others, double weight,
                  std::span<double> pull) {
  return row(
      score, others, [&](std::size_t) { return weight; }, pull,
      [](double margin) {
        return PairRow{std::max(0.0, 1.0 - margin), margin < 1.0 ? -1.0 : 0.0};
      });
}

PairRow squared_hinge_row(double score, std::span<const double> others, double weight,
                          std::span<double> pull) {
  return row(
      score, others, [&](std::size_t) { return weight; }, pull,
      [](double margin) {
        const double gap = std::max(0.0, 1.0 - margin);
        return PairRow{gap * gap, -2.0 * gap};
      });
}

PairRow logistic_row(double score, std::span<const double> others, double weight,
                     std::span<double> pull) {
  return row(
      score, others, [&](std::size_t) { return weight; }, pull, logistic);
}

PairRow logistic_row(double score, std::span<const double> others, std::span<const double> weights,
                     std::span<double> pull) {
  return row(
      score, others, [&](std::size_t j) { return weights[j]; }, pull, logistic);
}

}  // namespace podium
