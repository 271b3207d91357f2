#pragma once

#include <span>

namespace podium {

/// How large a difference is, in units of its spread over queries.
struct EffectSize {
  double cohens_d = 0.0;  ///< d_z = mean(d) / sd(d) of the paired differences [Cohen88]
  double hedges_g = 0.0;  ///< d_z * J(m - 1), which takes out its bias for few queries [Hedges81]
};

/// J(df) = Gamma(df/2) / ( sqrt(df/2) Gamma((df-1)/2) ), about 1 - 3 / (4 df - 1); 0 for df = 1.
double hedges_factor(double df);

/// Of at least two differences. Without any spread 0 when the mean is 0, else infinite.
EffectSize effect_size(std::span<const double> difference);

}  // namespace podium
