#include "podium/learning/learn/boosting/list_part.hpp"

#include <cmath>
#include <utility>

#include "podium/core/kernels/vectors.hpp"

namespace podium {

std::vector<double> dwelling_on_bad(std::span<const double> weight, std::span<const double> value) {
  std::vector<double> distribution(value.size());
  double sum = 0.0;
  for (std::size_t q = 0; q < value.size(); ++q) {
    distribution[q] = weight[q] * std::exp(-value[q]);
    sum += distribution[q];
  }
  for (double& p : distribution) p /= sum;
  return distribution;
}

ListPart::ListPart(QueryMeasure measure, const WeakPool& pool, const BinnedFeatures* binned)
    : measure_(std::move(measure)), measures_(measure_, pool, binned) {
  start();
}

void ListPart::start() {
  distribution_.assign(measure_.weight().begin(), measure_.weight().end());
  mean_ = 0.0;
}

void ListPart::weigh(std::span<const double> scores) {
  const std::vector<double> value = measure_.values(scores);
  mean_ = dot(measure_.weight(), value);
  distribution_ = dwelling_on_bad(measure_.weight(), value);
}

}  // namespace podium
