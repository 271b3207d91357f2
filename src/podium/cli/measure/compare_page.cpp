#include "podium/cli/measure/compare_page.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "podium/learning/experiment/conclusion.hpp"

namespace podium::cli {

namespace {

constexpr std::size_t most_curves = 6;

/// The rankers' values in the columns of one list of queries; NaN where a ranker has none.
PerQueryBlock values_block(const CompareReport& report, std::span<const RankerValues> rankers) {
  PerQueryBlock block{.title = "Values of each query",
                      .note = "Each point is a query.",
                      .measure = {report.measure}};
  std::map<std::string_view, std::size_t> place;
  for (const RankerValues& ranker : rankers) {
    for (const std::string& query : ranker.query) {
      if (place.emplace(query, block.query.size()).second) block.query.push_back(query);
    }
  }
  for (const RankerValues& ranker : rankers) {
    std::vector<double> values(block.query.size(), std::nan(""));
    for (std::size_t q = 0; q < ranker.query.size(); ++q) {
      values[place.at(ranker.query[q])] = ranker.value[q];
    }
    block.systems.push_back({ranker.name, {std::move(values)}});
  }
  return block;
}

/// The differences of the first pairs, each in descending order.
CurvesBlock differences_block(const CompareReport& report, const PerQueryBlock& values) {
  CurvesBlock block{.title = "Differences by query",
                    .note =
                        "Queries in descending order of the difference, for each pair by "
                        "itself: where a line is above 0, the first ranker of the pair has the "
                        "larger value.",
                    .x_label = "queries",
                    .y_label = "difference of " + report.measure};
  const Comparison& comparison = report.comparison;
  for (const PairComparison& pair : comparison.pairs) {
    if (block.curves.size() == most_curves) {
      block.note += fmt::format(" The first {} of {} pairs.", most_curves, comparison.pairs.size());
      break;
    }
    const std::vector<double>& a = values.systems[pair.rankers.a].value.front();
    const std::vector<double>& b = values.systems[pair.rankers.b].value.front();
    std::vector<double> difference;
    for (std::size_t q = 0; q < a.size(); ++q) {
      if (!std::isnan(a[q] - b[q])) difference.push_back(a[q] - b[q]);
    }
    std::ranges::sort(difference, std::greater{});
    Curve curve{.name = comparison.ranker[pair.rankers.a] + " \u2212 " +
                        comparison.ranker[pair.rankers.b]};
    for (const double one : difference) {
      curve.points.push_back({.x = static_cast<double>(curve.points.size() + 1), .y = one});
    }
    block.curves.push_back(std::move(curve));
  }
  return block;
}

}  // namespace

ReportDocument compare_page(const CompareReport& report, std::span<const RankerValues> rankers) {
  ReportDocument document{.title = "Comparison by " + report.measure};
  for (const PairComparison& pair : report.comparison.pairs) {
    const std::string future = outlook(pair);
    document.summary.push_back(report.measure + ": " + pair.conclusion +
                               (future.empty() ? "" : "; " + future) + ".");
  }
  PerQueryBlock values = values_block(report, rankers);
  ReportSection section{.title = "Rankers and their differences", .text = {heading(report) + "."}};
  section.blocks.emplace_back(TableBlock{.title = "Means", .table = means_table(report)});
  section.blocks.emplace_back(
      TableBlock{.title = "Differences",
                 .note = "d_z is the mean difference in standard deviations of the differences, g "
                         "the same without its bias for few queries.",
                 .table = pairs_table(report)});
  section.blocks.emplace_back(TableBlock{.title = "Tests",
                                         .table = tests_table(report),
                                         .strong_meaning = "significant after correction"});
  section.blocks.emplace_back(differences_block(report, values));
  section.blocks.emplace_back(std::move(values));
  document.sections.push_back(std::move(section));
  return document;
}

}  // namespace podium::cli
