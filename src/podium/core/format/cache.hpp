#pragma once

#include <filesystem>
#include <string_view>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// The checks of a cache before it is used.
enum class CacheCheck {
  everything,  ///< header, every offset, and the checksum of every section
  structure,   ///< all but the checksum of the features: opening does not read them
};

/// Whether the bytes start like a cache of any version.
bool is_cache(std::string_view bytes) noexcept;

/// Maps a cache; the data set uses the mapped memory without a copy. Throws DataError with the
/// reason for a file that is truncated, damaged, of another version or byte order, or not a cache.
/// See docs/formats/podium.md.
Dataset read_cache(const std::filesystem::path& path, CacheCheck check = CacheCheck::everything);

void write_cache(const Dataset& given, const std::filesystem::path& path);

}  // namespace podium
