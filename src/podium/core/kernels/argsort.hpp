#pragma once

#include <cstdint>
#include <span>

#include "podium/core/base/workspace.hpp"

namespace podium {

/// order = the places of x by descending value, equal values by ascending place; NaN comes
/// last, in ascending place. O(n) for long x, in parallel for very long x.
void argsort_descending(std::span<const double> x, std::span<std::uint32_t> order,
                        Workspace& workspace);

}  // namespace podium
