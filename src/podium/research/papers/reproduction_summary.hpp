#pragma once

#include "podium/research/papers/reproduction.hpp"

namespace podium::research {

/// The reproduction on two pages: the verdicts on all claims with the shortest evidence, and for
/// each paper at most one table of published values and ours. `reproduction` has everything else.
ReportDocument reproduction_summary(std::span<const CheckedPaper> papers, const Findings& findings,
                                    const ReproductionScope& scope = {});

}  // namespace podium::research
