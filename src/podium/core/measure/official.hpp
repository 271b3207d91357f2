#pragma once

#include <span>
#include <string_view>

#include "podium/core/measure/evaluate.hpp"

namespace podium {

/// Stands for what trec_eval prints by default.
inline constexpr std::string_view official_measures = "official";

/// Whether trec_eval prints it as a whole number.
bool is_official_count(std::string_view measure);

/// What trec_eval prints by default, under its names and in its order. The "mean" of a num_ is the
/// sum over queries, that of gm_map the geometric mean of average precisions of at least 0.00001.
/// num_q and gm_map have no values by query (NaN). Throws UsageError for another profile than trec
/// and for query weights, which trec_eval does not know.
Evaluation evaluate_official(std::span<const ScoredQuery> queries, const Profile& profile,
                             TieRule ties, ListRule lists = ListRule::whole);

}  // namespace podium
