#pragma once

#include <span>

namespace podium {

/// Sum of a[i] * b[i].
double dot(std::span<const double> a, std::span<const double> b);

/// sum[i] += factor * x[i].
void add_scaled(double factor, std::span<const double> x, std::span<double> sum);

/// Whether every x[i] is a number and not infinite.
bool all_finite(std::span<const double> x);

}  // namespace podium
