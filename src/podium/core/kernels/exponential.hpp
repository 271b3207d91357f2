#pragma once

#include <span>

namespace podium {

// Errors are in units in the last place of the exact result, denormal ones included. NaN gives NaN.

/// The largest of x, ignoring NaN; minus infinity when there is none.
double largest(std::span<const double> x);

/// out[i] = exp(x[i] - shift), within 1.1; returns their sum. Too large a result is infinity, too
/// small a one 0; with shift = largest(x) nothing overflows. `out` may be x.
double exp_shifted(std::span<const double> x, double shift, std::span<double> out);

/// out[i] = log(x[i]) within 1, for positive, normal x[i]. `out` may be x.
void log_of(std::span<const double> x, std::span<double> out);

/// out[i] = 1 / (1 + exp(-x[i])) within 3. `out` may be x.
void sigmoid(std::span<const double> x, std::span<double> out);

/// out[i] = tanh(x[i]) within 3. `out` may be x.
void tanh_of(std::span<const double> x, std::span<double> out);

}  // namespace podium
