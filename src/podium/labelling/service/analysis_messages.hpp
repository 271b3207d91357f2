#pragma once

#include <cstdint>
#include <span>

#include "podium/labelling/label/analysis/judgements.hpp"
#include "podium/labelling/service/json_fields.hpp"
#include "podium/labelling/store/label_store.hpp"

namespace podium::labelling {

/// ANALYSIS of docs/service.md, without its progress. Undefined numbers are null.
Json analysis_json(const Judgements& judgements);

/// "queries": those that at least two people (or programs, where no person judged) finished by
/// preferences with different results, and those that were decided; lowest overlap first.
/// "agreed": the number of other finished queries, whose results are all equal. `queries` are
/// those of the judgements, in their order. The suggestion is the result that an export would
/// take without an adjudication: of people, or of programs where no person finished the query.
/// `seed` is the project's.
Json disagreements_json(const Judgements& judgements, std::span<const StoredQuery> queries,
                        std::uint64_t seed);

}  // namespace podium::labelling
