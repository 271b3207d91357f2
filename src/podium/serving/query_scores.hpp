#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "podium/learning/model/query_scorer.hpp"
#include "podium/serving/query_memory.hpp"
#include "podium/serving/query_message.hpp"

namespace podium::serving {

/// How many documents of a query become rows at once: all of them for a model that looks at whole
/// queries.
std::size_t documents_at_once(const QueryScorer& scorer, std::size_t documents);

/// The scores of a query. `see` gets the rows of its documents, part by part, before they are
/// prepared in place. Ends soon after `stop` with Stopped, but a query of one part is finished.
/// Throws what QueryScorer::score() does.
std::vector<double> query_scores(
    const QueryScorer& scorer, QueryMessage& message, QueryMemory& memory,
    const std::stop_token& stop = {},
    const std::function<void(std::span<const float> rows)>& see = [](auto) {});

}  // namespace podium::serving
