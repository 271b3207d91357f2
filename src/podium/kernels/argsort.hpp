#pragma once

#include <cstdint>
#include <span>

#include "podium/base/workspace.hpp"

namespace podium {

/// order = the places of x by falling value, equal values by rising place. No x may be NaN. O(n)
/// for long x.
void argsort_falling(std::span<const double> x, std::span<std::uint32_t> order,
                     Workspace& workspace);

}  // namespace podium
