#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace podium {

/// The parts of the path at each {} of the pattern, "/api/tasks/{}/answers"; nothing when the path
/// does not match.
std::optional<std::vector<std::string_view>> match(std::string_view pattern, std::string_view path);

}  // namespace podium
