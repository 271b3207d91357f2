#include "podium/research/papers/reproduction.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/learning/study/figures.hpp"
#include "podium/learning/study/report.hpp"
#include "podium/research/papers/published.hpp"
#include "podium/research/papers/value_verdict.hpp"

namespace podium::research {

namespace {

bool is_of(const Paper& paper, const StudyFinding& finding) {
  return finding.spec.name.starts_with(std::string(paper.name) + "-");
}

bool is_of_any(std::span<const CheckedPaper> papers, const StudyFinding& finding) {
  return std::ranges::any_of(
      papers, [&](const CheckedPaper& checked) { return is_of(*checked.paper, finding); });
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

/// Every point of a claim, for those who want to check a verdict.
TableBlock points_block(const CheckedClaim& claim) {
  return {.title = fmt::format("Points of: {}", claim.claim->text),
          .note =
              "Intervals are simultaneous, of 95 %; p values are corrected over all points of "
              "the claim by the largest t of each sign change. Detectable: with a power of "
              "80 % by a test of that point alone, or, beside a margin, the margin that could "
              "have been shown. Folds: signs of the mean difference in each test fold.",
          .table = claim.finding.points};
}

TableBlock levels_block(const CheckedPaper& checked) {
  return {.title = "Are the stand-ins like the data sets? MAP of the learners",
          .note =
              "The smallest and the largest value of the learners, on stand-ins as the mean over "
              "the generated collections. Accepted: every learner is in the published range or at "
              "most two standard errors over topics outside, and the standard deviation between "
              "learners (within a collection) differs from the published one by at most a factor "
              "of 2.",
          .table = checked.stand_in_levels};
}

TableBlock portraits_block(const CheckedPaper& checked) {
  return {.title = "The stand-ins in numbers",
          .note =
              "Of the first generated collection: means of documents and relevant documents of a "
              "query, and quantiles of the MAP of single features, each in its better direction, "
              "with the mean over all orders of equal values.",
          .table = checked.stand_in_portraits};
}

ReportSection paper_section(const CheckedPaper& checked, const Findings& findings,
                            std::span<const StudyFinding* const> studies) {
  const Paper& paper = *checked.paper;
  ReportSection section{.title = fmt::format("{} [{}]", paper.title, paper.citation),
                        .text = {std::string(paper.about)}};
  ClaimsBlock claims{.title = "Claims and verdicts"};
  for (const CheckedClaim& claim : checked.claims) claims.claims.push_back(claim.full());
  section.blocks.emplace_back(std::move(claims));
  for (const CheckedClaim& claim : checked.claims) {
    if (!claim.finding.points.rows.empty()) section.blocks.emplace_back(points_block(claim));
  }
  if (std::optional<TableBlock> block = stand_ins_block(std::span(&checked, 1))) {
    section.blocks.emplace_back(std::move(*block));
  }
  if (!checked.stand_in_levels.rows.empty()) {
    section.blocks.emplace_back(levels_block(checked));
    section.blocks.emplace_back(portraits_block(checked));
  }
  for (const auto make : {paper.blocks, paper.tables}) {
    if (make == nullptr) continue;
    for (ReportBlock& block : make(findings)) section.blocks.push_back(std::move(block));
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

ReportSection section_of(const StudyFinding& finding, const Findings& findings) {
  ReportSection section{.title = finding.spec.title, .text = finding.spec.text};
  if (!finding.systems.empty()) section = study_section(finding.spec, finding.results);
  std::vector<ReportBlock> blocks;
  for (TableBlock& block : published_blocks(published_values(), finding, findings)) {
    blocks.emplace_back(std::move(block));
  }
  section.blocks.insert(section.blocks.begin(), std::make_move_iterator(blocks.begin()),
                        std::make_move_iterator(blocks.end()));
  return section;
}

ReportSection closing_section(std::span<const CheckedPaper> papers, const Findings& findings) {
  ReportSection section{
      .title = "Method",
      .text = {
          "Options and iterations are chosen on validation folds only; test folds are not used in "
          "any choice. The studies are TOML files: podium-papers reproduce PAPER --print-specs "
          "prints "
          "them.",
          "Where tied documents must be ordered, the order depends on the seed only. The same "
          "data gives the same report, byte by byte, for any number of threads."}};
  CardsBlock cards{.title = "Data sets"};
  for (const StudyFinding& finding : findings.studies()) {
    if (!is_of_any(papers, finding)) continue;
    for (CardsBlock::Card& card : data_cards(finding.results.cards).cards) {
      const auto same = [&](const CardsBlock::Card& other) {
        return other.title == card.title && other.facts == card.facts;
      };
      if (std::ranges::none_of(cards.cards, same)) cards.cards.push_back(std::move(card));
    }
  }
  if (!cards.cards.empty()) section.blocks.emplace_back(std::move(cards));
  CommandsBlock commands{.title = "Commands"};
  for (const CheckedPaper& checked : papers) {
    commands.commands.push_back(fmt::format("podium-papers reproduce {}", checked.paper->name));
  }
  section.blocks.emplace_back(std::move(commands));
  return section;
}

}  // namespace

std::vector<CheckedPaper> checked_papers(std::span<const Paper* const> papers,
                                         const Findings& findings) {
  std::vector<CheckedPaper> result;
  for (const Paper* paper : papers) {
    CheckedPaper& one = result.emplace_back(CheckedPaper{.paper = paper});
    for (const PaperClaim& claim : paper->claims()) one.claims.push_back(checked(claim, findings));
  }
  return result;
}

ReportDocument reproduction(std::span<const CheckedPaper> papers, const Findings& findings,
                            const ReproductionScope& scope) {
  ReportDocument document{.title = "Published experiments, reproduced"};
  if (scope.is_quick) document.summary.emplace_back(quick_warning);
  for (const CheckedPaper& checked : papers) {
    std::vector<const StudyFinding*> studies;
    for (const StudyFinding& finding : findings.studies()) {
      if (is_of(*checked.paper, finding)) studies.push_back(&finding);
    }
    document.summary.push_back(verdict_count(checked));
    document.sections.push_back(paper_section(checked, findings, studies));
    for (const StudyFinding* finding : studies) {
      document.sections.push_back(section_of(*finding, findings));
    }
  }
  document.summary.push_back(expected_errors(papers));
  document.sections.push_back({.title = "Rules of verdicts", .text = rules_of_verdicts()});
  document.sections.push_back(closing_section(papers, findings));
  return document;
}

std::string verdict_count(const CheckedPaper& checked) {
  const auto count = [&](ClaimVerdict verdict) {
    return std::ranges::count_if(checked.claims, [&](const CheckedClaim& claim) {
      return claim.finding.verdict == verdict;
    });
  };
  const auto held = count(ClaimVerdict::holds);
  const auto open = count(ClaimVerdict::needs_data);
  return fmt::format(
      "[{}] {}: of {}, {} {}, {} refuted, {} not shown either way, {} {} data that are not at "
      "hand.",
      checked.paper->citation, checked.paper->title, counted(checked.claims.size(), "claim"), held,
      held == 1 ? "holds" : "hold", count(ClaimVerdict::refuted), count(ClaimVerdict::not_shown),
      open, open == 1 ? "needs" : "need");
}

std::optional<TableBlock> stand_ins_block(std::span<const CheckedPaper> papers) {
  TableBlock block{.title = "On stand-ins, apart from the verdicts",
                   .note =
                       "Generated data of the published shape took the place of the data sets "
                       "that are not at hand. They decide nothing: this shows what the rules "
                       "would say on data like these.",
                   .table = {.columns = {"claim", "source", "outcome"}}};
  for (const CheckedPaper& checked : papers) {
    for (const CheckedClaim& claim : checked.claims) {
      if (claim.stand_ins.empty()) continue;
      block.table.rows.push_back({claim.claim->text, claim.claim->source, claim.stand_ins});
    }
  }
  if (block.table.rows.empty()) return std::nullopt;
  return block;
}

std::string expected_errors(std::span<const CheckedPaper> papers) {
  std::size_t tested = 0;
  for (const CheckedPaper& checked : papers) {
    for (const CheckedClaim& claim : checked.claims) {
      const bool is_theorem = std::holds_alternative<TheoryRule>(claim.claim->parts.front());
      if (!is_theorem && claim.finding.verdict != ClaimVerdict::needs_data) ++tested;
    }
  }
  if (tested == 0) return "No claim could be put to a test.";
  return fmt::format(
      "{} tested; there is no correction over claims, so that up to {:.2f} false decisions "
      "(holds or refuted) are expected among them.",
      tested == 1 ? "1 claim was" : fmt::format("{} claims were", tested),
      0.05 * static_cast<double>(tested));
}

Table published_table(std::span<const Paper* const> papers, const Findings& findings) {
  Table table{.columns = {"paper", "table", "study", "data", "method", "measure", "published",
                          "ours", "difference", "verdict"}};
  const auto is_wanted = [&](const std::string& name) {
    return std::ranges::any_of(papers, [&](const Paper* paper) { return paper->name == name; });
  };
  for (const MeasuredNumber& number : findings.measured()) {
    if (!is_wanted(number.paper)) continue;
    table.rows.push_back({number.paper, number.table, "-", "-", number.method, number.measure,
                          number.published, number.ours, number.ours - number.published, "-"});
  }
  for (const ComparedValue& value : beside_ours(published_values(), findings)) {
    const PublishedValue& published = value.published;
    if (!is_wanted(published.paper)) continue;
    table.rows.push_back({published.paper, published.table, published.study, published.data,
                          published.row, published.measure, published.value, value.ours,
                          value.ours - published.value, word_of(verdict_on(published, findings))});
  }
  return table;
}

}  // namespace podium::research
