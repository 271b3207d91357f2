#include "podium/learning/learn/boosting/list_part.hpp"

#include <cmath>
#include <utility>

namespace podium {

std::vector<double> dwelling_on_bad(const QueryBlocks& blocks, std::span<const double> weight,
                                    std::span<const double> value) {
  std::vector<double> distribution(value.size());
  const double sum = blocks.sum(0.0, [&](std::size_t q, double& all, Workspace& /*workspace*/) {
    all += distribution[q] = weight[q] * std::exp(-value[q]);
  });
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
  mean_ = measure_.blocks().sum(0.0, [&](std::size_t q, double& sum, Workspace& /*workspace*/) {
    sum += measure_.weight()[q] * value[q];
  });
  distribution_ = dwelling_on_bad(measure_.blocks(), measure_.weight(), value);
}

}  // namespace podium
