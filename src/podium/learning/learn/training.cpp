#include "podium/learning/learn/training.hpp"

#include <cmath>

#include "podium/core/base/error.hpp"

namespace podium {

double HeldOut::value_of(std::span<const double> scores) const {
  const Evaluation evaluation =
      evaluate(scored_queries(data, scores), std::span(&metric, 1), *profile, ties, lists);
  const double mean = evaluation.mean.front();
  if (std::isnan(mean)) {
    throw NumericError("validation: no query can be evaluated by " + metric.name());
  }
  return mean;
}

}  // namespace podium
