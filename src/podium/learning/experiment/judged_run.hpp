#pragma once

#include <vector>

#include "podium/core/format/trec/judged_run.hpp"
#include "podium/core/measure/evaluate.hpp"

namespace podium {

/// Judgements as the setting reads them. They are ordered before a run comes to them, so that all
/// runs are measured by one order, whatever they retrieved.
Qrels ordered_judgements(const Qrels& qrels, const TruthSetting& setting, std::uint64_t seed);

/// The queries of a judged run, to be evaluated; borrows from the run. The setting tells which
/// places the judgements order strictly: those of ordered_judgements(), or of top-k lists.
std::vector<ScoredQuery> scored_queries(const JudgedRun& run, const TruthSetting& setting = {});

}  // namespace podium
