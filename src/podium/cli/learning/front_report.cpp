#include "podium/cli/learning/front_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/wrap.hpp"
#include "podium/learning/experiment/tuning/candidates.hpp"

namespace podium::cli {

namespace {

/// A bound that holds in a smaller share of resamples is not safe.
constexpr double safe_share = 0.9;

std::vector<Cell> row_of(const std::string& name, const FrontPoint& point) {
  std::vector<Cell> row = {name};
  for (std::size_t m = 0; m < point.value.size(); ++m) {
    row.insert(row.end(), {point.value[m], point.interval[m].low, point.interval[m].high});
  }
  return row;
}

std::vector<std::string> sentences(const Front& front) {
  const FrontPoint& best = front.points[front.chosen];
  std::vector<std::string> reached;
  for (std::size_t m = 1; m < front.goal.size(); ++m) {
    reached.push_back(fmt::format("{} {:.4f}, at least {:.4f} wanted", front.goal[m].text,
                                  best.value[m], front.goal[m].bound));
  }
  std::vector<std::string> text = {fmt::format(
      "Chosen: lambda {:g}, {} {:.4f} ({}) on queries that were held out. lambda is the share of "
      "the second label in the loss. All points have the options: {}.",
      best.lambda, front.goal.front().text, best.value.front(), fmt::join(reached, "; "),
      front.options.empty() ? "defaults" : option_words(front.options))};
  if (best.share < safe_share) {
    text.push_back(
        fmt::format("The bound holds in {:.1f} % of resamples of the queries; --sure 0.95 chooses "
                    "a point for which it holds in 95 %.",
                    100.0 * best.share));
  }
  return text;
}

CurvesBlock chart_of(const Front& front) {
  CurvesBlock block{.title = "One measure against the other",
                    .note = "Means over queries that were held out.",
                    .x_label = front.goal[1].text + ", held out",
                    .y_label = front.goal[0].text + ", held out",
                    .curves = {}};
  const auto add = [&](const std::string& name, const auto& belongs) {
    Curve curve{.name = name, .points = {}};
    for (const FrontPoint& point : front.points) {
      if (belongs(point)) curve.points.push_back({point.value[1], point.value[0], {}, {}, ""});
    }
    std::ranges::stable_sort(curve.points, {}, &CurvePoint::x);
    if (!curve.points.empty()) block.curves.push_back(std::move(curve));
  };
  add("front", [&](const FrontPoint& point) { return is_on_front(front.points, point); });
  add("no better than another",
      [&](const FrontPoint& point) { return !is_on_front(front.points, point); });
  add("chosen", [&](const FrontPoint& point) { return &point == &front.points[front.chosen]; });
  auto [low, high] =
      std::ranges::minmax(front.points, {}, [](const FrontPoint& point) { return point.value[0]; });
  double bottom = low.value[0];
  double top = high.value[0];
  if (front.baseline) {
    const std::vector<double>& value = front.baseline->value;
    block.curves.push_back({.name = "baseline", .points = {{value[1], value[0], {}, {}, ""}}});
    bottom = std::min(bottom, value[0]);
    top = std::max(top, value[0]);
  }
  const double bound = front.goal[1].bound;
  block.curves.push_back({.name = "bound",
                          .points = {{bound, bottom, {}, {}, ""}, {bound, top, {}, {}, ""}},
                          .is_fitted = true});  // a dashed line
  return block;
}

}  // namespace

Table front_table(const Front& front) {
  Table table{.columns = {"lambda"}, .rows = {}};
  for (const GoalMeasure& measure : front.goal) {
    table.columns.insert(table.columns.end(),
                         {measure.text, measure.text + " from", measure.text + " to"});
  }
  table.columns.insert(table.columns.end(), {"bound holds, %", "result"});
  for (std::size_t p = 0; p < front.points.size(); ++p) {
    const FrontPoint& point = front.points[p];
    const char* result = is_on_front(front.points, point) ? "" : "no better than another";
    if (!point.is_feasible) result = "below the bound";
    if (p == front.chosen) result = "chosen";
    table.rows.push_back(row_of(fmt::format("{:g}", point.lambda), point));
    table.rows.back().insert(table.rows.back().end(), {Cell(100.0 * point.share, 1), result});
  }
  if (front.baseline) {
    table.rows.push_back(row_of("baseline", *front.baseline));
    table.rows.back().insert(table.rows.back().end(), {std::nan(""), ""});
  }
  return table;
}

std::string print_front(const Front& front, TableFormat format) {
  std::string text = render(front_table(front), format) + "\n";
  for (const std::string& sentence : sentences(front)) text += wrapped_text(sentence, format.width);
  return text;
}

ReportDocument front_report(const Front& front) {
  ReportDocument document{.title = "Two labels", .summary = sentences(front), .sections = {}};
  ReportSection& section = document.sections.emplace_back();
  section.title = "Front";
  section.blocks.emplace_back(chart_of(front));
  section.blocks.emplace_back(TableBlock{.title = "All points",
                                         .note = "A bound holds in a share of 2,000 bootstrap "
                                                 "samples of the queries.",
                                         .table = front_table(front),
                                         .strong_meaning = {}});
  return document;
}

}  // namespace podium::cli
