#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace podium {

/// One query to be labelled by one assessor with one tool, by the caller's ids.
struct Assignment {
  std::int64_t assessor = 0;
  std::int64_t query = 0;
  std::int64_t tool = 0;

  bool operator==(const Assignment&) const = default;
};

/// What is to be labelled, and by whom it may be.
struct AssignmentRequest {
  std::vector<std::int64_t> assessor;
  std::vector<std::int64_t> query;
  std::vector<std::int64_t> tool;
  std::size_t overlap = 1;  ///< how many assessors each query gets for each tool
  std::size_t cap = 0;      ///< most assignments of one assessor, existing ones too; 0: no limit
  std::vector<Assignment> existing;  ///< they stand, whoever they are of
};

/// The assignments that are missing, in the order in which they are to be done. Nobody meets a
/// query twice, with whichever tool, so that no judgement is remembered from another.
///
/// Where nothing exists, by rotation [Niu12]: the queries are dealt into as many folds Q(0), Q(1),
/// ... as there are assessors, and assessor i gets
///
///   tool t of round r on fold Q((i + r T + t) mod A),   T tools, A assessors, r < overlap
///
/// so that each assessor works on as many folds as each other, and as much with each tool. Where
/// something exists, or the rotation would exceed the cap, the least loaded assessor gets each that
/// is missing, and others hand on what they have newly got where that is the only way. Throws
/// UsageError saying what is impossible when it is.
std::vector<Assignment> missing_assignments(const AssignmentRequest& request);

}  // namespace podium
