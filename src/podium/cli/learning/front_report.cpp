#include "podium/cli/learning/front_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/wrap.hpp"
#include "podium/learning/experiment/tuning/candidates.hpp"

namespace podium::cli {

namespace {

/// Bounds that hold in a smaller share of resamples are not safe.
constexpr double safe_share = 0.9;

void add_value(double value, const Interval& interval, std::vector<Cell>& row) {
  row.emplace_back(value);
  row.emplace_back(interval.low);
  row.emplace_back(interval.high);
}

void add_values(const FrontPoint& point, std::vector<Cell>& row) {
  add_value(point.value, point.interval, row);
  for (std::size_t b = 0; b < point.bound_value.size(); ++b) {
    add_value(point.bound_value[b], point.bound_interval[b], row);
  }
}

Table front_table(const Front& front) {
  Table table{.columns = {"lambda", front.goal.maximised.text, "95 % from", "to"}, .rows = {}};
  for (const Bound& bound : front.goal.bounds) {
    table.columns.insert(table.columns.end(), {bound.of.text, "95 % from", "to"});
  }
  table.columns.insert(table.columns.end(), {"bound holds, %", "result"});
  for (std::size_t p = 0; p < front.points.size(); ++p) {
    const FrontPoint& point = front.points[p];
    auto& row = table.rows.emplace_back();
    row.emplace_back(fmt::format("{:g}", point.lambda));
    add_values(point, row);
    row.emplace_back(100.0 * point.share, 1);
    row.emplace_back(p == front.chosen                          ? "chosen"
                     : !point.is_feasible                       ? "below the bound"
                     : is_on_front(front.points, point) ? ""
                                                                : "no better than another");
  }
  if (front.baseline) {
    auto& row = table.rows.emplace_back();
    row.emplace_back("baseline");
    add_values(*front.baseline, row);
    row.emplace_back(std::nan(""));
    row.emplace_back("");
  }
  return table;
}

std::vector<std::string> sentences(const Front& front) {
  const FrontPoint& best = front.points[front.chosen];
  std::vector<std::string> reached;
  for (std::size_t b = 0; b < front.goal.bounds.size(); ++b) {
    reached.push_back(fmt::format("{} {:.4f}, at least {:.4f} wanted", front.goal.bounds[b].of.text,
                                  best.bound_value[b], front.bounds[b]));
  }
  std::vector<std::string> text = {
      fmt::format("Chosen: lambda {:g}, {} {:.4f} ({}) on {} that were held out. lambda is the "
                  "share of the second label in the loss.",
                  best.lambda, front.goal.maximised.text, best.value, fmt::join(reached, "; "),
                  counted(front.queries, "query", "queries")),
      fmt::format("All points have the options: {}.",
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
                    .note = "Means over queries that were held out. Points that are no better than "
                            "another one by either measure are a series of their own.",
                    .x_label = front.goal.bounds.front().of.text + ", held out",
                    .y_label = front.goal.maximised.text + ", held out",
                    .curves = {}};
  const auto point_of = [](const FrontPoint& point, std::string label) {
    return CurvePoint{point.bound_value.front(), point.value, {}, {}, std::move(label)};
  };
  Curve best{.name = "front", .points = {}};
  Curve others{.name = "dominated", .points = {}};
  double low = front.points.front().value;
  double high = low;
  for (const FrontPoint& point : front.points) {
    Curve& own = is_on_front(front.points, point) ? best : others;
    own.points.push_back(point_of(point, ""));
    low = std::min(low, point.value);
    high = std::max(high, point.value);
  }
  const FrontPoint& chosen = front.points[front.chosen];
  block.curves = {best, others, {.name = "chosen", .points = {point_of(chosen, "")}}};
  if (front.baseline) {
    block.curves.push_back({.name = "baseline", .points = {point_of(*front.baseline, "")}});
    low = std::min(low, front.baseline->value);
    high = std::max(high, front.baseline->value);
  }
  const double bound = front.bounds.front();
  block.curves.push_back(
      {.name = "bound",
       .points = {{bound, low, {}, {}, ""}, {bound, high, {}, {}, ""}},
       .is_fitted = true});  // a dashed line
  std::erase_if(block.curves, [](const Curve& curve) { return curve.points.empty(); });
  for (Curve& curve : block.curves) std::ranges::stable_sort(curve.points, {}, &CurvePoint::x);
  return block;
}

}  // namespace

std::string print_front(const Front& front, TableFormat format) {
  std::string text = render(front_table(front), format) + "\n";
  for (const std::string& sentence : sentences(front)) {
    text += wrapped_text(sentence, format.width);
  }
  return text;
}

Json front_json(const Front& front) {
  const auto value_json = [](const std::string& measure, double value, const Interval& interval) {
    return Json{
        {"measure", measure}, {"value", value}, {"low", interval.low}, {"high", interval.high}};
  };
  const auto point_json = [&](const FrontPoint& point) {
    Json bounds = Json::array();
    for (std::size_t b = 0; b < front.goal.bounds.size(); ++b) {
      bounds.push_back(value_json(front.goal.bounds[b].of.text, point.bound_value[b],
                                  point.bound_interval[b]));
    }
    return Json{{"maximised", value_json(front.goal.maximised.text, point.value, point.interval)},
                {"bounds", std::move(bounds)}};
  };
  Json points = Json::array();
  for (const FrontPoint& point : front.points) {
    Json json = point_json(point);
    json["lambda"] = point.lambda;
    json["share"] = point.share;
    json["feasible"] = point.is_feasible;
    json["dominated"] = !is_on_front(front.points, point);
    points.push_back(std::move(json));
  }
  Json json = {{"lambda", front.points[front.chosen].lambda},
               {"bounds", front.bounds},
               {"queries", front.queries},
               {"options", front.options},
               {"points", std::move(points)}};
  if (front.baseline) json["baseline"] = point_json(*front.baseline);
  return json;
}

ReportDocument front_report(const Front& front) {
  ReportDocument document{
      .title = "Two objectives", .summary = sentences(front), .sections = {}};
  ReportSection& section = document.sections.emplace_back();
  section.title = "Front";
  section.blocks.emplace_back(chart_of(front));
  section.blocks.emplace_back(
      TableBlock{.title = "All points",
                 .note = "Intervals are by Student's t; resamples are 2,000 bootstrap samples of "
                         "the queries.",
                 .table = front_table(front),
                 .strong_meaning = {}});
  return document;
}

}  // namespace podium::cli
