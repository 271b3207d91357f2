#pragma once

#include <string>

#include "podium/learning/experiment/tuning/halving.hpp"

namespace podium::cli {

/// Reads "60", a number of trainings, or "90s", "10min", "10m", "1.5h", a time. Throws UsageError
/// for any other text.
SearchBudget parse_search_budget(const std::string& text);

/// "60 trainings", "600 seconds".
std::string budget_text(const SearchBudget& budget);

}  // namespace podium::cli
