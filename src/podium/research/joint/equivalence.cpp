#include "podium/research/joint/equivalence.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "podium/core/base/error.hpp"
#include "podium/research/joint/joint_points.hpp"

namespace podium::research {

JointEquivalence joint_equivalence(const DifferenceBlock& block, std::span<const double> margin,
                                   bool one_sided, const FlipOptions& options) {
  expects(block.points() > 0 && margin.size() == block.points(), "a margin for every point");
  JointEquivalence result{.p_holds = 0.0, .beyond = -HUGE_VAL};
  const FlippedPoints flipped = flip_signs(std::array{centred(block)}, options);
  const double width = simultaneous_width(flipped, 0.95, one_sided);
  for (std::size_t p = 0; p < block.points(); ++p) {
    const Equivalence point = equivalence_test(block.difference[p], margin[p], block.extra(p));
    const double p_value = one_sided ? point.p_not_worse : point.p;
    result.p_holds = std::max(result.p_holds, p_value);
    if (p_value <= 0.05) ++result.within;
    const double mean = 0.5 * (point.interval.low + point.interval.high);
    const double distance = one_sided ? -mean : std::abs(mean);
    result.beyond = std::max(result.beyond, distance - width * point.error - margin[p]);
    result.point.push_back(point);
  }
  return result;
}

}  // namespace podium::research
