#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "podium/core/measure/evaluate.hpp"

namespace podium {

/// What becomes of queries that have no relevant document.
enum class BlankQueries {
  keep,  ///< they count; the profile gives the value of a measure that is not defined for them
  skip,  ///< they are left out of all means, of measures that are 0 for them, too
  both,  ///< both is reported
};

inline constexpr std::array<std::string_view, 3> blank_queries_names = {"keep", "skip", "both"};

/// Whether no document of the query, retrieved or not, has a positive label.
bool is_blank(const TruthView& truth);
bool is_blank(const ScoredQuery& query);

/// The queries that are not blank.
std::vector<ScoredQuery> without_blank_queries(std::span<const ScoredQuery> queries);
Dataset without_blank_queries(const Dataset& data);

}  // namespace podium
