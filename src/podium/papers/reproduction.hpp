#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/base/table.hpp"
#include "podium/papers/paper.hpp"
#include "podium/report/document.hpp"
#include "podium/study/findings.hpp"

namespace podium {

/// How much of the papers' studies was run.
struct ReproductionScope {
  bool is_quick = false;  ///< one fold, few points of each sweep, one seed
};

/// The first sentence of every document about a quick run.
inline constexpr std::string_view quick_warning =
    "A quick run: one fold of each data set, few points of each sweep, one seed. The numbers are "
    "not results.";

/// The full report: every paper's claims with verdicts, published values and ours, the tables and
/// figures of the studies, and the missing data sets. It depends on the results alone: no times, no
/// dates, no paths of this machine.
ReportDocument reproduction(std::span<const Paper* const> papers, const Findings& findings,
                            const ReproductionScope& scope = {});

/// The checked claims of all papers, paper by paper.
std::vector<ClaimsBlock::Claim> claims_of(std::span<const Paper* const> papers,
                                          const Findings& findings);

/// The number of claims of a paper for each verdict, as a sentence.
std::string verdict_count(const Paper& paper, std::span<const ClaimsBlock::Claim> claims);

/// Every published value of the papers, with ours.
Table published_table(std::span<const Paper* const> papers, const Findings& findings);

}  // namespace podium
