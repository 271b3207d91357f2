#include "podium/learning/explain/worth.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/json_text.hpp"
#include "podium/learning/explain/model_summary.hpp"

namespace podium {

namespace {

/// The mean loss and its interval count every query once.
void refuse_query_weights(const Dataset& data) {
  const auto weight = data.columns().query_weight;
  if (std::ranges::adjacent_find(weight, std::not_equal_to()) == weight.end()) return;
  throw UsageError("explain: the worth of features cannot use query weights, expected none");
}

std::span<const FeatureWorth> shown_features(const WorthFindings& found) {
  return std::span(found.shuffled.features).first(found.shown);
}

/// The worth of the same feature to the algorithm; unknown if it was not trained without it.
FeatureWorth dropped_worth(const WorthFindings& found, std::size_t feature) {
  const auto& all = found.dropped->features;
  const auto place = std::ranges::find(all, feature, &FeatureWorth::feature);
  if (place != all.end()) return *place;
  return {.feature = feature, .worth = std::numeric_limits<double>::quiet_NaN(), .interval = {}};
}

std::string interval_text(const Interval& interval) {
  return interval.is_known() ? fmt::format("{:.4f} to {:.4f}", interval.low, interval.high) : "-";
}

void add_cells(std::vector<Cell>& row, const FeatureWorth& worth, TableFormat format) {
  row.emplace_back(worth.worth);
  if (is_for_programs(format)) {
    row.emplace_back(worth.interval.low);
    row.emplace_back(worth.interval.high);
  } else {
    row.emplace_back(interval_text(worth.interval));
  }
}

std::string level_text(const WorthFindings& found) {
  return fmt::format("{:g} %", 100.0 * (1.0 - found.options.alpha));
}

Table worth_table(const RankingModel& model, const WorthFindings& found, TableFormat format) {
  Table table{.columns = {"feature"}, .rows = {}};
  const auto add_columns = [&](const std::string& name) {
    table.columns.push_back(name);
    if (is_for_programs(format)) {
      table.columns.push_back(name + " low");
      table.columns.push_back(name + " high");
    } else {
      table.columns.push_back(fmt::format("{} interval", level_text(found)));
    }
  };
  add_columns("shuffled");
  if (found.dropped) add_columns("dropped");
  for (const FeatureWorth& worth : shown_features(found)) {
    std::vector<Cell> row = {model.preparation.features.name(worth.feature)};
    add_cells(row, worth, format);
    if (found.dropped) add_cells(row, dropped_worth(found, worth.feature), format);
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string shuffled_meaning(const WorthFindings& found) {
  return fmt::format(
      "shuffled: loss of {} (now {:.4f}, {}) when the values of the feature are shuffled "
      "among the documents of each query; mean of {}",
      found.measure.metric.name(), found.shuffled.value,
      counted(found.shuffled.queries, "query", "queries"),
      counted(found.options.repeats, "shuffle"));
}

std::string dropped_meaning(const WorthFindings& found) {
  return fmt::format(
      "dropped: loss of {} (now {:.4f}) when the model is trained again without the feature",
      found.measure.metric.name(), found.dropped->value);
}

/// Why features have no worth to the algorithm, a sentence each.
std::vector<std::string> untrained(const RankingModel& model, const WorthFindings& found) {
  std::vector<std::string> text;
  for (const FeatureWorth& worth : found.dropped->features) {
    if (worth.problem.empty()) continue;
    text.push_back(fmt::format("not trained without {}: {}",
                               model.preparation.features.name(worth.feature), worth.problem));
  }
  return text;
}

std::string worth_sentence(const RankingModel& model, const WorthFindings& found,
                           const FeatureWorth& worth) {
  const double without =
      found.shuffled.value +
      (found.measure.metric.entry().smaller_is_better ? worth.worth : -worth.worth);
  return fmt::format(
      "Without what {} says, {} would be {:.4f} instead of {:.4f} ({} interval of the "
      "loss: {}).",
      model.preparation.features.name(worth.feature), found.measure.metric.name(), without,
      found.shuffled.value, level_text(found), interval_text(worth.interval));
}

std::vector<std::string> sentences(const RankingModel& model, const WorthFindings& found) {
  constexpr std::size_t most = 3;
  std::vector<std::string> text;
  const auto& all = found.shuffled.features;
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) {
    if (all[i].interval.low > 0.0) text.push_back(worth_sentence(model, found, all[i]));
  }
  const auto helpless = std::ranges::count_if(
      all, [](const FeatureWorth& worth) { return !(worth.interval.low > 0.0); });
  if (helpless > 0) {
    text.push_back(fmt::format(
        "For {} of {} features no gain can be shown on these queries: their intervals include 0 or "
        "are below it.",
        helpless, all.size()));
  }
  return text;
}

}  // namespace

WorthFindings shuffled_worth(const RankingModel& model, const Dataset& data,
                             const MetricPlan& measure, const WorthOptions& options,
                             std::size_t shown, const RunProgressSink& progress) {
  refuse_query_weights(data);
  WorthFindings found{.measure = with_top_grade(measure, highest_label(data)),
                      .options = options,
                      .shuffled = {},
                      .dropped = std::nullopt,
                      .shown = shown};
  found.shuffled = permutation_worth(model, data, found.measure, options, progress);
  std::ranges::stable_sort(found.shuffled.features, std::greater{}, &FeatureWorth::worth);
  found.shown = std::min(shown, found.shuffled.features.size());
  return found;
}

void add_dropped_worth(WorthFindings& found, const RankingModel& model, const RetrainingData& data,
                       const RunProgressSink& progress) {
  std::vector<std::size_t> chosen;
  for (const FeatureWorth& worth : shown_features(found)) chosen.push_back(worth.feature);
  found.dropped = drop_one_worth(model, data, chosen, found.measure, found.options, progress);
}

ExplainAnswer explain_worth(const RankingModel& model, const WorthFindings& found,
                            TableFormat format) {
  std::vector<std::string> meaning = {shuffled_meaning(found)};
  std::vector<std::string> problems;
  if (found.dropped) {
    meaning.push_back(dropped_meaning(found));
    problems = untrained(model, found);
    meaning.insert(meaning.end(), problems.begin(), problems.end());
  }
  ExplainAnswer answer{.text = {}, .summary = sentences(model, found), .sections = {}};
  const Table table = worth_table(model, found, format);
  if (format == TableFormat::json) {
    Json json;
    json["measure"] = found.measure.metric.name();
    json["value"] = found.shuffled.value;
    json["queries"] = found.shuffled.queries;
    json["repeats"] = found.options.repeats;
    json["alpha"] = found.options.alpha;
    if (found.dropped) json["retrained_value"] = found.dropped->value;
    if (!problems.empty()) json["remarks"] = problems;
    json["features"] = to_json(table);
    answer.text = json_text(json);
  } else {
    answer.text = with_heading(fmt::format("{}", fmt::join(meaning, "\n")), table, format);
  }
  BarsBlock bars{.x_label = "loss of " + found.measure.metric.name() + " without the feature"};
  for (const FeatureWorth& worth : shown_features(found)) {
    bars.bars.push_back({model.preparation.features.name(worth.feature), worth.worth});
  }
  ReportSection section{
      .title = "What the features are worth",
      .text =
          {"How much worse the ranking becomes when one feature no longer says anything. A long "
           "bar to the right is a feature that the ranking depends on. A bar to the left means "
           "that these queries would be ranked better without the feature. Where the interval "
           "includes 0, the effect may be chance."},
      .blocks = {bars, TableBlock{.note = fmt::format("{}.", fmt::join(meaning, ". ")),
                                  .table = worth_table(model, found, TableFormat::table)}}};
  answer.sections.push_back(std::move(section));
  return answer;
}

}  // namespace podium
