#pragma once

#include <vector>

#include "podium/papers/claim.hpp"
#include "podium/report/document.hpp"

namespace podium {

// What [Niu12, Tables 1 to 3] say of people who label. Simulated assessors can say something of the
// number of judgements; times of a judgement are put into them, and their noise is calibrated to
// the agreement of people, so that neither is evidence.

ClaimFinding judgement_is_quick(const Findings& findings);
ClaimFinding query_takes_as_long(const Findings& findings);
ClaimFinding assessors_agree_more(const Findings& findings);

/// The published numbers beside those that were handed in; nothing when there are none.
std::vector<ReportBlock> labelling_blocks(const Findings& findings);

}  // namespace podium
