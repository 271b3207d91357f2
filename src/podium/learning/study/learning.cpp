#include "podium/learning/study/learning.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "podium/learning/experiment/statistics/paired_t.hpp"
#include "podium/learning/study/sweep.hpp"

namespace podium {

namespace {

/// A test query: folds may use the same ids.
using FoldQuery = std::pair<std::size_t, std::string>;
using ValueByQuery = std::map<FoldQuery, double>;

/// A repetition: the seed and the draw of the training queries.
using Repetition = std::pair<std::uint64_t, std::size_t>;

/// What a row found with one value of the sweep.
struct SizedValues {
  std::string place;
  double learned = 0.0;  ///< sum over cells
  std::size_t cells = 0;
  std::map<Repetition, ValueByQuery> value;

  double size() const { return learned / static_cast<double>(cells); }
};

bool is_in(const StudySpec& spec, const StudyRow& row, const CellResult& cell,
           const LearningGroup& group) {
  if (cell.row != row.name || cell.data != group.data) return false;
  return row.truth ? group.truth == spec.truths.front() : cell.truth == group.truth;
}

/// Whether `cell` has the metric, and which of its measures it is.
std::optional<std::size_t> metric_place(const LearningGroup& group, const CellResult& cell) {
  const auto found = std::ranges::find(cell.measure, group.metric);
  if (found == cell.measure.end()) return std::nullopt;
  return static_cast<std::size_t>(found - cell.measure.begin());
}

/// By value of the sweep, in the order of the sizes; each size once.
std::vector<SizedValues> sized_values(const StudySpec& spec, const StudyRow& row,
                                      std::span<const CellResult> cells,
                                      const LearningGroup& group) {
  std::vector<SizedValues> all;
  for (const CellResult& cell : cells) {
    const std::optional<std::size_t> metric = metric_place(group, cell);
    if (!is_in(spec, row, cell, group) || cell.sweep.empty() || !metric) continue;
    auto place = std::ranges::find(all, cell.sweep, &SizedValues::place);
    if (place == all.end()) place = all.insert(all.end(), {.place = cell.sweep});
    place->learned += static_cast<double>(cell.learned);
    ++place->cells;
    ValueByQuery& values = place->value[{cell.seed, cell.draw}];
    for (std::size_t q = 0; q < cell.query.size(); ++q) {
      values[{cell.fold, cell.query[q]}] = cell.value[*metric][q];
    }
  }
  std::ranges::stable_sort(all, {}, &SizedValues::size);
  const auto is_same = [](const SizedValues& a, const SizedValues& b) {
    return a.size() == b.size();
  };
  all.erase(std::unique(all.begin(), all.end(), is_same), all.end());
  return all;
}

/// The mean over the seeds of a row that is not swept, for every query.
ValueByQuery fixed_values(const StudySpec& spec, const StudyRow& row,
                          std::span<const CellResult> cells, const LearningGroup& group) {
  ValueByQuery values;
  std::map<FoldQuery, double> count;
  for (const CellResult& cell : cells) {
    const std::optional<std::size_t> metric = metric_place(group, cell);
    if (!is_in(spec, row, cell, group) || !metric) continue;
    for (std::size_t q = 0; q < cell.query.size(); ++q) {
      const FoldQuery query{cell.fold, cell.query[q]};
      double& mean = values[query];
      mean += (cell.value[*metric][q] - mean) / ++count[query];
    }
  }
  return values;
}

bool has_same_queries(const ValueByQuery& a, const ValueByQuery& b) {
  return std::ranges::equal(
      a, b, {}, [](const auto& one) { return one.first; },
      [](const auto& one) { return one.first; });
}

std::vector<double> values_only(const ValueByQuery& values) {
  std::vector<double> all;
  for (const auto& [query, value] : values) all.push_back(value);
  return all;
}

/// The values side by side; nothing when some are missing: a cell is not done yet.
std::optional<LearningValues> aligned(std::span<const SizedValues> sized,
                                      const ValueByQuery& reference) {
  LearningValues values;
  if (sized.empty() || sized.front().value.empty()) return std::nullopt;
  const ValueByQuery& first = sized.front().value.begin()->second;
  for (const SizedValues& place : sized) {
    if (place.value.size() != sized.front().value.size() || place.learned == 0.0) {
      return std::nullopt;
    }
    values.size.push_back(place.size());
    auto& at_size = values.value.emplace_back();
    for (const auto& [repetition, by_query] : place.value) {
      if (!has_same_queries(by_query, first)) return std::nullopt;
      at_size.push_back(values_only(by_query));
    }
  }
  if (has_same_queries(reference, first)) values.reference = values_only(reference);
  return values;
}

/// Half the interval of the mean difference from the reference at the largest size.
double margin_of(const LearningValues& values) {
  const auto& last = values.value.back();
  std::vector<double> difference;
  for (std::size_t q = 0; q < values.reference.size(); ++q) {
    double mean = 0.0;
    for (const auto& repetition : last) mean += repetition[q] / static_cast<double>(last.size());
    if (!std::isnan(mean - values.reference[q])) difference.push_back(mean - values.reference[q]);
  }
  if (difference.size() < 2) return 0.0;
  const Interval interval = paired_t_test(difference, 0.05).interval;
  return 0.5 * (interval.high - interval.low);
}

void add_row(const StudySpec& spec, const StudyRow& row, std::span<const CellResult> cells,
             const ValueByQuery& reference, LearningGroup& group) {
  const std::vector<SizedValues> sized = sized_values(spec, row, cells, group);
  std::optional<LearningValues> values = aligned(sized, reference);
  if (!values) return;
  values->smaller_is_better = measure_entry(spec, spec.metric).smaller_is_better;
  if (group.places.empty()) {
    for (const SizedValues& place : sized) group.places.push_back({place.place, place.size()});
  }
  if (values->reference.empty()) group.baseline.clear();
  group.rows.push_back(
      {row.name, fit_learning_curve(*values, spec.seeds.front()), margin_of(*values)});
}

}  // namespace

std::vector<LearningGroup> learning_groups(const StudySpec& spec,
                                           std::span<const CellResult> cells) {
  std::vector<LearningGroup> groups;
  if (!spec.sweep || !is_learning_sweep(*spec.sweep)) return groups;
  const StudyRow& baseline = baseline_of(spec);
  for (const StudyData& data : spec.data) {
    for (const std::string& truth : spec.truths) {
      LearningGroup group{.data = data.name,
                          .truth = truth,
                          .metric = metric_plan_of(spec).metric.name(),
                          .counts = std::string(kind_of(*spec.sweep)->counts)};
      ValueByQuery reference;
      if (!baseline.sweeps) {
        reference = fixed_values(spec, baseline, cells, group);
        group.baseline = baseline.name;
      }
      for (const StudyRow& row : spec.rows) {
        if (row.sweeps) add_row(spec, row, cells, reference, group);
      }
      if (!group.rows.empty()) groups.push_back(std::move(group));
    }
  }
  return groups;
}

}  // namespace podium
