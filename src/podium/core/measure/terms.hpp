#pragma once

#include <cstddef>
#include <initializer_list>

#include "podium/core/measure/measure.hpp"

namespace podium::detail {

/// Begins an explanation of terms by rank: formula, and the columns that follow rank, document and
/// label. Does nothing without an explanation, like add_term().
inline void start_terms(Explanation* explanation, const char* formula,
                        std::initializer_list<const char*> columns) {
  if (explanation == nullptr) return;
  explanation->formula = formula;
  explanation->terms.columns = {"rank", "document", "label"};
  explanation->terms.columns.insert(explanation->terms.columns.end(), columns.begin(),
                                    columns.end());
}

/// A row for the document at `rank`; ranks and documents are shown counted from 1.
inline void add_term(Explanation* explanation, const JudgedRanking& judged, std::size_t rank,
                     std::initializer_list<double> values) {
  if (explanation == nullptr) return;
  auto& row = explanation->terms.rows.emplace_back();
  row = {rank + 1, judged.order()[rank] + std::size_t{1}, Cell(judged.ranked_label()[rank], 2)};
  for (const double value : values) row.emplace_back(value, 6);
}

}  // namespace podium::detail
