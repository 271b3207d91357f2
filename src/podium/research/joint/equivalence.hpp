#pragma once

#include <span>
#include <vector>

#include "podium/core/base/interval.hpp"
#include "podium/research/joint/sign_flips.hpp"

namespace podium::research {

/// Two one-sided t tests [Schuirmann87] of "the mean of d lies within -margin and margin".
struct Equivalence {
  double p = 1.0;            ///< of |mean| >= margin
  double p_not_worse = 1.0;  ///< of mean <= -margin alone
  double error = 0.0;        ///< standard error of the mean
  Interval interval;         ///< of 90 %: inside the margin if and only if p <= .05

  /// The margin that would be shown with a power of 80 % if the true difference is 0.
  double smallest_margin() const;
};

/// `extra_variance`: see DifferenceBlock. Needs at least two differences and a margin above 0.
Equivalence equivalence_test(std::span<const double> difference, double margin,
                             double extra_variance = 0.0);

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
