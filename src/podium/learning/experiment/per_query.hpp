#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace podium {

/// Per-query values of one ranker, as `podium evaluate --per-query` writes them.
struct PerQueryValues {
  std::vector<std::string> query;
  std::vector<std::string> measure;
  std::vector<std::vector<double>> value;  ///< [measure][query]; NaN where the field is empty
};

/// Reads a comma-separated file with a column `query` and one column per measure. Throws DataError
/// for a value that is not a number and for a query that occurs twice.
PerQueryValues read_per_query(const std::filesystem::path& path);

/// The measure of that name in the file, or the only one that differs from it by options: "err"
/// finds "err(max=4)". Throws UsageError naming the measures of the file.
const std::string& find_column(const PerQueryValues& values, std::string_view measure);

/// The values of find_column().
const std::vector<double>& values_of(const PerQueryValues& values, std::string_view measure);

}  // namespace podium
