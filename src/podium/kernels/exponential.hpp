#pragma once

#include <span>

namespace podium {

/// The largest of x; minus infinity of nothing.
double largest(std::span<const double> x);

/// out[i] = exp(x[i] - shift); returns their sum. With shift = largest(x) nothing overflows. `out`
/// may be x.
double exp_shifted(std::span<const double> x, double shift, std::span<double> out);

/// log(sum of exp(x[i])), without overflow; minus infinity of nothing.
double log_sum_exp(std::span<const double> x);

/// out[i] = log(x[i]) for positive, normal x[i]. `out` may be x.
void log_of(std::span<const double> x, std::span<double> out);

/// out[i] = 1 / (1 + exp(-x[i])). `out` may be x.
void sigmoid(std::span<const double> x, std::span<double> out);

/// out[i] = tanh(x[i]). `out` may be x.
void tanh_of(std::span<const double> x, std::span<double> out);

}  // namespace podium
