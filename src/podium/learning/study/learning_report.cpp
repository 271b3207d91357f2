#include "podium/learning/study/learning_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"
#include "podium/learning/experiment/conclusion.hpp"

namespace podium {

namespace {

// Multiples of the largest size that are forecast: beyond them the law is a guess.
constexpr std::array<double, 2> multiples = {2.0, 4.0};

// Numbers of queries beyond this multiple of the largest size are not told.
constexpr double most_told = 100.0;

// Of a 95 % interval, for means over many queries.
constexpr double normal_quantile = 1.959964;

double largest_size(const LearningGroup& group) {
  return group.places.back().size;
}

/// A whole number of queries where it is one.
std::string size_text(double size) {
  return std::abs(size - std::round(size)) < 0.05 ? fmt::format("{:.0f}", size)
                                                  : fmt::format("{:.1f}", size);
}

bool has_law(const LearningGroup& group) {
  return std::ranges::any_of(group.rows, [](const auto& row) { return row.curve.law.has_value(); });
}

/// The sizes of a figure.
std::vector<double> sizes_of(const LearningGroup& group) {
  std::vector<double> sizes;
  for (const LearningGroup::Place& place : group.places) sizes.push_back(place.size);
  if (has_law(group)) {
    for (const double multiple : multiples) sizes.push_back(multiple * largest_size(group));
  }
  return sizes;
}

Curve measured_curve(const LearningGroup::Row& row) {
  Curve curve{.name = row.name};
  for (const SizedMean& point : row.curve.points) {
    const double margin = normal_quantile * point.error;
    curve.points.push_back({.x = point.size,
                            .y = point.mean,
                            .low = point.mean - margin,
                            .high = point.mean + margin});
  }
  return curve;
}

Curve fitted_curve(const LearningGroup::Row& row, std::span<const double> sizes) {
  Curve curve{.name = row.name + ", fitted", .is_fitted = true};
  for (const double size : sizes) {
    const Interval interval = row.curve.interval_at(size);
    curve.points.push_back(
        {.x = size, .y = row.curve.law->at(size), .low = interval.low, .high = interval.high});
  }
  return curve;
}

Curve level_line(const StudySystem& system, const std::string& metric,
                 std::span<const double> sizes) {
  const MeanWithInterval found = pooled_mean(system, metric);
  Curve curve{.name = system.row};
  for (const double size : sizes) {
    CurvePoint point{.x = size, .y = found.mean};
    if (found.interval.is_known()) {
      point.low = found.interval.low;
      point.high = found.interval.high;
    }
    curve.points.push_back(std::move(point));
  }
  return curve;
}

/// The systems of one place of the sweep, with the baseline if it is not swept.
StudyGroup group_at(const StudySpec& spec, const LearningGroup& group, const std::string& value,
                    std::span<const StudySystem> systems) {
  StudyGroup at{group.data, group.truth, {}};
  for (const StudySystem& system : systems) {
    const bool is_level_baseline = system.sweep.empty() && system.row == baseline_of(spec).name;
    if (system.data != group.data || table_truth(spec, system) != group.truth) continue;
    if (system.sweep == value || is_level_baseline) at.systems.push_back(system);
  }
  return at;
}

/// A number of queries; words where it is below the sizes that were measured or far above.
Cell size_cell(double size, const LearningGroup& group) {
  if (std::isinf(size)) return "never";
  if (size <= group.places.front().size) {
    return "at most " + size_text(group.places.front().size);
  }
  const double most = most_told * largest_size(group);
  if (size > most) return "above " + size_text(most);
  return static_cast<std::int64_t>(std::ceil(size));
}

/// Rows of the forecast table for one learner.
class ForecastRows {
 public:
  ForecastRows(const LearningGroup& group, const LearningGroup::Row& row, Table& table)
      : group_(group), row_(row), table_(table) {}

  void add(const std::string& what, Cell value, Cell low, Cell high) {
    table_.rows.push_back({row_.name, what, std::move(value), std::move(low), std::move(high)});
  }
  void add_size(const std::string& what, const SizeForecast& forecast) {
    add(what, size_cell(forecast.size, group_), size_cell(forecast.interval.low, group_),
        size_cell(forecast.interval.high, group_));
  }

 private:
  const LearningGroup& group_;
  const LearningGroup::Row& row_;
  Table& table_;
};

void add_forecast(const StudySpec& spec, const LearningGroup& group, const LearningGroup::Row& row,
                  Table& table) {
  ForecastRows rows(group, row, table);
  const LearningCurve& curve = row.curve;
  if (!curve.law) {
    rows.add("no forecast: " + curve.refusal, "", "", "");
    return;
  }
  for (const double multiple : multiples) {
    const double size = multiple * largest_size(group);
    const Interval interval = curve.interval_at(size);
    rows.add(fmt::format("{} with {} {}", group.metric, size_text(size), group.counts),
             curve.law->at(size), interval.low, interval.high);
  }
  if (!group.baseline.empty()) {
    rows.add_size(group.counts + " to reach " + group.baseline, curve.above_reference(0.0));
    rows.add_size(group.counts + " to be significantly better than " + group.baseline,
                  curve.above_reference(row.margin));
  }
  if (spec.sweep->target) {
    rows.add_size(fmt::format("{} to reach {}", group.counts, to_text(*spec.sweep->target)),
                  curve.reaching(*spec.sweep->target));
  }
}

std::string law_text(const LearningGroup::Row& row) {
  const PowerLaw& law = *row.curve.law;
  return fmt::format("{}: {:.4f} {} {:.3g} n^-{:.2f}", row.name, law.limit,
                     law.scale < 0.0 ? "+" : "-", std::abs(law.scale), law.rate);
}

}  // namespace

CurvesBlock learning_figure(const StudySpec& spec, const LearningGroup& group,
                            std::span<const StudySystem> systems) {
  const std::vector<double> sizes = sizes_of(group);
  CurvesBlock block{
      .title = fmt::format("{}: {} over {}", group.name(spec), group.metric, group.counts),
      .note =
          "Means over the queries of all test folds, with 95 % confidence bands over queries "
          "and draws.",
      .x_label = group.counts,
      .x_scale = AxisScale::logarithmic,
      .y_label = group.metric};
  if (has_law(group)) {
    block.note +=
        " Fitted: limit - scale n^-rate, with the forecast for two and four times the "
        "largest number.";
  }
  for (const StudyRow& row : spec.rows) {
    const auto learner = std::ranges::find(group.rows, row.name, &LearningGroup::Row::name);
    if (learner != group.rows.end()) {
      block.curves.push_back(measured_curve(*learner));
      if (learner->curve.law) block.curves.push_back(fitted_curve(*learner, sizes));
    }
    for (const StudySystem& system : systems) {
      if (system.row != row.name || !system.sweep.empty() || system.data != group.data) continue;
      if (table_truth(spec, system) != group.truth) continue;
      block.curves.push_back(level_line(system, group.metric, sizes));
    }
  }
  return block;
}

std::optional<TableBlock> learning_table(const StudySpec& spec, const LearningGroup& group,
                                         std::span<const StudySystem> systems) {
  const std::string& baseline = baseline_of(spec).name;
  TableBlock block{.title = fmt::format("{}: difference of {} from {} by {}", group.name(spec),
                                        group.metric, baseline, group.counts),
                   .table = {.columns = {"learner", group.counts, group.metric, "difference",
                                         "95 % from", "to", "p corrected", "to add"}}};
  for (const LearningGroup::Place& place : group.places) {
    const std::optional<Comparison> comparison =
        compared(spec, group_at(spec, group, place.value, systems), group.metric);
    if (!comparison) continue;
    for (const PairComparison& pair : comparison->pairs) {
      Cell difference(pair.difference);
      difference.mark = mark_of(&pair);
      block.table.rows.push_back(
          {comparison->ranker[pair.rankers.a], Cell(place.size, 0), pair.mean_a, difference,
           pair.interval.low, pair.interval.high,
           p_cell(pair.tests.front().p_corrected, pair.tests.front().outcome.is_at_floor()),
           more_queries(pair)});
    }
  }
  if (block.table.rows.empty()) return std::nullopt;
  std::ranges::stable_sort(block.table.rows, {}, [&](const std::vector<Cell>& row) {
    return std::ranges::find(spec.rows, std::get<std::string>(row.front().value), &StudyRow::name) -
           spec.rows.begin();
  });
  block.note = marks_sentence(
                   spec, fmt::format("{} test, corrected over the rows of each size", spec.test)) +
               " Over the queries of all test folds. " + more_queries_sentence();
  return block;
}

TableBlock forecast_table(const StudySpec& spec, const LearningGroup& group) {
  TableBlock block{.title = fmt::format("{}: forecast of {} by {}", group.name(spec), group.metric,
                                        group.counts),
                   .table = {.columns = {"learner", "forecast", "value", "95 % from", "to"}}};
  std::vector<std::string> laws;
  for (const LearningGroup::Row& row : group.rows) {
    add_forecast(spec, group, row, block.table);
    if (row.curve.law) laws.push_back(law_text(row));
  }
  if (laws.empty()) return block;
  block.note = fmt::format(
      "Fitted curves, n {}: {}. Intervals by the bootstrap over test queries and draws; they hold "
      "if the curve keeps its form.",
      group.counts, fmt::join(laws, "; "));
  return block;
}

std::vector<std::string> forecast_sentences(const StudySpec& spec, const LearningGroup& group) {
  std::vector<std::string> sentences;
  for (const LearningGroup::Row& row : group.rows) {
    const LearningCurve& curve = row.curve;
    if (!curve.law) {
      sentences.push_back(fmt::format("{}: no forecast of the learning curve of {}: {}.",
                                      group.name(spec), row.name, curve.refusal));
      continue;
    }
    const double size = multiples.back() * largest_size(group);
    const Interval interval = curve.interval_at(size);
    sentences.push_back(fmt::format(
        "{}: {} has {} {:.4f} with {} {}; with {} it is forecast to have {:.4f} (95 % from {:.4f} "
        "to {:.4f}).",
        group.name(spec), row.name, group.metric, curve.points.back().mean,
        size_text(largest_size(group)), group.counts, size_text(size), curve.law->at(size),
        interval.low, interval.high));
  }
  return sentences;
}

}  // namespace podium
