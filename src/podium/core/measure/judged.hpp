#pragma once

#include "podium/core/measure/measure.hpp"

namespace podium {

/// Share of the first k documents that a judge has seen. [MacAvaney22]
///
///   judged@k = (documents of a label >= 0 among the first k) / min(k, n)
///
/// A value of another measure at k means little where this one is small. Range [0, 1]; an empty
/// list gives 0.
MeasureFunction make_judged(const OptionText& options, std::size_t cutoff, const Profile& profile);

}  // namespace podium
