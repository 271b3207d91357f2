#pragma once

#include <span>

namespace podium {

/// Sums over the pairs of one document with others.
struct PairRow {
  double value = 0.0;  ///< sum of w_j * phi(m_j)
  double slope = 0.0;  ///< sum of w_j * phi'(m_j)
};

// One document of score s and others that it should beat: margins m_j = s - others[j]. Each of
// these returns both sums and subtracts w_j * phi'(m_j) from gradient[j], so that adding `slope` to
// the document's own gradient completes that of the pairs.

/// phi(m) = max(0, 1 - m)
PairRow hinge_row(double score, std::span<const double> others, double weight,
                  std::span<double> gradient);

/// phi(m) = max(0, 1 - m)^2
PairRow squared_hinge_row(double score, std::span<const double> others, double weight,
                          std::span<double> gradient);

/// phi(m) = log(1 + exp(-m))
PairRow logistic_row(double score, std::span<const double> others, double weight,
                     std::span<double> gradient);

/// The same with a weight for each pair.
PairRow logistic_row(double score, std::span<const double> others, std::span<const double> weights,
                     std::span<double> gradient);

/// Such sums with that of the second derivatives.
struct CurvedPairRow : PairRow {
  double hessian = 0.0;  ///< sum of w_j * phi''(m_j)
};

/// logistic_row() with the same bits, which also adds w_j * phi''(m_j) to curvature[j].
CurvedPairRow curved_logistic_row(double score, std::span<const double> others, double weight,
                                  std::span<double> gradient, std::span<double> curvature);

struct LogisticRowRule {
  bool divides = false;  ///< each weight by |m_j| + shortest_distance

  static constexpr double shortest_distance = 0.01;
};

/// The same with a weight for each pair.
CurvedPairRow curved_logistic_row(double score, std::span<const double> others,
                                  std::span<const double> weights, std::span<double> gradient,
                                  std::span<double> curvature, const LogisticRowRule& rule = {});

/// phi(m) = 1 - sqrt(sigma(m)), sigma(m) = 1 / (1 + exp(-m)).
PairRow fidelity_row(double score, std::span<const double> others, double weight,
                     std::span<double> gradient);

/// The same with a weight for each pair.
PairRow fidelity_row(double score, std::span<const double> others, std::span<const double> weights,
                     std::span<double> gradient);

}  // namespace podium
