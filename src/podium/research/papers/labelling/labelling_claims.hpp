#pragma once

#include <vector>

#include "podium/core/report/document.hpp"
#include "podium/research/papers/claim.hpp"

namespace podium::research {

// The claims of [Niu12, Tables 1 to 3] about human assessors, with what simulated ones show. They
// are no evidence on people: their times per judgement are inputs, and their noise is calibrated to
// the agreement of people.

ClaimFinding judgement_is_quick(const Findings& findings);
ClaimFinding query_takes_as_long(const Findings& findings);
ClaimFinding assessors_agree_more(const Findings& findings);

/// The published numbers and those of `findings.measured()`; empty when there are none.
std::vector<ReportBlock> labelling_blocks(const Findings& findings);

}  // namespace podium::research
