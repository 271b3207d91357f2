#pragma once

#include <cstddef>

namespace podium {

/// P(Q > q) for the studentised range of `groups` >= 2 means with `df` > 0 degrees of freedom: the
/// range of `groups` independent standard normals, divided by an independent estimate of their
/// standard deviation [Copenhaver88].
///
///   P(Q > q)     = integral over s > 0 of f(s) P(R > q s) ds
///   P(R > w)     = r * integral over z of phi(z) ( Phi(z)^(r-1) - (Phi(z) - Phi(z-w))^(r-1) ) dz
///   f(s)         = 2 (df/2)^(df/2) / Gamma(df/2) * s^(df-1) exp(-df s^2 / 2)
///
/// paper -> code:   r -> groups
///
/// Both integrands are positive, so small tails keep their relative accuracy, about 1e-10.
double studentised_range_upper_tail(double q, std::size_t groups, double df);

}  // namespace podium
