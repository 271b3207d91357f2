#pragma once

#include <ranges>
#include <string_view>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/suggest.hpp"

namespace podium {

/// The row of a table whose member `name` is this one. Throws UsageError with
/// unknown_name() when there is none; `what` is "loss".
template <std::ranges::borrowed_range Table>
const auto& find_named(Table&& table, std::string_view name, std::string_view what) {
  std::vector<std::string_view> known;
  for (const auto& row : table) {
    if (row.name == name) return row;
    known.push_back(row.name);
  }
  throw UsageError(unknown_name(what, name, known));
}

}  // namespace podium
