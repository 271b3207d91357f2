#include "podium/learning/study/fixed_ranker.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/joined_data.hpp"
#include "podium/core/format/scores.hpp"
#include "podium/core/measure/blank_queries.hpp"
#include "podium/core/prepare/transform.hpp"
#include "podium/learning/experiment/judged_run.hpp"
#include "podium/learning/experiment/tuning/single_feature.hpp"
#include "podium/learning/study/row_files.hpp"

namespace podium {

namespace {

constexpr std::array<std::string_view, 2> parts = {"vali", "test"};

/// Feature values as scores; a missing value is below all others.
std::vector<double> feature_scores(const std::string& name, bool ascending, const Dataset& data) {
  const std::size_t feature = find_feature(data, name);
  std::vector<double> scores(data.row_count());
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView query = data[q];
    for (DocIndex doc = 0; doc < query.size(); ++doc) {
      const auto value = static_cast<double>(query.features[doc][feature]);
      scores[query.first_row + doc] = std::isnan(value) ? -std::numeric_limits<double>::infinity()
                                      : ascending       ? -value
                                                        : value;
    }
  }
  return scores;
}

/// The scores of the queries of `part`, of a file with one score for each row of `whole`.
std::vector<double> scores_of_part(const Dataset& whole, const std::filesystem::path& path,
                                   const Dataset& part) {
  const std::vector<double> all = read_scores_of(whole, path);
  std::map<std::string_view, std::size_t> first_row;
  for (std::size_t q = 0; q < whole.query_count(); ++q) {
    first_row[whole[q].id] = whole[q].first_row;
  }
  std::vector<double> scores;
  for (std::size_t q = 0; q < part.query_count(); ++q) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first_row.at(part[q].id));
    scores.insert(scores.end(), begin, begin + static_cast<std::ptrdiff_t>(part[q].size()));
  }
  return scores;
}

/// The feature that a row names, or that training and validation data choose.
std::string feature_of(const StudySpec& spec, const StudyCell& cell, const FoldData& data) {
  const StudyRow& row = spec.rows[cell.row];
  if (row.feature != best_feature) return row.feature;
  const CrossvalPlan plan = plan_of(spec, cell);
  const Dataset pool = joined_data(data.train, data.vali);
  const auto best =
      best_single_feature(pool, plan.preparation, with_top_grade(plan.metric, highest_label(pool)));
  if (best) return pool.feature_name(*best);
  throw UsageError("row " + in_quotes(row.name) +
                   ": found no best feature; expected data of at most 1,000 features, with values "
                   "that are not missing");
}

/// One cell's row, data and conventions.
class FixedRanker {
 public:
  FixedRanker(const StudySpec& spec, const StudyCell& cell, const StudySource& source,
              const FoldData& data, const std::filesystem::path& folder)
      : row_(spec.rows[cell.row]),
        data_(spec.data[cell.data]),
        cell_(cell),
        source_(source),
        folder_(folder),
        metric_(metric_plan_of(spec)),
        feature_(feature_of(spec, cell, data)) {}

  const Measure& metric() const noexcept { return metric_.metric; }

  OptionText chosen() const {
    if (feature_ == row_.feature) return {};
    return {{"feature", feature_}};
  }

  Evaluation evaluated(const Dataset& part, std::string_view part_name,
                       std::span<const Measure> measures) const {
    const std::filesystem::path path = file_of_row(row_, data_, cell_.fold, part_name, folder_);
    if (!row_.run.empty()) return of_run(path, part, measures);
    return evaluate_scores(part, scores_of(path, part), measures, metric_,
                           parse_truth_setting(cell_.truth), cell_.seed);
  }

 private:
  std::vector<double> scores_of(const std::filesystem::path& path, const Dataset& part) const {
    if (!feature_.empty()) return feature_scores(feature_, row_.ascending, part);
    if (has_scores_of_all_rows(row_)) return scores_of_part(source_.whole(), path, part);
    return read_scores_of(part, path);
  }

  Evaluation of_run(const std::filesystem::path& path, const Dataset& part,
                    std::span<const Measure> measures) const {
    for (const Measure& measure : measures) {
      if (!measure.entry().needs_order) continue;
      throw UsageError("row " + in_quotes(row_.name) + ": " + measure.name() +
                       " needs an order of the documents; a run can only be measured with labels");
    }
    const JudgedRun run(qrels_of(part), read_run(path));
    const std::vector<ScoredQuery> queries = scored_queries(run);
    return evaluate(metric_.skips_blank ? without_blank_queries(queries) : queries, measures,
                    *metric_.profile, metric_.ties, metric_.lists);
  }

  const StudyRow& row_;
  const StudyData& data_;
  const StudyCell& cell_;
  const StudySource& source_;
  const std::filesystem::path& folder_;
  MetricPlan metric_;
  std::string feature_;  ///< that the row ranks by; empty: a run or scores
};

}  // namespace

FixedOutcome measure_fixed(const StudySpec& spec, const StudyCell& cell, const StudySource& source,
                           const FoldData& data, const std::filesystem::path& folder) {
  const FixedRanker ranker(spec, cell, source, data, folder);
  const Evaluation vali = ranker.evaluated(data.vali, parts[0], std::span(&ranker.metric(), 1));
  return {vali.mean.front(), ranker.chosen(),
          ranker.evaluated(data.test, parts[1], measures_of(spec))};
}

}  // namespace podium
