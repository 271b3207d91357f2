#include "podium/learning/experiment/statistics/moments.hpp"

#include <cmath>
#include <numeric>

#include "podium/core/base/error.hpp"
#include "podium/learning/experiment/statistics/test_outcome.hpp"

namespace podium {

double Moments::standard_error() const {
  return deviation / std::sqrt(static_cast<double>(count));
}

Moments moments_of(std::span<const double> values) {
  expects(values.size() >= 2, "at least two values");
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double deviation = std::sqrt(squares / (count - 1.0));
  return {values.size(), mean, deviation <= rounding * std::abs(mean) ? 0.0 : deviation};
}

}  // namespace podium
