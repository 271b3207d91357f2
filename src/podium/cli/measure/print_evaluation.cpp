#include "podium/cli/measure/print_evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "podium/base/io/json_text.hpp"
#include "podium/measure/measure.hpp"

namespace podium {

namespace {

Json json_of(const NamedEvaluation& ranker) {
  const Evaluation& evaluation = ranker.evaluation;
  Json measures = Json::object();
  for (std::size_t m = 0; m < evaluation.measure.size(); ++m) {
    measures[evaluation.measure[m]] = evaluation.mean[m];
  }
  Json json = {{"profile", evaluation.profile},      {"ties", name_of(evaluation.ties)},
               {"queries", evaluation.query.size()}, {"blank", evaluation.blank},
               {"short", evaluation.short_lists},    {"unjudged", evaluation.unjudged},
               {"measures", std::move(measures)}};
  if (ranker.truth != "graded") json["truth"] = ranker.truth;
  return json;
}

Table row_per_ranker(std::span<const NamedEvaluation> rankers) {
  Table table{
      .columns = {"ranker", "profile", "ties", "truth", "queries", "blank", "short", "unjudged"}};
  const auto& names = rankers.front().evaluation.measure;
  table.columns.insert(table.columns.end(), names.begin(), names.end());
  for (const auto& [name, result, truth] : rankers) {
    auto& row = table.rows.emplace_back();
    row = {name,         result.profile,     name_of(result.ties), truth, result.query.size(),
           result.blank, result.short_lists, result.unjudged};
    for (const double mean : result.mean) row.emplace_back(mean);
  }
  return table;
}

/// Sets the best of the values in bold, if there is a choice.
void mark_best(std::span<Cell> cells, const MeasureEntry& measure) {
  if (cells.size() < 2) return;
  double best = std::nan("");
  for (const Cell& cell : cells) {
    const double value = std::get<double>(cell.value);
    if (std::isnan(best) || measure.is_better(value, best)) best = value;
  }
  for (Cell& cell : cells) cell.strong = std::get<double>(cell.value) == best;
}

Table row_per_measure(std::span<const NamedEvaluation> rankers) {
  Table table{.columns = {"measure"}};
  for (const NamedEvaluation& ranker : rankers) table.columns.push_back(ranker.name);
  const auto& names = rankers.front().evaluation.measure;
  for (std::size_t m = 0; m < names.size(); ++m) {
    auto& row = table.rows.emplace_back();
    row = {names[m]};
    for (const NamedEvaluation& ranker : rankers) row.emplace_back(ranker.evaluation.mean[m]);
    mark_best(std::span(row).subspan(1), find_measure(names[m]));
  }
  const auto count = [&](const char* name, auto&& number) {
    auto& row = table.rows.emplace_back();
    row = {name};
    for (const NamedEvaluation& ranker : rankers) row.emplace_back(number(ranker.evaluation));
  };
  count("queries", [](const Evaluation& e) { return e.query.size(); });
  count("blank", [](const Evaluation& e) { return e.blank; });
  count("short", [](const Evaluation& e) { return e.short_lists; });
  count("tied", [](const Evaluation& e) { return e.tied; });
  if (std::ranges::any_of(rankers, [](const auto& r) { return r.evaluation.unjudged > 0; })) {
    count("unjudged documents", [](const Evaluation& e) { return e.unjudged; });
  }
  return table;
}

std::string conventions(const NamedEvaluation& ranker) {
  return fmt::format("profile {}, ties {}, truth {}", ranker.evaluation.profile,
                     name_of(ranker.evaluation.ties), ranker.truth);
}

}  // namespace

std::string print_evaluations(std::span<const NamedEvaluation> rankers, TableFormat format) {
  if (format == TableFormat::csv) return render(row_per_ranker(rankers), format);
  if (format == TableFormat::json) {
    if (rankers.size() == 1) return json_text(json_of(rankers.front()));
    Json list = Json::array();
    for (const NamedEvaluation& ranker : rankers) list.push_back(json_of(ranker));
    return json_text(list);
  }
  return (format == TableFormat::latex ? "% " : "") + conventions(rankers.front()) + "\n\n" +
         render(row_per_measure(rankers), format);
}

std::string per_query_csv(const Evaluation& evaluation) {
  Table table{.columns = {"query"}};
  table.columns.insert(table.columns.end(), evaluation.measure.begin(), evaluation.measure.end());
  for (std::size_t q = 0; q < evaluation.query.size(); ++q) {
    auto& row = table.rows.emplace_back();
    row = {evaluation.query[q]};
    for (const auto& values : evaluation.value) row.emplace_back(values[q]);
  }
  return render(table, TableFormat::csv);
}

std::string print_explanation(const std::string& title, const Explanation& explanation,
                              TableFormat format) {
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
