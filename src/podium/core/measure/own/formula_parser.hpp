#pragma once

#include <string_view>
#include <vector>

#include "podium/core/measure/own/formula.hpp"

namespace podium {

/// The nodes of a formula: the parts of a node are before it, the whole formula is the last. Throws
/// UsageError that says where and what is wrong.
std::vector<Formula::Node> parse_formula(std::string_view text);

}  // namespace podium
