#pragma once

#include <span>

#include "podium/optimise/bundle.hpp"
#include "podium/optimise/objective.hpp"

namespace podium {

/// Bundle::minimise() for an objective of which some parameters have no penalty. A bundle method
/// needs one for each: they get a millionth of that of the others. It is done by a change of
/// variables, w_k = 1000 v_k, in which all parameters have the same penalty.
Outcome minimise_with_weak_penalty(const Bundle& bundle, const PenalisedObjective& f,
                                   std::span<double> w, const Monitor& monitor,
                                   const Snapshot* from);

}  // namespace podium
