#pragma once

#include <span>

namespace podium {

/// The size of a difference in units of its standard deviation over queries.
struct EffectSize {
  double cohens_d = 0.0;  ///< d_z = mean(d) / sd(d) of the paired differences [Cohen88]
  double hedges_g = 0.0;  ///< d_z * J(m - 1), corrected for the bias with few queries [Hedges81]
};

/// J(df) = Gamma(df/2) / ( sqrt(df/2) Gamma((df-1)/2) ), about 1 - 3 / (4 df - 1); 0 for df = 1.
double hedges_factor(double df);

/// For at least two differences. When all are equal: 0 when the mean is 0, otherwise infinite.
EffectSize effect_size(std::span<const double> difference);

}  // namespace podium
