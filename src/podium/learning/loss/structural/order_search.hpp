#pragma once

#include <cstddef>

#include "podium/core/base/workspace.hpp"
#include "podium/learning/loss/structural/top_query.hpp"

namespace podium {

/// Looks for an order of a larger V = loss * (1 + score - ideal score) than a known one, depth
/// first, and returns `known` if it finds none. Places are filled from the first on; documents are
/// tried by descending score - lambda * gain, of equal gain only the one with the best score left.
/// A beginning is given up when no order that begins so can be better, since
///
///   V <= (lambda * loss + 1 + score - ideal score)^2 / (4 lambda)
///
/// whose largest value comes from filling up by the same value. Any lambda > 0 is correct; that of
/// the least bound of all orders leaves the least to try. At most `most` beginnings are tried. The
/// order by value itself and what swaps of neighbours make of it come first: the better the known
/// order, the sooner beginnings are given up.
TopOrder better_order(const TopQuery& query, double lambda, const TopOrder& known, std::size_t most,
                      Workspace& workspace);

}  // namespace podium
