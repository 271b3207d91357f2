#include "podium/core/http/path_pattern.hpp"

#include <algorithm>

namespace podium {

std::optional<std::vector<std::string_view>> match(std::string_view pattern,
                                                   std::string_view path) {
  std::vector<std::string_view> captured;
  while (true) {
    const std::size_t part_end = std::min(pattern.find('/'), pattern.size());
    const std::size_t path_end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, path_end);
    if (pattern.substr(0, part_end) == "{}") {
      if (part.empty()) return std::nullopt;
      captured.push_back(part);
    } else if (pattern.substr(0, part_end) != part) {
      return std::nullopt;
    }
    const bool pattern_ends = part_end == pattern.size();
    if (pattern_ends != (path_end == path.size())) return std::nullopt;
    if (pattern_ends) return captured;
    pattern.remove_prefix(part_end + 1);
    path.remove_prefix(path_end + 1);
  }
}

}  // namespace podium
