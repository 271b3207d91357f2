#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/data/truth.hpp"

namespace podium {

/// The kinds of orders in a PrefLib file: strict or with ties, complete or incomplete.
enum class PrefLibKind { soc, soi, toc, toi };

inline constexpr std::array<std::string_view, 4> preflib_kind_names = {"soc", "soi", "toc", "toi"};

/// An order and the number of voters who gave it.
struct PrefLibOrder {
  std::vector<DocIndex> order;         ///< alternatives from 0, best first
  std::vector<std::uint32_t> tie_end;  ///< one past the last rank that is tied with this one
  std::uint64_t voters = 1;

  bool operator==(const PrefLibOrder&) const = default;
};

/// An election in the form of a PrefLib file.
struct PrefLibVotes {
  std::string title;
  std::vector<std::string> alternative;  ///< names; number i of the file is alternative i - 1
  std::vector<PrefLibOrder> orders;

  bool operator==(const PrefLibVotes&) const = default;
};

/// The kind given by the ending of the file name, also of a packed one; nothing for other names.
std::optional<PrefLibKind> preflib_kind_of_name(const std::filesystem::path& path);

/// Reads .soc, .soi, .toc and .toi files, with the current or the old header. The DATA TYPE of the
/// file, or otherwise its name, restricts the orders; without both, all orders are accepted. Orders
/// that no voter gave, with the count 0, are left out. See docs/formats/preflib.md.
PrefLibVotes read_preflib(const std::filesystem::path& path);

}  // namespace podium
