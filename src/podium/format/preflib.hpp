#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podium/data/truth.hpp"

namespace podium {

/// Which orders a PrefLib file may hold: strict or with ties, complete or incomplete.
enum class PrefLibKind { soc, soi, toc, toi };

inline constexpr std::array<std::string_view, 4> preflib_kind_names = {"soc", "soi", "toc", "toi"};

/// An order, and how many voters gave it.
struct PrefLibOrder {
  std::vector<DocIndex> order;         ///< alternatives from 0, best first
  std::vector<std::uint32_t> tie_end;  ///< one past the last rank that is tied with this one
  std::uint64_t voters = 1;

  bool operator==(const PrefLibOrder&) const = default;
};

/// An election as PrefLib writes it down.
struct PrefLibVotes {
  std::string title;
  std::vector<std::string> alternative;  ///< names; number i of the file is alternative i - 1
  std::vector<PrefLibOrder> orders;

  bool operator==(const PrefLibVotes&) const = default;
};

/// The kind that allows least and still these votes.
PrefLibKind kind_of(const PrefLibVotes& votes);

/// The kind that the name's ending stands for, also behind .gz or .zst; nothing for other names.
std::optional<PrefLibKind> preflib_kind_of_name(std::filesystem::path path);

/// Reads .soc, .soi, .toc and .toi files, with the header of today or the old one. The file's DATA
/// TYPE, or else its name, says what orders may look like; without both, anything goes. See
/// docs/formats/preflib.md.
PrefLibVotes read_preflib(const std::filesystem::path& path);

/// Writes with the header of today. Throws UsageError for votes that the name's ending does not
/// allow or that could not be read back.
void write_preflib(const PrefLibVotes& votes, const std::filesystem::path& path);

}  // namespace podium
