#pragma once

#include <string>
#include <vector>

#include "podium/learning/study/group.hpp"

namespace podium {

/// For each row other than the baseline, a sentence that says whether it beats the baseline by the
/// study's metric, by how much, with which certainty, and how many more queries would settle it.
/// Empty when nothing can be compared.
std::vector<std::string> verdict_sentences(const StudySpec& spec, const StudyGroup& group);

}  // namespace podium
