#include "podium/core/report/sample_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include <fmt/format.h>

namespace podium {

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<std::string_view, 6> systems = {
    "ListMLE", "top-k ListMLE", "RankSVM", "FocusedNet", "LambdaRank", "<script>alert(1)</script>"};

/// Values that look measured, the same each time.
double wave(std::size_t system, std::size_t place) {
  const auto angle = static_cast<double>(system * 37 + place * 101);
  return 0.5 + 0.25 * std::sin(angle) + 0.2 * std::sin(0.37 * angle);
}

TableBlock results() {
  TableBlock block{.title = "Means over five folds",
                   .note = "* better than RankSVM, p < 0.05 after Holm's correction.",
                   .table = {.columns = {"system", "ndcg@5", "ndcg@10", "map", "kappa@10",
                                         "queries", "ndcg@10 (95 %)"}},
                   .strong_meaning = "best of the column"};
  for (std::size_t s = 0; s < systems.size(); ++s) {
    const double value = 0.48 + 0.2 * wave(s, 3) / 5.0;
    block.table.rows.push_back(
        {systems[s], value - 0.013, value, value - 0.06, 0.7 * value, 784 * (s + 1),
         fmt::format("{:.3f} \u00b1 {:.3f}", value, 0.004 + 0.001 * static_cast<double>(s))});
  }
  for (std::size_t column = 1; column <= 4; ++column) {
    auto& best = *std::ranges::max_element(
        block.table.rows, {}, [&](const auto& row) { return std::get<double>(row[column].value); });
    best[column].strong = true;
    best[column].mark = "*";
  }
  block.table.rows[4][4] = not_a_number;
  return block;
}

/// As wide as tables of studies get.
TableBlock differences() {
  TableBlock block{.title = "Differences from RankSVM",
                   .note = "Interval and p (t): t distribution. p corrected: Holm's correction.",
                   .table = {.columns = {"learner", "difference", "95 % from", "to", "p (t)",
                                         "p corrected", "d", "won/tied/lost", "to add"}}};
  for (std::size_t s = 0; s < systems.size(); ++s) {
    const double value = wave(s, 5) - 0.5;
    block.table.rows.push_back({systems[s], value, value - 0.1, value + 0.1, 0.0123, 0.0738,
                                Cell(value, 3), fmt::format("{}/182/{}", 301 + s, 301 - s),
                                100 * s});
    if (s == 1) block.table.rows.back()[1].mark = "\u2020";
  }
  return block;
}

CurvesBlock truth_depths() {
  CurvesBlock block{.title = "Quality by depth of the truth",
                    .note = "Bands: 95 % bootstrap intervals over queries.",
                    .x_label = "k of the top-k truth",
                    .x_scale = AxisScale::logarithmic,
                    .y_label = "ndcg@10",
                    .curves = {}};
  constexpr std::array<double, 6> depths = {1, 2, 5, 10, 20, 50};
  for (std::size_t s = 0; s < 5; ++s) {
    Curve& curve = block.curves.emplace_back(Curve{.name = std::string(systems[s]), .points = {}});
    for (const double k : depths) {
      const double y = 0.42 + 0.012 * static_cast<double>(s) + 0.06 * (1.0 - std::exp(-k / 8.0)) -
                       (s == 0 ? 0.05 / k : 0.0);
      curve.points.push_back({.x = k, .y = y, .low = y - 0.008, .high = y + 0.009, .label = {}});
    }
    curve.points.back().label = "full";
  }
  block.curves[4].points[2].y = not_a_number;
  return block;
}

CurvesBlock training() {
  CurvesBlock block{.title = "Objective while training",
                    .note = "",
                    .x_label = "iteration",
                    .y_label = "objective",
                    .curves = {}};
  for (std::size_t s = 0; s < 2; ++s) {
    Curve& curve = block.curves.emplace_back(Curve{.name = std::string(systems[s]), .points = {}});
    for (std::size_t i = 0; i <= 60; ++i) {
      const double decay =
          std::exp(-static_cast<double>(i) / (12.0 + 9.0 * static_cast<double>(s)));
      curve.points.push_back({.x = static_cast<double>(i), .y = 2.0 + 7.5 * decay});
    }
  }
  return block;
}

CurvesBlock learning() {
  CurvesBlock block{
      .title = "Learning curve",
      .note = "",
      .x_label = "training queries",
      .x_scale = AxisScale::logarithmic,
      .y_label = "ndcg@10",
      .curves = {{.name = "ListMLE"}, {.name = "ListMLE, fitted", .is_fitted = true}}};
  for (const double queries : {10.0, 20.0, 50.0, 100.0, 200.0, 400.0}) {
    const double y = 0.48 - 0.4 / std::sqrt(queries);
    block.curves[1].points.push_back({.x = queries, .y = y, .low = y - 0.01, .high = y + 0.01});
    if (queries > 100.0) continue;
    const double seen = y + 0.004 * std::sin(queries);
    block.curves[0].points.push_back({.x = queries, .y = seen, .low = y - 0.02, .high = y + 0.02});
  }
  block.curves[1].points.back().label = "forecast for all queries";  // longer than a usual margin
  return block;
}

PerQueryBlock by_query(const std::string& title, std::size_t count) {
  PerQueryBlock block{.title = title,
                      .note = "A query that has no relevant document is left out.",
                      .query = {},
                      .measure = {"ndcg@10", "map"},
                      .systems = {}};
  for (std::size_t q = 0; q < count; ++q) block.query.push_back(fmt::format("{}", 18219 + 7 * q));
  block.query.front() = "\"><img src=x onerror=alert(1)>";
  for (std::size_t s = 0; s < systems.size(); ++s) {
    auto& system = block.systems.emplace_back();
    system.name = systems[s];
    for (std::size_t m = 0; m < 2; ++m) {
      auto& values = system.value.emplace_back();
      for (std::size_t q = 0; q < count; ++q) {
        const double shared = wave(m, q);
        values.push_back(q % 5 == 0 ? shared : 0.7 * shared + 0.3 * wave(s + 2, q));
      }
      values[3] = not_a_number;
    }
  }
  return block;
}

BarsBlock weights() {
  BarsBlock block{.title = "Features by weight",
                  .note = "Weight: change of the score per unit of the prepared feature.",
                  .x_label = "weight",
                  .bars = {{"bm25 of the whole document", 1.83},
                           {"language model of the title, Jelinek-Mercer smoothing", 1.21},
                           {"inlinks", -0.74},
                           {"length of the url", -0.31},
                           {"pagerank", 0.118},
                           {"a<b", 0.0004}}};
  return block;
}

/// Features that have numbers for names.
BarsBlock parts() {
  return {.title = "Parts of a score",
          .note = "",
          .x_label = "added to the score",
          .bars = {{"15", -2.005}, {"9", -1.169}, {"20", 0.8672}, {"(others)", 0.005051}}};
}

/// A tree of 31 leaves that grows level by level and then, as boosted trees do, down one side.
TreeBlock tree() {
  constexpr std::array<std::string_view, 5> features = {
      "bm25 of the whole document", "language model of the title, Jelinek-Mercer smoothing",
      "pagerank", "15", "<i>inlinks</i>"};
  TreeBlock block{.title = "Tree 1 of 300",
                  .note = "The way of a document through one tree.",
                  .value_label = "adds to the score",
                  .nodes = {{.rows = 12'345, .cover = 3'086.25}}};
  for (std::size_t next = 0; block.nodes.size() < 61; ++next) {
    const std::size_t split = block.nodes.size() < 48 ? next : block.nodes.size() - 1 - next % 2;
    const std::size_t yes = block.nodes.size();
    const std::size_t rows = block.nodes[split].rows;
    const double share = 0.1 + 0.7 * wave(3, next);
    for (const double part : {share, 1.0 - share}) {
      block.nodes.push_back({.split = {},
                             .value = 0.6 * wave(1, block.nodes.size()) - 0.25,
                             .rows = static_cast<std::size_t>(part * static_cast<double>(rows)),
                             .cover = 0.25 * part * static_cast<double>(rows)});
    }
    block.nodes[split].split = {std::string(features[next % features.size()]),
                                next == 4 ? "present" : fmt::format("\u2264 {:.6g}", wave(2, next)),
                                next % 3 == 0,
                                yes,
                                yes + 1,
                                100.0 * wave(4, next)};
  }
  return block;
}

CardsBlock data_sets() {
  return {.title = "Data sets",
          .cards = {{"MQ2008",
                     {{"queries", "784"},
                      {"documents", "15 211"},
                      {"features", "46"},
                      {"blank queries", "220"}}},
                    {"MQ2007", {{"queries", "1 692"}, {"documents", "69 623"}, {"features", "46"}}},
                    {"OHSUMED",
                     {{"queries", "106"},
                      {"documents", "16 140"},
                      {"features", "45"},
                      {"blank queries", "0"}}}}};
}

ClaimsBlock claims() {
  return {.title = "",
          .claims = {{.claim = "A top-k truth trains as good a ranker as the full order.",
                      .source = "Example, section 5.2",
                      .verdict = ClaimVerdict::holds,
                      .rule = "equivalent at 1 point of each data set",
                      .evidence = "ndcg@10 differs by 0.0021 (95 %: -0.0012 to 0.0054).",
                      .power = "margins 0.0139; margins that could have been shown 0.0080"},
                     {.claim = "Focused methods beat their parents on every data set.",
                      .source = "Example, table 4",
                      .verdict = ClaimVerdict::refuted,
                      .rule = "3 of 3 points together",
                      .evidence = "Behind at three of three points, p = 0.004.",
                      .power = "detectable at one point 0.0120 to 0.0310"},
                     {.claim = "Slack scaling is better than margin scaling.",
                      .source = "Example, table 5",
                      .verdict = ClaimVerdict::not_shown,
                      .rule = "5 of 6 points together",
                      .evidence = "Ahead at two of six points, p = 0.31 and 0.62.",
                      .power = "detectable at one point 0.0200 to 0.0740"},
                     {.claim = "Assessors agree more on top-k labels than on grades.",
                      .source = "Example, section 4",
                      .verdict = ClaimVerdict::needs_data,
                      .rule = "people",
                      .evidence = "The judgements of single assessors were not published."}}};
}

CommandsBlock commands() {
  return {.title = "",
          .commands = {"podium data check train.txt",
                       "podium train --algorithm topk-listmle --truth topk:10 train.txt model.json",
                       "podium evaluate model.json test.txt --measures ndcg@10,map"}};
}

}  // namespace

ReportDocument sample_report() {
  return {
      .title = "Do top-k labels suffice? </title><b>",
      .summary =
          {"Training on the ten best documents of a query loses nothing that can be measured "
           "against training on a full order.",
           "Below five documents the listwise methods lose quality; the focused ones do not.",
           "<!-- Differences on OHSUMED are too small for its 106 queries."},
      .sections = {
          {"What was claimed", {"Each claim was tested on all three data sets."}, {claims()}},
          {"Results",
           {"Five-fold cross-validation on the official folds. Every learner chose its options on "
            "the validation part of a fold.",
            "Intervals are percentile bootstrap intervals over queries."},
           {results(), differences(), truth_depths(), training(), learning()}},
          {"Query by query", {}, {by_query("MQ2008", 300), by_query("OHSUMED", 106)}},
          {"What the model looks at", {}, {weights(), parts(), tree()}},
          {"Data", {}, {data_sets()}},
          {"Do it yourself", {}, {commands()}},
      }};
}

}  // namespace podium
