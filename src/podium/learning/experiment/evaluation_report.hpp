#pragma once

#include <span>
#include <string>
#include <vector>

#include "podium/core/base/io/json_text.hpp"
#include "podium/core/base/table.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/core/measure/own/definitions.hpp"
#include "podium/learning/experiment/statistics/mean_interval.hpp"

namespace podium {

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
struct EvaluationReport {
  std::vector<NamedEvaluation> rankers;
  MeasureDefinitions definitions;
  IntervalOptions intervals;
};

/// Rankers side by side: a row for each measure, the best value in bold, and one for each count.
Table means_table(const EvaluationReport& report);

/// The rankers side by side, below a line with their conventions. JSON is one object for one
/// ranker, which contains its second evaluation, a list for several; CSV has a row for each ranker.
/// Every format has profile, tie rule and the numbers of blank and short queries.
std::string render(const EvaluationReport& report, TableFormat format);

/// What was left out before measuring; the means; the two limits of their intervals, {"map": [0.3,
/// 0.4]}.
void add_rules(ListRule lists, bool skips_blank, Json& json);
Json means_json(std::span<const std::string> measures, std::span<const double> means);
Json intervals_json(std::span<const std::string> measures, std::span<const Interval> intervals);

/// A row per query and a column per measure, after the column `query`; empty where the query does
/// not count.
std::string per_query_csv(const Evaluation& evaluation);

/// The terms of a measure's value, below a title.
std::string render(const std::string& title, const Explanation& explanation, TableFormat format);

}  // namespace podium
