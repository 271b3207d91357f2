#include "podium/papers/reproduction.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "podium/base/counted.hpp"
#include "podium/papers/published.hpp"
#include "podium/study/figures.hpp"
#include "podium/study/report.hpp"

namespace podium {

namespace {

bool is_of(const Paper& paper, const StudyFinding& finding) {
  return finding.spec.name.starts_with(std::string(paper.name) + "-");
}

/// The missing data sets of some studies, and their folders.
Table missing_table(std::span<const StudyFinding* const> studies) {
  Table table{.columns = {"data set", "folder", "study"}};
  for (const StudyFinding* finding : studies) {
    for (const StudyData& data : finding->missing) {
      table.rows.push_back({data.name, data.folds, finding->spec.name});
    }
  }
  return table;
}

ReportSection paper_section(const Paper& paper, const Findings& findings,
                            std::span<const StudyFinding* const> studies, ClaimsBlock claims) {
  ReportSection section{.title = fmt::format("{} [{}]", paper.title, paper.citation),
                        .text = {std::string(paper.about)}};
  section.blocks.emplace_back(std::move(claims));
  if (paper.blocks != nullptr) {
    for (ReportBlock& block : paper.blocks(findings)) section.blocks.push_back(std::move(block));
  }
  Table missing = missing_table(studies);
  if (!missing.rows.empty()) {
    section.blocks.emplace_back(
        TableBlock{.title = "Missing data sets",
                   .note = "Folders are relative to --data; each contains Fold1, Fold2, ... as "
                           "LETOR distributes them. Add a data set and repeat the command to "
                           "include it.",
                   .table = std::move(missing)});
  }
  return section;
}

ReportSection section_of(const StudyFinding& finding) {
  ReportSection section{.title = finding.spec.title, .text = finding.spec.text};
  if (!finding.systems.empty()) section = study_section(finding.spec, finding.results);
  std::vector<ReportBlock> blocks;
  for (TableBlock& block : published_blocks(published_values(), finding)) {
    blocks.emplace_back(std::move(block));
  }
  section.blocks.insert(section.blocks.begin(), std::make_move_iterator(blocks.begin()),
                        std::make_move_iterator(blocks.end()));
  return section;
}

ReportSection closing_section(std::span<const Paper* const> papers, const Findings& findings) {
  ReportSection section{
      .title = "Method",
      .text = {
          "Options and iterations are chosen on validation folds only; test folds are not used in "
          "any choice. The studies are TOML files: podium reproduce PAPER --print-specs prints "
          "them. \"Significantly\" in a claim means a paired t test over the queries of all test "
          "folds, two-sided, p <= 0.05, without correction for multiple comparisons.",
          "Where tied documents must be ordered, the order depends on the seed only. The same "
          "data gives the same report, byte by byte, for any number of threads."}};
  CardsBlock cards{.title = "Data sets"};
  for (const StudyFinding& finding : findings.studies()) {
    for (CardsBlock::Card& card : data_cards(finding.results.cards).cards) {
      const auto same = [&](const CardsBlock::Card& other) {
        return other.title == card.title && other.facts == card.facts;
      };
      if (std::ranges::none_of(cards.cards, same)) cards.cards.push_back(std::move(card));
    }
  }
  if (!cards.cards.empty()) section.blocks.emplace_back(std::move(cards));
  CommandsBlock commands{.title = "Commands"};
  for (const Paper* paper : papers) {
    commands.commands.push_back(fmt::format("podium reproduce {}", paper->name));
  }
  section.blocks.emplace_back(std::move(commands));
  return section;
}

}  // namespace

ReportDocument reproduction(std::span<const Paper* const> papers, const Findings& findings,
                            const ReproductionScope& scope) {
  ReportDocument document{.title = "Published experiments, reproduced"};
  if (scope.is_quick) document.summary.emplace_back(quick_warning);
  for (const Paper* paper : papers) {
    std::vector<const StudyFinding*> studies;
    for (const StudyFinding& finding : findings.studies()) {
      if (is_of(*paper, finding)) studies.push_back(&finding);
    }
    ClaimsBlock claims{.title = "Claims and verdicts",
                       .claims = claims_of(std::array{paper}, findings)};
    document.summary.push_back(verdict_count(*paper, claims.claims));
    document.sections.push_back(paper_section(*paper, findings, studies, std::move(claims)));
    for (const StudyFinding* finding : studies) {
      document.sections.push_back(section_of(*finding));
    }
  }
  document.sections.push_back(closing_section(papers, findings));
  return document;
}

std::string verdict_count(const Paper& paper, std::span<const ClaimsBlock::Claim> claims) {
  const auto count = [&](ClaimVerdict verdict) {
    return std::ranges::count(claims, verdict, &ClaimsBlock::Claim::verdict);
  };
  const auto held = count(ClaimVerdict::holds);
  const auto failed = count(ClaimVerdict::does_not_hold);
  return fmt::format("[{}] {}: {} of {} {} here, {} {} not, {} cannot be tested here.",
                     paper.citation, paper.title, held, counted(claims.size(), "claim"),
                     held == 1 ? "holds" : "hold", failed, failed == 1 ? "does" : "do",
                     count(ClaimVerdict::cannot_be_tested));
}

std::vector<ClaimsBlock::Claim> claims_of(std::span<const Paper* const> papers,
                                          const Findings& findings) {
  std::vector<ClaimsBlock::Claim> claims;
  for (const Paper* paper : papers) {
    for (const PaperClaim& claim : paper->claims()) claims.push_back(checked(claim, findings));
  }
  return claims;
}

Table published_table(std::span<const Paper* const> papers, const Findings& findings) {
  Table table{.columns = {"paper", "table", "study", "data", "method", "measure", "published",
                          "ours", "difference"}};
  const auto is_wanted = [&](const std::string& name) {
    return std::ranges::any_of(papers, [&](const Paper* paper) { return paper->name == name; });
  };
  for (const MeasuredNumber& number : findings.measured()) {
    if (!is_wanted(number.paper)) continue;
    table.rows.push_back({number.paper, number.table, "-", "-", number.method, number.measure,
                          number.published, number.ours, number.ours - number.published});
  }
  for (const ComparedValue& value : beside_ours(published_values(), findings)) {
    const PublishedValue& published = value.published;
    if (!is_wanted(published.paper)) continue;
    table.rows.push_back({published.paper, published.table, published.study, published.data,
                          published.row, published.measure, published.value, value.ours,
                          value.ours - published.value});
  }
  return table;
}

}  // namespace podium
