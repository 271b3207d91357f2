#pragma once

#include <span>
#include <vector>

#include "podium/learning/experiment/statistics/equivalence.hpp"
#include "podium/research/joint/sign_flips.hpp"

namespace podium::research {

/// Equivalence at several points of one data set together.
struct JointEquivalence {
  std::vector<Equivalence> point;
  double p_holds = 1.0;    ///< largest p of a point: intersection-union, needs no correction
  std::size_t within = 0;  ///< points whose own p is at most .05
  double beyond = 0.0;     ///< largest distance of a simultaneous 95 % interval from the margin;
                           ///< above 0: a point lies outside
  bool holds() const { return p_holds <= 0.05; }
  bool is_refuted() const { return beyond > 0.0; }
};

/// `margin` has a value for each point. With `one_sided` only "not worse" is tested: mean >
/// -margin.
JointEquivalence joint_equivalence(const DifferenceBlock& block, std::span<const double> margin,
                                   bool one_sided, const FlipOptions& options);

}  // namespace podium::research
