#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/table.hpp"
#include "podium/core/report/document.hpp"
#include "podium/research/papers/findings.hpp"
#include "podium/research/papers/paper.hpp"

namespace podium::research {

/// How much of the papers' studies was run.
struct ReproductionScope {
  bool is_quick = false;  ///< one fold, few points of each sweep, one seed
};

/// The first sentence of every document about a quick run.
inline constexpr std::string_view quick_warning =
    "A quick run: one fold of each data set, few points of each sweep, one seed. The numbers are "
    "not results.";

/// A paper and its claims, checked.
struct CheckedPaper {
  const Paper* paper = nullptr;
  std::vector<CheckedClaim> claims;
  Table stand_in_levels = {};     ///< see StandInTally; without rows: none
  Table stand_in_portraits = {};  ///< of the same data sets
};

/// Checks the claims of the papers. This takes a while; the reports below only show the outcome.
std::vector<CheckedPaper> checked_papers(std::span<const Paper* const> papers,
                                         const Findings& findings);

/// What the rules of verdicts are, one paragraph each, for people who read a report.
std::vector<std::string> rules_of_verdicts();

/// The full report: every paper's claims with verdicts, published values and ours, the tables and
/// figures of the studies, and the missing data sets. It depends on the results alone: no times, no
/// dates, no paths of this machine.
ReportDocument reproduction(std::span<const CheckedPaper> papers, const Findings& findings,
                            const ReproductionScope& scope = {});

/// The number of claims of a paper for each verdict, as a sentence.
std::string verdict_count(const CheckedPaper& checked);

/// What came out on stand-ins, for the claims that were tried on them; nothing when none was.
std::optional<TableBlock> stand_ins_block(std::span<const CheckedPaper> papers);

/// How many wrong decisions are to be expected among those of the papers, as a sentence.
std::string expected_errors(std::span<const CheckedPaper> papers);

/// Every published value of the papers, with ours.
Table published_table(std::span<const Paper* const> papers, const Findings& findings);

}  // namespace podium::research
