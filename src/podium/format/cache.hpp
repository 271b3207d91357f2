#pragma once

#include <filesystem>
#include <string_view>

#include "podium/data/dataset.hpp"

namespace podium {

/// How much of a cache is checked before it is used.
enum class CacheCheck {
  everything,  ///< header, every offset, and the checksum of every section
  structure,   ///< all but the checksum of the features: opening does not read them
};

/// Whether the bytes start as a cache does, of this or another version.
bool is_cache(std::string_view bytes) noexcept;

/// Maps a cache; the data set uses the mapped memory itself, nothing is copied. A file that is
/// cut, damaged, of another version or byte order, or not a cache at all is refused by a DataError
/// that says which. See docs/formats/podium.md.
Dataset read_cache(const std::filesystem::path& path, CacheCheck check = CacheCheck::everything);

void write_cache(const Dataset& data, const std::filesystem::path& path);

}  // namespace podium
