#include "podium/kernels/exponential.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace podium {

double largest(std::span<const double> x) {
  double most = -std::numeric_limits<double>::infinity();
  for (const double value : x) most = std::max(most, value);
  return most;
}

double exp_shifted(std::span<const double> x, double shift, std::span<double> out) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += out[i] = std::exp(x[i] - shift);
  return sum;
}

double log_sum_exp(std::span<const double> x) {
  const double most = largest(x);
  if (!std::isfinite(most)) return most;
  double sum = 0.0;
  for (const double value : x) sum += std::exp(value - most);
  return most + std::log(sum);
}

void log_of(std::span<const double> x, std::span<double> out) {
  for (std::size_t i = 0; i < x.size(); ++i) out[i] = std::log(x[i]);
}

void sigmoid(std::span<const double> x, std::span<double> out) {
  for (std::size_t i = 0; i < x.size(); ++i) out[i] = 1.0 / (1.0 + std::exp(-x[i]));
}

void tanh_of(std::span<const double> x, std::span<double> out) {
  for (std::size_t i = 0; i < x.size(); ++i) out[i] = std::tanh(x[i]);
}

}  // namespace podium
