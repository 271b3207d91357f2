#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "podium/core/prepare/feature_set.hpp"

namespace podium::serving {

/// The columns of a model's features by name, for requests that name them. Features without names
/// are called "1", "2", ..., and "f1", "f2", ... as in CSV files that Podium writes.
class FeatureColumns {
 public:
  explicit FeatureColumns(const FeatureSet& features);

  std::size_t count() const noexcept { return features_.count; }
  std::string name(std::size_t column) const { return features_.name(column); }

  /// The column of a feature; `none` for a name that the model does not have.
  std::size_t find(const std::string& name) const;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  /// A sentence about a name that the model does not have, with the nearest one that it has.
  std::string unknown(const std::string& name) const;

 private:
  FeatureSet features_;
  std::unordered_map<std::string, std::size_t> column_;  ///< of features with names
};

/// What a request may cost.
struct QueryLimits {
  std::size_t documents = 10'000;
  /// Documents times features. Each value of a list takes two bytes of the body at least, but one
  /// that is left out takes none.
  std::size_t values = std::size_t{32} << 20U;
};

/// The documents of one query as a request sends them.
struct QueryMessage {
  std::string query;             ///< empty: none was given
  std::vector<std::string> ids;  ///< empty: documents are named by their places
  std::size_t documents = 0;
  std::vector<float> rows;         ///< in the order of the model's features; NaN is missing
  std::optional<std::size_t> top;  ///< how many of the best are wanted

  /// The document's id, or its place counted from 1.
  std::string id(std::size_t document) const;
};

/// Reads
///
///   {"query": "q1", "features": ["bm25", "title"], "extra": "ignore", "top": 10,
///    "documents": [{"id": "a", "values": [2.0, null]}, {"id": "b", "values": [1.5, 0.5]}]}
///
/// Only "documents" is required. `values` are in the order of "features", or of the model's; or
/// those of all documents name their features, {"bm25": 1.5}, and there is no "features". null and
/// features that are not named are missing. "extra": "ignore" leaves out features that the model
/// does not have. Throws DataError or UsageError for anything else, also for a member or a feature
/// that comes twice, and for more documents or values than the limits. `memory`, of any content,
/// becomes that of the rows.
QueryMessage read_query_json(std::string_view body, const FeatureColumns& columns,
                             const QueryLimits& limits, std::vector<float> memory = {});

/// Reads the binary form: "PDM1", then as little-endian 32-bit numbers the columns, the rows and 0,
/// then the rows as 32-bit floats in the order of the model's features, NaN where one is missing.
QueryMessage read_query_rows(std::string_view body, const FeatureColumns& columns,
                             const QueryLimits& limits, std::vector<float> memory = {});

inline constexpr std::string_view rows_type = "application/x-podium-rows";
inline constexpr std::string_view scores_type = "application/x-podium-scores";

/// The answer to the binary form: 64-bit floats, little-endian.
std::string scores_as_bytes(std::span<const double> scores);

}  // namespace podium::serving
