#pragma once

#include <cstdint>
#include <span>

#include "podium/label/analysis/judgements.hpp"
#include "podium/service/json_fields.hpp"
#include "podium/store/label_store.hpp"

namespace podium {

/// ANALYSIS of docs/service.md, without its progress. Numbers that nobody knows are null.
Json analysis_json(const Judgements& judgements);

/// "queries": those that two people or more (programs where only they judged) have finished by
/// preferences with different results, or that were decided, worst agreement first; "agreed": how
/// many others they finished, all with the same result. `queries` are those of the judgements, in
/// their order. What is suggested is what an export would take without an adjudication: of people,
/// or of programs where no person finished the query. `seed` is the project's.
Json disagreements_json(const Judgements& judgements, std::span<const StoredQuery> queries,
                        std::uint64_t seed);

}  // namespace podium
