#pragma once

#include <ranges>
#include <span>
#include <string_view>
#include <vector>

#include "podium/base/error.hpp"

namespace podium {

/// "unknown loss 'lambdarnk'; did you mean lambda-rank? known are: ...". `what` is "loss".
UsageError unknown_name(std::string_view what, std::string_view name,
                        std::span<const std::string_view> known);

/// The row of a table whose member `name` is this one. Throws unknown_name() when there is none.
template <std::ranges::borrowed_range Table>
const auto& find_named(Table&& table, std::string_view name, std::string_view what) {
  std::vector<std::string_view> known;
  for (const auto& row : table) {
    if (row.name == name) return row;
    known.push_back(row.name);
  }
  throw unknown_name(what, name, known);
}

}  // namespace podium
