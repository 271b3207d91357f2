#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace podium {

/// Reads group sizes, as LightGBM's .query and XGBoost's .group files have them: on each line how
/// many of the next rows belong to one query, a whole number above 0. See
/// docs/formats/groups-and-weights.md.
std::vector<std::size_t> read_groups(const std::filesystem::path& path);

/// Throws UsageError for a group of size 0.
void write_groups(std::span<const std::size_t> sizes, const std::filesystem::path& path);

}  // namespace podium
