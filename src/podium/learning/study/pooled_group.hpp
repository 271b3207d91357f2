#pragma once

#include <span>
#include <vector>

#include "podium/learning/study/group.hpp"

namespace podium {

/// For a study that pools its data sets: the groups of each truth as one, with the queries of all
/// data sets. It has the rows that all of them have, and their values by query only: a mean of
/// folds or a validation value has no meaning here.
std::vector<StudyGroup> pooled_groups(const StudySpec& spec, std::span<const StudyGroup> groups);

}  // namespace podium
