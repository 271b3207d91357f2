#pragma once

#include <vector>

#include "podium/loss/lists/list_mle.hpp"

namespace podium {

/// The three objects of [Xia09, proposition 10]: the true order is 123 with probability p1, and 213
/// or 321 with p2 = (1 - p1) / 2 each. For p1 > 1/3 object 1 is the likeliest best one.
///
/// The scores of mean 0 with the least expected loss, by gradient descent. Throws NumericError when
/// it does not come to rest, as for p1 next to 1, where there are none.
std::vector<double> least_expected_loss(const ListMle& loss, double p1);

/// p1 at which full ListMLE's least expected loss begins to put object 1 first, by bisection.
double flip_point();

}  // namespace podium
