#pragma once

#include <functional>
#include <span>
#include <vector>

#include "podium/learning/model/tree_ensemble.hpp"

namespace podium {

/// The exact Shapley values of a document under trees, compared with a reference: features of a set
/// S are the document's, all others the reference's. They add up to the difference of the scores,
/// without those of the start. Several references, row after row, give the means over them.
///
/// A leaf is reached if the features of a set U of its path come from the document and those of a
/// set V from the reference, |U| = u, |V| = v. That game gives each feature of U the value
/// (u-1)! v! / (u+v)!, each of V minus u! (v-1)! / (u+v)!. [Lundberg20]
///
/// Only paths that the document or a reference can take are followed, each for 64 references at a
/// time. `check` is called again and again; what it throws ends the work.
std::vector<double> tree_attribution(
    const TreeEnsemble& model, std::span<const float> document, std::span<const float> references,
    const std::function<void()>& check = [] {});

/// The score of a document, without that of the start, as a sum over features and without a
/// reference.
struct TreeShapley {
  double base = 0.0;  ///< the mean score of the training rows, as their shares of the leaves say
  std::vector<double> feature;  ///< add up to score - base, up to rounding
};

/// The Shapley values of the game v(S) = mean of the leaves' values, where features of S decide as
/// they do and a split by another feature sends the document both ways, in proportion to the rows
/// of training. [Lundberg20] O(leaves * depth^2) for each tree.
TreeShapley tree_shapley(const TreeEnsemble& model, std::span<const float> document);

}  // namespace podium
