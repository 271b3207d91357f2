#pragma once

#include <span>
#include <string>
#include <vector>

#include "podium/base/table.hpp"
#include "podium/measure/evaluate.hpp"

namespace podium {

/// A ranker's name in the output, and its evaluation.
struct NamedEvaluation {
  std::string name;
  Evaluation evaluation;
  std::string truth = "graded";  ///< how labels were read
};

/// Rankers side by side. JSON is one object for one ranker, a list for several; CSV has a row for
/// each ranker. Every format carries profile, tie rule and the numbers of blank and short queries.
std::string print_evaluations(std::span<const NamedEvaluation> rankers, TableFormat format);

/// A row per query and a column per measure, after the column `query`; empty where the query does
/// not count.
std::string per_query_csv(const Evaluation& evaluation);

/// The terms of a measure's value, below a title.
std::string print_explanation(const std::string& title, const Explanation& explanation,
                              TableFormat format);

}  // namespace podium
