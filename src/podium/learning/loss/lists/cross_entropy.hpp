#pragma once

#include <span>

#include "podium/learning/loss/loss.hpp"

namespace podium {

/// x becomes softmax(x): exp(x_i) / (sum over j of exp(x_j)).
void to_softmax(std::span<double> x);

/// Cross entropy of a distribution p and the softmax of scores.
///
///   h(s) = - sum over i of  p_i * log softmax(s)_i,     dh/ds = softmax(s) - p
///
/// Returns weight * h and adds weight * dh/ds to `gradient`. O(n), finite for all finite scores.
/// The curvature of q = softmax(s) is q_i (1 - q_i), its bound q_i: diag(q) - q q^T <= diag(q).
/// `scratch` is memory for one number per document.
double add_cross_entropy(std::span<const double> p, std::span<const double> scores, double weight,
                         std::span<double> gradient, std::span<double> scratch,
                         const CurvatureSink& curvature = {});

}  // namespace podium
