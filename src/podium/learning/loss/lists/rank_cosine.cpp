#include "podium/learning/loss/lists/rank_cosine.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "podium/core/kernels/vectors.hpp"

namespace podium {

namespace {

// Below it the length's inverse would leave the range of a double.
constexpr double smallest_score = 1e-300;

// Of scores so close to 0 that nothing can be made of their direction.
constexpr double most_curved = 1e200;

double largest_size(std::span<const double> x) {
  double most = 0.0;
  for (const double value : x) most = std::max(most, std::abs(value));
  return most;
}

/// unit = x / |x| where the largest |x_i| is known and not 0; returns |x|. Dividing by the largest
/// first keeps the squares in range.
double to_unit(std::span<const double> x, double most, std::span<double> unit) {
  for (std::size_t i = 0; i < x.size(); ++i) unit[i] = x[i] / most;
  const double length = std::sqrt(dot(unit, unit));
  for (double& value : unit) value /= length;
  return most * length;
}

}  // namespace

bool RankCosine::prepare(const TruthView& truth, std::span<const DocIndex> /*order*/,
                         std::span<double> target) const {
  LabelMap{.value = options_.label_map,
           .power = options_.label_power,
           .rest = options_.rest,
           .full_order = FullOrderLabels::down_to_one}
      .write_targets(truth, target);
  const double most = largest_size(target);
  if (most < smallest_score) return false;
  to_unit(target, most, target);
  return true;
}

double RankCosine::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                     double weight, std::span<double> gradient,
                                     const CurvatureSink& curvature, Workspace& workspace) const {
  const double most = largest_size(scores);
  if (most < smallest_score) return 0.5 * weight;
  const std::span<double> unit = workspace.take<double>(scores.size());
  const double length = to_unit(scores, most, unit);
  const double cosine = dot(query.target, unit);
  const double factor = -0.5 * weight / length;
  double distance = 0.0;  // |psi - s|^2 = 2 - 2 cos of unit vectors, and loses no digit near 0
  for (std::size_t doc = 0; doc < scores.size(); ++doc) {
    const double difference = query.target[doc] - unit[doc];
    distance += difference * difference;
    gradient[doc] += factor * (query.target[doc] - cosine * unit[doc]);
  }
  if (curvature.is_wanted()) {
    const double bound =
        weight * std::min(1.0 / (std::numbers::sqrt3 * length * length), most_curved);
    for (double& value : curvature.values) value += bound;
  }
  return 0.25 * weight * distance;
}

}  // namespace podium
