#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace podium {

/// The weight of a query.
struct QueryWeight {
  std::string query_id;
  double weight = 1.0;

  bool operator==(const QueryWeight&) const = default;
};

/// Reads one weight per line, in the order of the data file's rows: finite, 0 or more. See
/// docs/formats/groups-and-weights.md.
std::vector<double> read_row_weights(const std::filesystem::path& path);

/// Throws NumericError for a weight that is negative or not finite.
void write_row_weights(std::span<const double> weights, const std::filesystem::path& path);

/// Reads lines "qid weight" in any order; a query that occurs twice is a DataError.
std::vector<QueryWeight> read_query_weights(const std::filesystem::path& path);

/// Throws UsageError for an id that is not a word or occurs twice, NumericError for a weight that
/// is negative or not finite.
void write_query_weights(std::span<const QueryWeight> weights, const std::filesystem::path& path);

}  // namespace podium
