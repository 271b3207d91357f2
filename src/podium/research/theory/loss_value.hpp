#pragma once

#include <span>
#include <vector>

#include "podium/learning/loss/loss.hpp"

namespace podium::research {

/// l(scores) of one query whose tied documents are in the given order; 0 when the query does not
/// contribute.
inline double loss_value(const Loss& loss, const WeakOrder& truth, std::span<const DocIndex> order,
                         std::span<const double> scores) {
  std::vector<double> target(scores.size());
  if (!loss.prepare(truth.view(), order, target)) return 0.0;
  std::vector<double> gradient(scores.size(), 0.0);
  Workspace workspace;
  return loss.accumulate({truth.view(), order, target, {}}, scores, 1.0, gradient, workspace);
}

}  // namespace podium::research
