#pragma once

#include <cstddef>
#include <span>

#include "podium/core/base/workspace.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium {

/// The longest list of add_permutation_entropy.
inline constexpr std::size_t longest_permuted_list = 16;

/// Cross entropy of the Plackett-Luce probabilities of the first m places, of targets psi and of
/// scores s. [Cao07]
///
///   h(s) = - sum over orders y of the first m places of  P(y; psi) * log P(y; s)
///   P(y; s) = product over places j = 1 .. m of  exp(s_y(j)) / (sum over i not before j of
///   exp(s_i))
///
/// The factor of a place depends on the set of documents before it alone, not on their order. So h
/// is a sum over the sets S of fewer than m documents,
///
///   h(s) = sum over S of  pi(S) * cross entropy of softmax(psi) and softmax(s), both outside of S
///
/// where pi(S) is the probability by psi that S comes first. That is O(2^n n) for all n places,
/// instead of the n! n of the formula. m = 1 is ListNet's top-one cross entropy; m = n, and also
/// m = n - 1, is the cross entropy of whole orders. psi must be 16 values or fewer.
///
/// Returns weight * h and adds weight * dh/ds to `gradient`.
double add_permutation_entropy(std::span<const double> psi, std::span<const double> scores,
                               std::size_t places, double weight, std::span<double> gradient,
                               Workspace& workspace, const CurvatureSink& curvature = {});

}  // namespace podium
