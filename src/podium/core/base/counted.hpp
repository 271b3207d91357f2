#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "podium/core/base/text.hpp"

namespace podium {

/// "1 feature", "2 features": the number with its noun. Only irregular plurals are given:
/// counted(2, "query", "queries").
template <std::integral Count>
std::string counted(Count count, std::string_view noun, std::string_view plural = "") {
  std::string text = to_text(count) + " ";
  if (count == 1) return text.append(noun);
  if (!plural.empty()) return text.append(plural);
  return text.append(noun) += 's';
}

}  // namespace podium
