#include "podium/learning/experiment/evaluation_report.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "podium/core/measure/measure.hpp"
#include "podium/core/measure/official.hpp"

namespace podium {

namespace {

Json evaluation_json(const NamedEvaluation& ranker, const EvaluationReport& all) {
  const Evaluation& evaluation = ranker.evaluation;
  Json json = {{"ranker", ranker.name},
               {"profile", evaluation.profile},
               {"ties", name_of(evaluation.ties)},
               {"queries", evaluation.query.size()},
               {"blank", evaluation.blank},
               {"short", evaluation.short_lists},
               {"unjudged", evaluation.unjudged},
               {"measures", means_json(evaluation.measure, evaluation.mean)}};
  if (ranker.truth != "graded") json["truth"] = ranker.truth;
  add_rules(evaluation.lists, ranker.skips_blank, json);
  for (const MeasureDefinition& own : all.definitions.all()) {
    json["define"].push_back(own.text());
  }
  if (!ranker.interval.empty()) {
    json["confidence"] = all.intervals.confidence;
    json["intervals"] = intervals_json(evaluation.measure, ranker.interval);
  }
  return json;
}

/// A mean, or a count of trec_eval's.
Cell value_cell(const std::string& measure, double value) {
  if (is_official_count(measure)) return static_cast<std::int64_t>(value);
  return value;
}

/// Of a name that trec_eval prints and Podium does not know: a measure of which more is better.
const MeasureEntry& entry_of(const std::string& measure, const EvaluationReport& all) {
  return is_official_count(measure) || measure == "gm_map" ? find_measure("map")
                                                           : find_measure(measure, all.definitions);
}

Table row_per_ranker(const EvaluationReport& all) {
  Table table{
      .columns = {"ranker", "profile", "ties", "truth", "queries", "blank", "short", "unjudged"}};
  const NamedEvaluation& first = all.rankers.front();
  const auto& names = first.evaluation.measure;
  table.columns.insert(table.columns.end(), names.begin(), names.end());
  if (!first.interval.empty()) {
    for (const std::string& name : names) {
      table.columns.push_back(name + " from");
      table.columns.push_back(name + " to");
    }
  }
  for (const NamedEvaluation& ranker : all.rankers) {
    const Evaluation& result = ranker.evaluation;
    auto& row = table.rows.emplace_back();
    row = {ranker.name,         result.profile, name_of(result.ties), ranker.truth,
           result.query.size(), result.blank,   result.short_lists,   result.unjudged};
    for (std::size_t m = 0; m < names.size(); ++m) {
      row.push_back(value_cell(names[m], result.mean[m]));
    }
    for (const Interval& interval : ranker.interval) {
      row.emplace_back(interval.low);
      row.emplace_back(interval.high);
    }
  }
  return table;
}

/// Sets the best of the values in bold, if there is a choice. They stand in every `step`th cell.
void mark_best(std::span<Cell> cells, std::size_t step, const MeasureEntry& measure) {
  if (cells.size() <= step) return;
  double best = std::nan("");
  for (std::size_t i = 0; i < cells.size(); i += step) {
    const double value = std::get<double>(cells[i].value);
    if (std::isnan(best) || measure.is_better(value, best)) best = value;
  }
  for (std::size_t i = 0; i < cells.size(); i += step) {
    cells[i].strong = std::get<double>(cells[i].value) == best;
  }
}

/// The conventions in one line, and the user's own measures in a line each.
std::string conventions(const EvaluationReport& all, const std::string& comment) {
  const NamedEvaluation& first = all.rankers.front();
  const bool is_condensed = first.evaluation.lists == ListRule::condensed;
  const bool skips_all = std::ranges::all_of(all.rankers, &NamedEvaluation::skips_blank);
  std::string text = fmt::format("{}profile {}, ties {}, truth {}{}{}\n", comment,
                                 first.evaluation.profile, name_of(first.evaluation.ties),
                                 first.truth, is_condensed ? ", condensed lists" : "",
                                 skips_all ? ", blank queries skipped" : "");
  for (const MeasureDefinition& own : all.definitions.all()) {
    text += comment + own.text() + "\n";
  }
  return text;
}

}  // namespace

Table means_table(const EvaluationReport& report) {
  const bool has_intervals = !report.rankers.front().interval.empty();
  Table table{.columns = {"measure"}};
  for (const NamedEvaluation& ranker : report.rankers) {
    table.columns.push_back(ranker.name);
    if (!has_intervals) continue;
    table.columns.push_back(confidence_text(report.intervals) + " from");
    table.columns.emplace_back("to");
  }
  const auto& names = report.rankers.front().evaluation.measure;
  for (std::size_t m = 0; m < names.size(); ++m) {
    auto& row = table.rows.emplace_back();
    row = {names[m]};
    for (const NamedEvaluation& ranker : report.rankers) {
      row.push_back(value_cell(names[m], ranker.evaluation.mean[m]));
      if (!has_intervals) continue;
      row.emplace_back(ranker.interval[m].low);
      row.emplace_back(ranker.interval[m].high);
    }
    if (is_official_count(names[m])) continue;
    mark_best(std::span(row).subspan(1), has_intervals ? 3 : 1, entry_of(names[m], report));
  }
  const auto count = [&](const char* name, auto&& number) {
    auto& row = table.rows.emplace_back();
    row = {name};
    for (const NamedEvaluation& ranker : report.rankers) {
      row.emplace_back(number(ranker.evaluation));
      if (has_intervals) row.insert(row.end(), 2, std::nan(""));
    }
  };
  count("queries", [](const Evaluation& e) { return e.query.size(); });
  count("blank", [](const Evaluation& e) { return e.blank; });
  count("short", [](const Evaluation& e) { return e.short_lists; });
  count("tied", [](const Evaluation& e) { return e.tied; });
  if (std::ranges::any_of(report.rankers,
                          [](const auto& r) { return r.evaluation.unjudged > 0; })) {
    const bool is_condensed = report.rankers.front().evaluation.lists == ListRule::condensed;
    count(is_condensed ? "unjudged documents, removed" : "unjudged documents",
          [](const Evaluation& e) { return e.unjudged; });
  }
  return table;
}

std::string render(const EvaluationReport& report, TableFormat format) {
  if (format == TableFormat::csv) return render(row_per_ranker(report), format);
  if (format == TableFormat::json) {
    std::vector<Json> list;
    for (const NamedEvaluation& ranker : report.rankers) {
      Json json = evaluation_json(ranker, report);
      if (ranker.is_second) {
        list.back()["complete_off"] = std::move(json);
      } else {
        list.push_back(std::move(json));
      }
    }
    return json_text(list.size() == 1 ? list.front() : Json(list));
  }
  return conventions(report, format == TableFormat::latex ? "% " : "") + "\n" +
         render(means_table(report), format);
}

void add_rules(ListRule lists, bool skips_blank, Json& json) {
  if (lists == ListRule::condensed) json["condensed"] = true;
  if (skips_blank) json["blank_queries"] = "skipped";
}

Json means_json(std::span<const std::string> measures, std::span<const double> means) {
  Json json = Json::object();
  for (std::size_t m = 0; m < measures.size(); ++m) json[measures[m]] = means[m];
  return json;
}

Json intervals_json(std::span<const std::string> measures, std::span<const Interval> intervals) {
  Json json = Json::object();
  for (std::size_t m = 0; m < measures.size(); ++m) {
    json[measures[m]] = Json::array({intervals[m].low, intervals[m].high});
  }
  return json;
}

std::string per_query_csv(const Evaluation& evaluation) {
  Table table{.columns = {"query"}};
  table.columns.insert(table.columns.end(), evaluation.measure.begin(), evaluation.measure.end());
  for (std::size_t q = 0; q < evaluation.query.size(); ++q) {
    auto& row = table.rows.emplace_back();
    row = {evaluation.query[q]};
    for (std::size_t m = 0; m < evaluation.measure.size(); ++m) {
      const double value = evaluation.value[m][q];
      row.push_back(std::isnan(value) ? Cell(value) : value_cell(evaluation.measure[m], value));
    }
  }
  return render(table, TableFormat::csv);
}

std::string render(const std::string& title, const Explanation& explanation, TableFormat format) {
  Table totals{.columns = {"total", "value"}};
  for (const auto& [name, value] : explanation.totals) {
    totals.rows.push_back({name, Cell(value, 6)});
  }
  if (format == TableFormat::json) {
    return json_text({{"title", title},
                      {"formula", explanation.formula},
                      {"terms", to_json(explanation.terms)},
                      {"totals", to_json(totals)}});
  }
  return fmt::format("{}\n{}\n\n{}\n{}", title, explanation.formula,
                     render(explanation.terms, format), render(totals, format));
}

}  // namespace podium
