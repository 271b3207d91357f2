#pragma once

#include <span>
#include <string>
#include <vector>

#include "podium/core/base/table.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/core/measure/own/definitions.hpp"
#include "podium/learning/experiment/statistics/mean_interval.hpp"

namespace podium::cli {

/// A ranker's name in the output, and its evaluation.
struct NamedEvaluation {
  std::string name;
  Evaluation evaluation;
  std::string truth = "graded";    ///< how labels were read
  bool skips_blank = false;        ///< queries without a relevant document were left out
  bool is_second = false;          ///< the ranker before it, on the queries that its run has
  std::vector<Interval> interval;  ///< of each measure's mean; empty: not computed
};

/// Rankers, and what is said about all of them.
struct EvaluationTable {
  std::vector<NamedEvaluation> rankers;
  MeasureDefinitions definitions;
  IntervalOptions intervals;
};

/// Rankers side by side. JSON is one object for one ranker, which contains its second evaluation,
/// a list for several; CSV has a row for
/// each ranker. Every format carries profile, tie rule and the numbers of blank and short queries.
std::string print_evaluations(const EvaluationTable& table, TableFormat format);

/// Measures with the two limits of their intervals, {"map": [0.3, 0.4]}.
Json intervals_json(std::span<const std::string> measures, std::span<const Interval> intervals);

/// A row per query and a column per measure, after the column `query`; empty where the query does
/// not count.
std::string per_query_csv(const Evaluation& evaluation);

/// The terms of a measure's value, below a title.
std::string print_explanation(const std::string& title, const Explanation& explanation,
                              TableFormat format);

}  // namespace podium::cli
