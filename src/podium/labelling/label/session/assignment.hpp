#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace podium::labelling {

/// One query to be labelled by one assessor with one tool, by the caller's ids.
struct Assignment {
  std::int64_t assessor = 0;
  std::int64_t query = 0;
  std::int64_t tool = 0;

  bool operator==(const Assignment&) const = default;
};

/// The queries to be labelled and the assessors to choose from.
struct AssignmentRequest {
  std::vector<std::int64_t> assessor;
  std::vector<std::int64_t> query;
  std::vector<std::int64_t> tool;
  std::size_t overlap = 1;  ///< assessors per query and tool
  std::size_t cap = 0;      ///< maximum per assessor, existing assignments included; 0: no limit
  std::vector<Assignment> existing;  ///< these stay, also those of other assessors
};

/// The missing assignments, in the order in which they are to be done. No assessor gets a query
/// twice, not even with different tools, so that no judgement is influenced by another.
///
/// Without existing assignments, by rotation [Niu12]: the queries are divided into as many folds
/// Q(0), Q(1), ... as there are assessors, and assessor i gets
///
///   tool t of round r on fold Q((i + r T + t) mod A),   T tools, A assessors, r < overlap
///
/// so that all assessors work on equally many folds, and equally much with each tool. With existing
/// assignments, or if the rotation would exceed the cap, the least loaded assessor gets each
/// missing one, and new assignments of others are moved where that is the only way. Throws
/// UsageError with the reason when it is impossible.
std::vector<Assignment> missing_assignments(const AssignmentRequest& request);

}  // namespace podium::labelling
