#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "podium/format/orders/preflib.hpp"

namespace podium {

// Shared by the reader and the writer of PrefLib files.

constexpr bool is_complete(PrefLibKind kind) {
  return kind == PrefLibKind::soc || kind == PrefLibKind::toc;
}

constexpr bool has_ties(PrefLibKind kind) {
  return kind == PrefLibKind::toc || kind == PrefLibKind::toi;
}

constexpr std::string_view name_of(PrefLibKind kind) {
  return preflib_kind_names[static_cast<std::size_t>(kind)];
}

inline std::optional<PrefLibKind> find_preflib_kind(std::string_view name) {
  const auto* found = std::ranges::find(preflib_kind_names, name);
  if (found == preflib_kind_names.end()) return std::nullopt;
  return static_cast<PrefLibKind>(found - preflib_kind_names.begin());
}

/// Whether a byte is a control character other than a tab.
constexpr bool is_control_character(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
}

}  // namespace podium
