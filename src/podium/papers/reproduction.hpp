#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "podium/base/table.hpp"
#include "podium/papers/paper.hpp"
#include "podium/report/document.hpp"
#include "podium/study/findings.hpp"

namespace podium {

/// How much of the papers' studies was run.
struct ReproductionScope {
  bool is_quick = false;  ///< few folds, thinned sweeps, one seed
};

/// Every paper's claims and whether they hold here, published values beside ours, the studies'
/// tables and figures, and the data sets that are not at hand. Made of results alone: no times, no
/// dates, no paths of this machine.
ReportDocument reproduction(std::span<const Paper* const> papers, const Findings& findings,
                            const ReproductionScope& scope = {});

/// The claims alone, of one paper after the other.
std::vector<ClaimsBlock::Claim> claims_of(std::span<const Paper* const> papers,
                                          const Findings& findings);

/// Every published value of the papers beside ours.
Table published_table(std::span<const Paper* const> papers, const Findings& findings);

}  // namespace podium
