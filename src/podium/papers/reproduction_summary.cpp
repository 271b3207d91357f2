#include "podium/papers/reproduction_summary.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "podium/papers/published.hpp"

namespace podium {

namespace {

constexpr std::array<std::string_view, 2> headline_measures = {"ndcg@1", "ndcg@10"};

std::string command_of(std::span<const Paper* const> papers, const ReproductionScope& scope) {
  const std::string name =
      papers.size() == 1 ? std::string(papers.front()->name) : std::string("all");
  return fmt::format("podium reproduce {}{} --summary --out REPORT.html", name,
                     scope.is_quick ? " --quick" : "");
}

/// The published values of the first data set of a paper that has results, with ours.
std::vector<ComparedValue> headline_values(const Paper& paper, const Findings& findings) {
  std::vector<ComparedValue> values;
  for (const ComparedValue& value : beside_ours(published_values(), findings)) {
    const PublishedValue& published = value.published;
    if (published.paper != paper.name || std::isnan(value.ours)) continue;
    if (std::ranges::count(headline_measures, published.measure) == 0) continue;
    const bool is_same_set = values.empty() || (values.front().published.study == published.study &&
                                                values.front().published.data == published.data);
    if (is_same_set) values.push_back(value);
  }
  return values;
}

/// A row for each method, and three columns for each measure: published, ours and the difference.
std::optional<TableBlock> learner_table(const Paper& paper, const Findings& findings) {
  const std::vector<ComparedValue> values = headline_values(paper, findings);
  if (values.empty()) return std::nullopt;
  const PublishedValue& first = values.front().published;
  TableBlock block{
      .title = fmt::format("[{}]: {} (tables: {})", paper.citation, first.data, first.table),
      .table = {.columns = {"method"}}};
  for (const std::string_view measure : headline_measures) {
    for (const std::string_view column : {"published", "ours", "difference"}) {
      block.table.columns.push_back(fmt::format("{} {}", measure, column));
    }
  }
  for (const ComparedValue& value : values) {
    const PublishedValue& published = value.published;
    if (published.measure != headline_measures.front()) continue;
    std::vector<Cell>& row = block.table.rows.emplace_back();
    row.emplace_back(published.row);
    for (const std::string_view measure : headline_measures) {
      const auto same = std::ranges::find_if(values, [&](const ComparedValue& other) {
        return other.published.row == published.row && other.published.measure == measure;
      });
      const double theirs = same == values.end() ? std::nan("") : same->published.value;
      const double ours = same == values.end() ? std::nan("") : same->ours;
      row.emplace_back(theirs);
      row.emplace_back(ours);
      row.emplace_back(std::isnan(ours) ? "-" : fmt::format("{:+.4f}", ours - theirs));
    }
  }
  return block;
}

/// The numbers of the first table of a paper that no learner was run for.
std::optional<TableBlock> measured_block(const Paper& paper, const Findings& findings) {
  std::vector<MeasuredNumber> numbers;
  for (const MeasuredNumber& number : findings.measured()) {
    if (number.paper != paper.name) continue;
    if (numbers.empty() || numbers.front().table == number.table) numbers.push_back(number);
  }
  if (numbers.empty()) return std::nullopt;
  return TableBlock{.title = fmt::format("[{}]: people as published, ours simulated (tables: {})",
                                         paper.citation, numbers.front().table),
                    .table = measured_table(numbers)};
}

}  // namespace

ReportDocument reproduction_summary(std::span<const Paper* const> papers, const Findings& findings,
                                    const ReproductionScope& scope) {
  ReportDocument document{.title = "Published experiments, reproduced: summary"};
  document.summary.push_back(fmt::format(
      "Made with: {}. The HTML file is the full report with all tables, figures and tests.",
      command_of(papers, scope)));
  if (scope.is_quick) document.summary.emplace_back(quick_warning);
  ReportSection claims{.title = "Claims"};
  ReportSection values{.title = "Published values and ours"};
  ClaimsBlock verdicts;
  for (const Paper* paper : papers) {
    std::vector<ClaimsBlock::Claim> checked;
    for (const PaperClaim& claim : paper->claims()) {
      checked.push_back(checked_briefly(claim, findings));
    }
    document.summary.push_back(verdict_count(*paper, checked));
    verdicts.claims.insert(verdicts.claims.end(), checked.begin(), checked.end());
    std::optional<TableBlock> table = measured_block(*paper, findings);
    if (!table) table = learner_table(*paper, findings);
    if (table) values.blocks.emplace_back(std::move(*table));
  }
  claims.blocks.emplace_back(std::move(verdicts));
  document.sections.push_back(std::move(claims));
  if (!values.blocks.empty()) document.sections.push_back(std::move(values));
  return document;
}

}  // namespace podium
