#include "podium/learning/study/figures.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/measure/measure.hpp"
#include "podium/learning/study/learning_report.hpp"
#include "podium/learning/study/sweep.hpp"

namespace podium {

namespace {

// Limits that keep a figure readable.
constexpr std::size_t max_shown_systems = 8;
constexpr std::size_t max_shown_measures = 4;
constexpr std::size_t max_shown_features = 20;

/// "feature 19" for a feature that has a number for a name.
std::string shown_feature(const std::string& name) {
  return parse_number<std::size_t>(name) ? "feature " + name : name;
}

struct SweepPlace {
  double x = 0.0;
  std::string label;
};

/// The x coordinates of the values of a sweep on a data set; one that is not a number ("full")
/// follows the largest that the data set is swept to.
std::map<std::string, SweepPlace> places_of(const StudySweep& sweep, std::optional<double> to) {
  std::map<std::string, SweepPlace> places;
  double largest = 0.0;
  for (const std::string& value : sweep.values) {
    const auto number = parse_number<double>(value);
    if (!number || (to && *number > *to)) continue;
    places[value] = {*number, ""};
    largest = std::max(largest, *number);
  }
  for (const std::string& value : sweep.values) {
    if (parse_number<double>(value)) continue;
    largest = largest > 0.0 ? 2.0 * largest : 1.0;
    places[value] = {largest, value};
  }
  return places;
}

CurvePoint point_of(const StudySystem& system, const std::string& measure,
                    const SweepPlace& place) {
  const MeanWithInterval found = pooled_mean(system, measure);
  CurvePoint point{.x = place.x, .y = found.mean, .label = place.label};
  if (found.interval.is_known()) {
    point.low = found.interval.low;
    point.high = found.interval.high;
  }
  return point;
}

bool is_logarithmic(const StudySweep& sweep) {
  const SweepKind* kind = kind_of(sweep);
  return kind != nullptr && kind->is_logarithmic;
}

/// Whether the figure of a data set and a truth shows a system. A sweep over k sets the truth
/// itself: its systems are shown in the figure of the study's first truth.
bool is_shown(const StudySpec& spec, const StudySystem& system, const std::string& data,
              const std::string& truth) {
  if (system.data != data) return false;
  const bool is_truth_swept = spec.sweep->over == "k" && !system.sweep.empty();
  return is_truth_swept || table_truth(spec, system) == truth;
}

CurvesBlock sweep_block(const StudySpec& spec, const std::string& data, const std::string& truth,
                        const std::string& measure, std::span<const StudySystem> systems) {
  const auto source = std::ranges::find(spec.data, data, &StudyData::name);
  const std::map<std::string, SweepPlace> places =
      places_of(*spec.sweep, source == spec.data.end() ? std::nullopt : source->sweep_to);
  const bool names_truth = spec.truths.size() > 1 && spec.sweep->over != "k";
  CurvesBlock block{
      .title = fmt::format("{}: {} over {}", names_truth ? data + ", " + truth : data, measure,
                           spec.sweep->over),
      .note = "Means over the queries of all test folds, with 95 % confidence bands.",
      .x_label = spec.sweep->over,
      .x_scale = is_logarithmic(*spec.sweep) ? AxisScale::logarithmic : AxisScale::linear,
      .y_label = measure};
  for (const StudyRow& row : spec.rows) {
    Curve curve{.name = row.name};
    for (const StudySystem& system : systems) {
      if (system.row != row.name || !is_shown(spec, system, data, truth)) continue;
      if (!system.sweep.empty()) {
        curve.points.push_back(point_of(system, measure, places.at(system.sweep)));
        continue;
      }
      for (const auto& [value, place] : places) {
        curve.points.push_back(point_of(system, measure, place));
      }
    }
    std::ranges::sort(curve.points, {}, &CurvePoint::x);
    if (!curve.points.empty()) block.curves.push_back(std::move(curve));
  }
  return block;
}

/// The learning curves of a figure; null when there are none.
const LearningGroup* group_of(std::span<const LearningGroup> groups, const std::string& data,
                              const std::string& truth, const std::string& measure) {
  const auto found = std::ranges::find_if(groups, [&](const LearningGroup& group) {
    return group.data == data && group.truth == truth && group.metric == measure;
  });
  return found == groups.end() ? nullptr : &*found;
}

/// The systems of a group, the best on validation data first, at most `limit` of them. The baseline
/// is included unless `limit` is 1.
std::vector<const StudySystem*> best_by_validation(const StudySpec& spec, const StudyGroup& group,
                                                   std::size_t limit) {
  const MeasureEntry& metric = measure_entry(spec, spec.metric);
  std::vector<const StudySystem*> systems;
  for (const StudySystem& system : group.systems) systems.push_back(&system);
  std::ranges::stable_sort(systems, [&](const StudySystem* a, const StudySystem* b) {
    return metric.is_better(a->validation, b->validation);
  });
  if (systems.size() <= limit) return systems;
  const auto baseline = std::ranges::find(systems, baseline_of(spec).name, &StudySystem::row);
  if (limit > 1 && baseline != systems.end() &&
      baseline - systems.begin() >= static_cast<std::ptrdiff_t>(limit)) {
    std::iter_swap(baseline, systems.begin() + static_cast<std::ptrdiff_t>(limit) - 1);
  }
  systems.resize(limit);
  return systems;
}

/// A measure split at its cut-off: "ndcg" and 10 for "ndcg@10"; rank 0 when there is none.
struct CutMeasure {
  std::string name;
  std::size_t rank = 0;
};
CutMeasure cut_of(const std::string& measure) {
  const std::size_t at = measure.rfind('@');
  if (at == std::string::npos) return {measure, 0};
  return {measure.substr(0, at),
          parse_number<std::size_t>(std::string_view(measure).substr(at + 1)).value_or(0)};
}

}  // namespace

std::vector<CurvesBlock> sweep_curves(const StudySpec& spec, std::span<const StudySystem> systems,
                                      std::span<const LearningGroup> learning) {
  std::vector<CurvesBlock> blocks;
  if (!spec.sweep) return blocks;
  for (const StudyData& data : spec.data) {
    if (std::ranges::count(systems, data.name, &StudySystem::data) == 0) continue;
    const std::size_t truths = spec.sweep->over == "k" ? 1 : spec.truths.size();
    for (std::size_t t = 0; t < truths; ++t) {
      for (const std::string& measure : measure_names(spec)) {
        const LearningGroup* group = group_of(learning, data.name, spec.truths[t], measure);
        blocks.push_back(group != nullptr
                             ? learning_figure(spec, *group, systems)
                             : sweep_block(spec, data.name, spec.truths[t], measure, systems));
      }
    }
  }
  return blocks;
}

std::vector<CurvesBlock> rank_curves(const StudySpec& spec, const StudyGroup& group) {
  std::map<std::string, std::vector<std::string>> by_name;
  for (const std::string& measure : measure_names(spec)) {
    const CutMeasure cut = cut_of(measure);
    if (cut.rank > 0) by_name[cut.name].push_back(measure);
  }
  std::vector<CurvesBlock> blocks;
  for (const auto& [name, measures] : by_name) {
    if (measures.size() < 3) continue;
    CurvesBlock block{
        .title = fmt::format("{}: {} by rank", group.name(spec), name),
        .note =
            "Means over the queries of all test folds, with 95 % confidence bands, for the "
            "baseline and the learners with the best validation results.",
        .x_label = "rank",
        .y_label = name};
    if (const std::string text = short_lists_sentence(spec); !text.empty())
      block.note += " " + text;
    for (const StudySystem* system : best_by_validation(spec, group, max_shown_systems)) {
      Curve curve{.name = system->row};
      for (const std::string& measure : measures) {
        curve.points.push_back(
            point_of(*system, measure, {static_cast<double>(cut_of(measure).rank), ""}));
      }
      std::ranges::sort(curve.points, {}, &CurvePoint::x);
      block.curves.push_back(std::move(curve));
    }
    blocks.push_back(std::move(block));
  }
  return blocks;
}

std::optional<PerQueryBlock> per_query_block(const StudySpec& spec, const StudyGroup& group) {
  if (group.systems.size() < 2) return std::nullopt;
  PerQueryBlock block{.title = group.name(spec) + ": values per query",
                      .note = "Each point is a query of a test fold.",
                      .query = group.systems.front().query};
  block.measure = measure_names(spec);
  const std::string metric = metric_plan_of(spec).metric.name();
  const auto first = std::ranges::find(block.measure, metric);
  if (first != block.measure.end()) std::rotate(block.measure.begin(), first, first + 1);
  block.measure.resize(std::min(block.measure.size(), max_shown_measures));
  for (const StudySystem* system : best_by_validation(spec, group, max_shown_systems)) {
    if (system->query != block.query) continue;  // some of its folds are not done yet
    PerQueryBlock::System shown{.name = system->row};
    for (const std::string& measure : block.measure) {
      shown.value.push_back(system->value[system->measure_place(measure)]);
    }
    block.systems.push_back(std::move(shown));
  }
  return block;
}

std::optional<BarsBlock> weight_bars(const StudySpec& spec, const StudyGroup& group,
                                     const DataCard& card) {
  const StudySystem& best = *best_by_validation(spec, group, 1).front();
  if (best.weight.empty() || best.weight.size() != card.feature.size()) return std::nullopt;
  std::vector<std::size_t> order(best.weight.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{},
                           [&](std::size_t f) { return std::abs(best.weight[f]); });
  order.resize(std::min(order.size(), max_shown_features));
  BarsBlock block{
      .title = fmt::format("{}: features of {}", group.name(spec), best.row),
      .note =
          "Weights of the learner with the best validation result, mean over folds; the "
          "features with the largest weights.",
      .x_label = "weight"};
  for (const std::size_t f : order) {
    block.bars.push_back({shown_feature(card.feature[f]), best.weight[f]});
  }
  return block;
}

namespace {

std::string highest_grade(const DatasetInfo& info) {
  return info.labels.empty() ? "none" : to_text(std::max(0.0, info.labels.rbegin()->first));
}

std::size_t unjudged_rows(const DatasetInfo& info) {
  std::size_t count = 0;
  for (const auto& [label, rows] : info.labels) count += is_judged(label) ? 0 : rows;
  return count;
}

}  // namespace

CardsBlock data_cards(std::span<const DataCard> cards) {
  CardsBlock block{.title = "Data sets"};
  for (const DataCard& card : cards) {
    const DatasetInfo& info = card.info;
    std::vector<std::string> labels;
    for (const auto& [label, rows] : info.labels) {
      if (labels.size() == 6) break;
      labels.push_back(fmt::format("{}: {}", to_text(label), rows));
    }
    if (labels.size() < info.labels.size()) labels.emplace_back("...");
    const auto& sizes = info.documents_per_query;
    block.cards.push_back({card.name,
                           {{"queries", to_text(info.queries)},
                            {"documents", to_text(info.rows)},
                            {"documents per query", fmt::format("{} to {}, median {}", sizes.min,
                                                                sizes.max, to_text(sizes.median))},
                            {"features", to_text(info.features)},
                            {"labels", fmt::format("{}", fmt::join(labels, ", "))},
                            {"highest grade (err)", highest_grade(info)},
                            {"documents that are not judged", to_text(unjudged_rows(info))},
                            {"queries without a relevant document", to_text(info.blank_queries)},
                            {"queries with fewer than 10 documents", to_text(info.short_queries)},
                            {"missing values", to_text(info.missing)},
                            {"folds", to_text(card.folds)}}});
    // Data that was made for the study has none.
    if (!card.fingerprint.empty()) {
      block.cards.back().facts.push_back({"fingerprint", card.fingerprint});
    }
  }
  return block;
}

}  // namespace podium
