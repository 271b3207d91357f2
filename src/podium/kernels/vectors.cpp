#include "podium/kernels/vectors.hpp"

#include <cstddef>

#include "podium/base/error.hpp"

namespace podium {

double dot(std::span<const double> a, std::span<const double> b) {
  expects(a.size() == b.size(), "vectors of one size");
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void add_scaled(double factor, std::span<const double> x, std::span<double> sum) {
  expects(x.size() == sum.size(), "vectors of one size");
  for (std::size_t i = 0; i < x.size(); ++i) sum[i] += factor * x[i];
}

}  // namespace podium
