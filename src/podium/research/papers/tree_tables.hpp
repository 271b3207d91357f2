#pragma once

#include <vector>

#include "podium/core/report/document.hpp"
#include "podium/research/papers/findings.hpp"

namespace podium::research {

/// Our boosted trees on the LETOR sets and those of other tools, row by row; empty when none of
/// ours has results.
std::vector<ReportBlock> tree_tool_blocks(const Findings& findings);

/// Boosted trees on the top-10 truths of [Niu12]: how far each is above LambdaMART, with intervals;
/// one table for each data set.
std::vector<ReportBlock> top_k_tree_blocks(const Findings& findings);

}  // namespace podium::research
