#pragma once

#include <vector>

#include "podium/loss/lists/list_mle.hpp"

namespace podium {

/// The three objects of [Xia09, proposition 10]: the true order is 123 with probability p1, and 213
/// or 321 with p2 = (1 - p1) / 2 each. For p1 > 1/3 object 1 is most likely the best.
///
/// The scores of mean 0 that minimise the expected loss, by gradient descent. Throws NumericError
/// when it does not converge, for example for p1 close to 1, where no minimum exists.
std::vector<double> least_expected_loss(const ListMle& loss, double p1);

/// The smallest p1 for which the minimiser of full-order ListMLE ranks object 1 first, by
/// bisection.
double flip_point();

}  // namespace podium
