#pragma once

#include <string>
#include <vector>

#include "podium/labelling/label/analysis/judgements.hpp"

namespace podium::labelling {

/// Whose answers are results, by name.
struct AssessorChoice {
  std::vector<std::string> only;     ///< empty: everybody's
  std::vector<std::string> without;  ///< nor those, whoever else
};

/// The judgements without the answers of assessors that are not chosen; the assessors keep their
/// places. Decisions of administrators stay, unless the answers of some assessors only are wanted.
/// Throws UsageError, with a suggestion, for a name that no assessor of the project has.
Judgements chosen_judgements(Judgements judgements, const AssessorChoice& choice);

}  // namespace podium::labelling
