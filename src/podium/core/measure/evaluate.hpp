#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/measure/measure.hpp"
#include "podium/core/measure/profile.hpp"

namespace podium {

/// A query with the scores of a ranker, borrowed. Documents 0 .. scores.size()-1 were retrieved;
/// those beyond were judged but not retrieved and can only be missed.
struct ScoredQuery {
  std::string_view id;
  TruthView truth;
  std::span<const double> scores;
  StringColumn document_id;  ///< document d is document_id[first_row + d]; may be empty
  std::size_t first_row = 0;
  double weight = 1.0;  ///< in means over queries
};

/// The queries of a data set with one score per row, in row order (see scores_by_row).
std::vector<ScoredQuery> scored_queries(const Dataset& data, std::span<const double> scores);

/// Which retrieved documents measures see.
enum class ListRule {
  whole,      ///< all
  condensed,  ///< those that are judged; see condensed_list(). MeasureEntry::sees_unjudged: all
};

/// What one ranker is worth, query by query.
struct Evaluation {
  std::string profile;
  TieRule ties = TieRule::input;
  ListRule lists = ListRule::whole;
  std::size_t blank = 0;        ///< queries with no document of a positive label
  std::size_t short_lists = 0;  ///< queries with fewer documents than the largest cutoff
  std::size_t tied = 0;         ///< queries in which documents of different label share a score
  std::size_t unjudged = 0;     ///< retrieved documents that are not judged, also those that
                                ///< condensed lists are without
  std::vector<std::string> query;
  std::vector<double> weight;  ///< of each query in the means; empty: all are 1
  std::vector<std::string> measure;
  std::vector<std::vector<double>> value;  ///< [measure][query]; NaN: left out of the mean
  std::vector<double> mean;                ///< per measure, over the queries that count, weighted
                                           ///< by the queries' weights; NaN when there is none
};

/// The highest label, 0 at least.
double highest_label(const Dataset& data);
double highest_label(std::span<const ScoredQuery> queries);

/// Measure::with_top_grade() of each.
std::vector<Measure> with_top_grade(std::span<const Measure> measures, double highest);

/// Ranks every query under the tie rule and takes every measure, with the highest label of all
/// queries as its highest grade where it needs one. Queries without judged documents do not count.
/// Throws UsageError when a measure cannot work with the truth or the tie rule, NumericError
/// naming query and document for a score that is not a number.
Evaluation evaluate(std::span<const ScoredQuery> all, std::span<const Measure> given,
                    const Profile& profile, TieRule ties, ListRule lists = ListRule::whole);

/// What models are chosen by on held-out data.
struct MetricPlan {
  Measure metric;
  const Profile* profile = nullptr;
  TieRule ties = TieRule::input;
  ListRule lists = ListRule::whole;
  bool skips_blank = false;  ///< queries without a relevant document are left out of all means
};

/// The plan with Measure::with_top_grade() of its metric.
MetricPlan with_top_grade(const MetricPlan& plan, double highest);

/// The data as a measure is to see it: with the labels as they are or, if it needs an order, with
/// the truth that the setting makes of them.
Dataset with_truth_for(const Measure& measure, const Dataset& data, const TruthSetting& setting,
                       std::uint64_t seed);

/// Takes every measure of scores in row order, under the profile and the rules of `conventions`, on
/// the truth that with_truth_for() shows it. Measures that need an order come last. Which queries
/// are blank is told by the labels of `data`, for all measures.
Evaluation evaluate_scores(const Dataset& data, std::span<const double> scores,
                           std::span<const Measure> measures, const MetricPlan& conventions,
                           const TruthSetting& setting, std::uint64_t seed);

/// How one query's value of one measure came about; the measure has its highest grade. Documents
/// are named by their ids, or by their numbers in the query where they have none.
Explanation explain(const ScoredQuery& query, const Measure& measure, TieRule ties,
                    ListRule lists = ListRule::whole);

}  // namespace podium
