#pragma once

#include "podium/core/base/workspace.hpp"
#include "podium/learning/loss/structural/top_query.hpp"

namespace podium {

/// The order that the search of [Cheng15, eq. 6 to 9] finds for a slack xi >= 0. It wants the
/// largest score - xi / loss, which for every lambda >= 0 is at most
///
///   F(lambda) = max over orders y of (score(y) + lambda * loss(y)) - 2 sqrt(xi * lambda)
///
/// A golden section search minimises F, where each lambda takes one sort, and the best of the
/// orders met on the way, by score - xi / loss, is the result. The minimum of F lies within
/// [xi / (largest loss)^2, xi / (least positive loss)^2]. For xi = 0 it is at lambda = 0, and the
/// orders of lambda = 0, 1 and 1000 are compared. Orders without a loss, for which the quotient is
/// not defined, are passed over; if only such orders are met, the result is one of them.
///
/// Neither the largest score - xi / loss nor the largest violation need be among the orders met.
TopOrder golden_order(const TopQuery& query, double xi, Workspace& workspace);

/// The paper takes xi from the orders that it found in earlier steps. Here these are the orders
/// found at the same scores: xi is 0 at first, then the violation of the order just found, until
/// that grows no more.
TopOrder golden_violation(const TopQuery& query, Workspace& workspace);

}  // namespace podium
