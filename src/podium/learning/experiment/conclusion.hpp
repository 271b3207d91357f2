#pragma once

#include <string>

#include "podium/core/base/table.hpp"
#include "podium/learning/experiment/compare.hpp"

namespace podium {

/// The outcome of a pair in one sentence that claims no more than the tests show:
///
///   A is better than B (p = 0.0123 after Holm over 3 pairs)
///   no difference between A and B was shown (p = 0.21 after Holm over 3 pairs)
///   the tests do not agree on A and B (t p = 0.03, wilcoxon p = 0.08)
///
/// p is the corrected two-sided one.
std::string conclusion(const Comparison& comparison, const PairComparison& pair,
                       const CompareOptions& options);

/// "p = 0.0123", "p < 0.0001", or "p <= 0.0004" for an upper bound (TestOutcome::is_at_floor).
std::string p_text(double p, bool is_bound = false);

/// The same for a table.
Cell p_cell(double p, bool is_bound);

/// What more queries would do for a pair that some test does not tell apart, see
/// PowerForecast::words(); empty when all tests do.
std::string outlook(const PairComparison& pair);

}  // namespace podium
