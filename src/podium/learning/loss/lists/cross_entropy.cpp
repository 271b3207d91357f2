#include "podium/learning/loss/lists/cross_entropy.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/kernels/exponential.hpp"

namespace podium {

void to_softmax(std::span<double> x) {
  const double sum = exp_shifted(x, largest(x), x);
  for (double& value : x) value /= sum;
}

double add_cross_entropy(std::span<const double> p, std::span<const double> scores, double weight,
                         std::span<double> gradient, std::span<double> scratch,
                         const CurvatureSink& curvature) {
  const std::span<double> e = scratch.first(scores.size());
  const double most = largest(scores);
  const double sum = exp_shifted(scores, most, e);
  const double factor = weight / sum;
  double expected = 0.0;  // of s - most under p: subtracting first keeps the digits of large scores
  for (std::size_t i = 0; i < scores.size(); ++i) {
    expected += p[i] * (scores[i] - most);
    gradient[i] += factor * e[i] - weight * p[i];
  }
  if (curvature.is_wanted()) {
    const bool is_exact = curvature.kind == CurvatureKind::exact;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double q = e[i] / sum;
      curvature.values[i] += weight * q * (is_exact ? std::max(0.0, 1.0 - q) : 1.0);
    }
  }
  return weight * (std::log(sum) - expected);
}

}  // namespace podium
