#pragma once

#include <span>

namespace podium {

/// Sum of a[i] * b[i].
double dot(std::span<const double> a, std::span<const double> b);

/// sum[i] += factor * x[i].
void add_scaled(double factor, std::span<const double> x, std::span<double> sum);

}  // namespace podium
