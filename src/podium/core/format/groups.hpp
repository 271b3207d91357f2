#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace podium {

/// Reads group sizes from LightGBM's .query or XGBoost's .group files: each line has the number of
/// rows of the next query, a whole number above 0. See
/// docs/formats/groups-and-weights.md.
std::vector<std::size_t> read_groups(const std::filesystem::path& path);

/// Throws UsageError for a group of size 0.
void write_groups(std::span<const std::size_t> sizes, const std::filesystem::path& path);

}  // namespace podium
