#pragma once

#include <span>
#include <vector>

#include "podium/research/papers/reproduction.hpp"

namespace podium::research {

/// Takes account of other partitions of the same queries into folds: the largest of their p values
/// decides, so that a claim holds, or is refuted, only if all partitions say so. A claim that needs
/// data still does. `others` has the same papers and claims for every partition.
void decide_by_all_partitions(std::span<CheckedPaper> papers,
                              std::span<const std::vector<CheckedPaper>> others);

}  // namespace podium::research
