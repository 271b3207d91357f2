#pragma once

#include <span>

#include "podium/learning/exchange/served_model.hpp"

namespace podium {

/// The tree with the preparation of features folded into its thresholds and sides: it decides the
/// same for every float. Splits that only one side of can be reached are left out.
RegressionTree raw_tree(const RegressionTree& tree, std::span<const ServedFeature> features);

/// The most splits below each other.
std::size_t depth_of(const RegressionTree& tree);

/// The weak ranker as a tree of one split.
RegressionTree stump(const WeakTerm& term);

}  // namespace podium
