#include "podium/cli/learning/search_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/cli/learning/print_training.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/io/json_text.hpp"
#include "podium/core/base/wrap.hpp"

namespace podium::cli {

namespace {

constexpr std::size_t curve_count = 10;
constexpr double bar_length = 24.0;

bool has_value(const SearchedCandidate& candidate) {
  return !candidate.values.empty();
}

/// To the best one on the last rung that both reached.
double difference_to_best(const Search& search, const SearchedCandidate& candidate) {
  if (!has_value(candidate)) return std::nan("");
  const std::size_t rung = candidate.values.size() - 1;
  return candidate.values[rung] - search.candidates.front().values[rung];
}

/// Which rung a candidate left at, and why.
std::string fate_of(const Search& search, const SearchedCandidate& candidate) {
  if (&candidate == &search.candidates.front()) return "chosen";
  if (!candidate.refused.empty()) return "refused: " + candidate.refused;
  return candidate.values.size() == search.rungs.size() ? "last rung" : "left: others were better";
}

/// The values that a text chart spans.
struct Span {
  double low = 0.0;
  double high = 0.0;
};

Span span_of(const Search& search) {
  Span span{search.candidates.front().values.back(), search.candidates.front().values.back()};
  for (const SearchedCandidate& candidate : search.candidates) {
    if (!has_value(candidate)) continue;
    span.low = std::min(span.low, candidate.values.back());
    span.high = std::max(span.high, candidate.values.back());
  }
  return span;
}

/// A bar from the lowest value of all to this one; the lowest has one character.
std::string bar_of(const SearchedCandidate& candidate, const Span& span) {
  if (!has_value(candidate)) return "";
  const double range = span.high - span.low;
  const double share = range > 0.0 ? (candidate.values.back() - span.low) / range : 1.0;
  return std::string(1 + static_cast<std::size_t>(std::lround(share * (bar_length - 1.0))), '=');
}

Table candidate_table(const Search& search, const std::string& metric, bool has_bars) {
  Table table{.columns = {"algorithm", "options", "measured on", metric + ", held out",
                          "difference to the best", "result"}};
  if (has_bars) table.columns.emplace_back("");
  const Span span = span_of(search);
  for (const SearchedCandidate& own : search.candidates) {
    auto& row = table.rows.emplace_back();
    row = {own.candidate.algorithm,
           option_words(own.candidate.options),
           has_value(own) ? search.rungs[own.values.size() - 1] : std::string("-"),
           has_value(own) ? own.values.back() : std::nan(""),
           difference_to_best(search, own),
           fate_of(search, own)};
    if (has_bars) row.emplace_back(bar_of(own, span));
  }
  return table;
}

/// "36 candidates on 1 of 5 folds, 12 on 2 of 5 folds".
std::string rung_words(const Search& search) {
  std::vector<std::string> parts;
  for (std::size_t r = 0; r < search.rungs.size(); ++r) {
    const auto count = static_cast<std::size_t>(std::ranges::count_if(
        search.candidates, [&](const auto& own) { return own.values.size() > r; }));
    parts.push_back(fmt::format("{} on {}", r == 0 ? counted(count, "candidate") : to_text(count),
                                search.rungs[r]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<std::string> sentences(const Search& search, const SearchSetting& setting) {
  const SearchedCandidate& best = search.candidates.front();
  const auto refused = std::ranges::count_if(search.candidates,
                                             [](const auto& own) { return !own.refused.empty(); });
  std::vector<std::string> text = {
      fmt::format("Chosen: {} {}, {} {:.4f} on held-out queries ({}). The best of many is chosen: "
                  "on new queries expect a little less.",
                  best.candidate.algorithm, option_words(best.candidate.options), setting.metric,
                  best.values.back(), search.rungs.back()),
      fmt::format("{} in {:.1f} s: {}{}.", counted(search.trainings, "training"), setting.seconds,
                  rung_words(search), refused == 0 ? "" : fmt::format("; {} refused", refused))};
  if (search.baseline) text.push_back(baseline_words(*search.baseline));
  return text;
}

Json json_of(const Search& search, const SearchSetting& setting) {
  Json candidates = Json::array();
  for (const SearchedCandidate& own : search.candidates) {
    Json json = {{"algorithm", own.candidate.algorithm},
                 {"options", own.candidate.options},
                 {"rungs", own.values.size()},
                 {"values", own.values}};
    if (has_value(own)) {
      json["value"] = own.values.back();
      json["difference"] = difference_to_best(search, own);
    }
    if (!own.refused.empty()) json["refused"] = own.refused;
    candidates.push_back(std::move(json));
  }
  const SearchedCandidate& best = search.candidates.front();
  Json json = {{"algorithm", best.candidate.algorithm},
               {"options", best.candidate.options},
               {"metric", setting.metric},
               {"value", best.values.back()},
               {"model", setting.model},
               {"command", setting.command},
               {"budget", setting.budget},
               {"trainings", search.trainings},
               {"seconds", setting.seconds},
               {"rungs", search.rungs},
               {"candidates", std::move(candidates)}};
  if (search.baseline) json["baseline"] = baseline_json(*search.baseline);
  if (setting.test) add_test_json(*setting.test, json);
  return json;
}

Table test_table(const MeasuredTest& test) {
  Table table{.columns = {"model", "value"}, .rows = {}};
  add_measured_rows(test, "test", table);
  return table;
}

CurvesBlock chart_of(const Search& search, const std::string& metric) {
  CurvesBlock block{.title = "Values from rung to rung",
                    .note = fmt::format("The {} candidates that came furthest. Values of "
                                        "different rungs are of different queries or models.",
                                        std::min(curve_count, search.candidates.size())),
                    .x_label = "rung",
                    .y_label = metric + ", held out",
                    .curves = {}};
  for (const SearchedCandidate& own : search.candidates) {
    if (block.curves.size() == curve_count || !has_value(own)) break;
    Curve curve{.name = own.candidate.algorithm + " " + option_words(own.candidate.options),
                .points = {}};
    for (std::size_t r = 0; r < own.values.size(); ++r) {
      curve.points.push_back({.x = static_cast<double>(r + 1),
                              .y = own.values[r],
                              .low = {},
                              .high = {},
                              .label = search.rungs[r]});
    }
    block.curves.push_back(std::move(curve));
  }
  return block;
}

}  // namespace

std::string print_search(const Search& search, const SearchSetting& setting, TableFormat format) {
  if (format == TableFormat::json) return json_text(json_of(search, setting));
  std::string text =
      render(candidate_table(search, setting.metric, format == TableFormat::table), format);
  if (format == TableFormat::csv || format == TableFormat::latex) return text;
  text += "\n";
  for (const std::string& sentence : sentences(search, setting)) {
    text += wrapped_text(sentence, format == TableFormat::table ? format.width : 0);
  }
  if (setting.test) text += "\n" + render(test_table(*setting.test), format) + "\n";
  return text + fmt::format("The model is {}; the same one is trained by:\n\n    {}\n",
                            setting.model, setting.command);
}

ReportDocument search_report(const Search& search, const SearchSetting& setting) {
  ReportDocument document{
      .title = "Search for the best ranker", .summary = sentences(search, setting), .sections = {}};
  ReportSection& section = document.sections.emplace_back();
  section.title = "Candidates";
  section.blocks.emplace_back(chart_of(search, setting.metric));
  section.blocks.emplace_back(
      TableBlock{.title = "All candidates",
                 .note = "Differences are to the best one on the same rung.",
                 .table = candidate_table(search, setting.metric, false),
                 .strong_meaning = {}});
  if (setting.test) {
    section.blocks.emplace_back(TableBlock{.title = "The model on test data",
                                           .note = {},
                                           .table = test_table(*setting.test),
                                           .strong_meaning = {}});
  }
  section.blocks.emplace_back(
      CommandsBlock{.title = "Train the chosen one again", .commands = {setting.command}});
  return document;
}

}  // namespace podium::cli
