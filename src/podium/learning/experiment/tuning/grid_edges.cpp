#include "podium/learning/experiment/tuning/grid_edges.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/learn/algorithms.hpp"

namespace podium {

namespace {

constexpr std::size_t most_steps = 2;

struct Tried {
  double number = 0.0;
  double value = 0.0;  ///< of the metric
};

/// The numbers of an option, ascending, each with its best value; empty when one is no number.
std::vector<Tried> tried_values(std::span<const TuningPoint> points, const TuningPoint& best,
                                const std::string& option, const MeasureEntry& metric,
                                bool in_any) {
  std::vector<Tried> tried;
  for (const TuningPoint& point : points) {
    if (point.is_baseline || point.algorithm != best.algorithm) continue;
    if (!point.options.contains(option)) continue;
    if (!in_any && !differs_only_in(option, best.options, point.options)) continue;
    const auto number = parse_number<double>(point.options.at(option));
    if (!number) return {};
    const auto known = std::ranges::find(tried, *number, &Tried::number);
    if (known == tried.end()) {
      tried.push_back({*number, point.value});
    } else if (metric.is_better(point.value, known->value)) {
      known->value = point.value;
    }
  }
  std::ranges::sort(tried, {}, &Tried::number);
  return tried;
}

bool is_legal(const TuningPoint& best, const std::string& option, const std::string& value) {
  try {
    find_algorithm(best.algorithm).check(merged(best.options, {{option, value}}));
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

/// Two steps beyond `edge`, as large as that from `neighbour`: differences of exponents, else
/// factors. Those that the option can have.
std::vector<std::string> beyond(const TuningPoint& best, const std::string& option, double edge,
                                double neighbour, bool is_whole) {
  const bool is_exponent = option == "strength";
  if (!is_exponent && !(edge > 0.0 && neighbour > 0.0)) return {};
  std::vector<std::string> values;
  double last = edge;
  for (int step = 0; step < 2; ++step) {
    double next = is_exponent ? last + (edge - neighbour) : last * edge / neighbour;
    if (is_whole) next = std::round(next);
    const std::string text = fmt::format("{:.6g}", next);
    if (next == last || !is_legal(best, option, text)) break;
    values.push_back(text);
    last = next;
  }
  return values;
}

}  // namespace

bool differs_only_in(const std::string& option, const OptionText& a, OptionText b) {
  if (!a.contains(option) || !b.contains(option)) return false;
  b[option] = a.at(option);
  return a == b;
}

std::string GridEdge::words(const std::string& algorithm) const {
  return fmt::format("{}best at the edge of the grid: {}={}; {}--grid {}={},{} looks further",
                     algorithm.empty() ? "" : algorithm + ": ", option, value,
                     algorithm.empty() ? "" : "podium train " + algorithm + " ", option, value,
                     fmt::join(beyond, ","));
}

std::vector<GridEdge> edges_of(std::span<const TuningPoint> points, std::size_t best,
                               const MeasureEntry& metric, bool in_any) {
  const TuningPoint& own = points[best];
  std::vector<GridEdge> edges;
  for (const auto& [option, text] : own.options) {
    const std::vector<Tried> tried = tried_values(points, own, option, metric, in_any);
    if (tried.size() < 2) continue;
    const double number = *parse_number<double>(text);
    const bool is_first = number == tried.front().number;
    if (!is_first && number != tried.back().number) continue;
    const Tried& neighbour = is_first ? tried[1] : tried[tried.size() - 2];
    if (!in_any && !metric.is_better(own.value, neighbour.value)) continue;
    const bool is_whole = std::ranges::all_of(
        tried, [](const Tried& one) { return one.number == std::round(one.number); });
    std::vector<std::string> further = beyond(own, option, number, neighbour.number, is_whole);
    if (further.empty()) continue;
    edges.push_back({option, text, std::move(further), option == "strength" && !is_first});
  }
  return edges;
}

std::vector<std::string> further_strengths(std::span<const TuningPoint> points, std::size_t best,
                                           const MeasureEntry& metric, std::size_t steps) {
  for (const GridEdge& edge : edges_of(points, best, metric)) {
    if (edge.option != "strength") continue;
    if (steps < (edge.is_stronger ? 1 : most_steps)) return edge.beyond;
  }
  return {};
}

}  // namespace podium
