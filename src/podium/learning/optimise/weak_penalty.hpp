#pragma once

#include <span>

#include "podium/learning/optimise/bundle.hpp"
#include "podium/learning/optimise/objective.hpp"

namespace podium {

/// Bundle::minimise() for an objective of which some parameters have no penalty. A bundle method
/// needs one for each: they get a hundredth of that of the others, since the time grows with the
/// ratio (a millionth took 180 times as long, for the same validation values). It is done by a
/// change of variables, w_k = 10 v_k, in which all parameters have the same penalty.
Outcome minimise_with_weak_penalty(const Bundle& bundle, const PenalisedObjective& f,
                                   std::span<double> w, const Monitor& monitor,
                                   const Snapshot* from);

}  // namespace podium
