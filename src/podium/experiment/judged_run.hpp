#pragma once

#include <vector>

#include "podium/format/trec/judged_run.hpp"
#include "podium/measure/evaluate.hpp"

namespace podium {

/// The queries of a judged run, to be evaluated; borrows from the run.
std::vector<ScoredQuery> scored_queries(const JudgedRun& run);

}  // namespace podium
