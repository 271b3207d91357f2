#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "podium/core/prepare/categories.hpp"
#include "podium/core/prepare/feature_set.hpp"

namespace podium::serving {

/// The columns of a model's features by name, for requests that name them. Features without names
/// are called "1", "2", ..., and "f1", "f2", ... as in CSV files that Podium writes.
class FeatureColumns {
 public:
  explicit FeatureColumns(FeatureSet features, std::span<const CategoryMeans> categories = {});

  std::size_t count() const noexcept { return features_.count; }
  bool has_names() const noexcept { return !features_.names.empty(); }
  std::string name(std::size_t column) const { return features_.name(column); }

  /// The column of a feature; `none` for a name that the model does not have.
  std::size_t find(const std::string& name) const;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  bool has_words() const noexcept { return !words_.empty(); }
  bool has_words(std::size_t column) const { return words_.contains(column); }

  /// The value of a feature that stands for a word; an empty one is missing. A number stands for
  /// the word of its digits.
  float code_of(std::size_t column, std::string_view word) const;
  float code_of(std::size_t column, float number) const;

  /// A sentence about a name that the model does not have, with the nearest one that it has.
  std::string unknown(const std::string& name) const;

 private:
  FeatureSet features_;
  std::unordered_map<std::string, std::size_t> column_;          ///< of features with names
  std::unordered_map<std::size_t, const CategoryMeans*> words_;  ///< of columns, borrowed
};

/// What a request may cost.
struct QueryLimits {
  std::size_t documents = 10'000;
  /// Documents times features: the work of scoring, whatever the body leaves out.
  std::size_t values = std::size_t{32} << 20U;
};

/// The values of a query's documents as a request gives them, in memory that grows with the request
/// and not with the features that it leaves out.
struct DocumentValues {
  struct Named {
    std::uint32_t column = 0;
    float value = 0.0F;
  };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::size_t width = 0;             ///< features of the model
  std::vector<float> listed{};       ///< lists of values, one after the other; NaN is missing
  std::size_t list_width = 0;        ///< of each of them
  std::vector<std::size_t> place{};  ///< of each feature in a list, or `none`; empty: as it is
  std::vector<Named> named{};        ///< values by name, document after document
  std::vector<std::size_t> end{};    ///< of each document in `named`; empty: there are lists

  /// Whether `listed` has the rows of the model's features.
  bool are_rows() const noexcept { return place.empty() && end.empty(); }

  /// Rows of the model's features, NaN where a value is missing, of `count` documents from `first`
  /// on: the values themselves if they are rows, else a copy in `memory`.
  std::span<float> rows(std::size_t first, std::size_t count, std::vector<float>& memory);

  /// The row of one document.
  std::span<const float> row(std::size_t document, std::vector<float>& memory) const;

 private:
  void write_row(std::size_t document, std::span<float> row) const;
};

/// The documents of one query as a request sends them.
struct QueryMessage {
  std::string query;             ///< empty: none was given
  std::vector<std::string> ids;  ///< empty: documents are named by their places
  std::size_t documents = 0;
  DocumentValues values;
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
/// features that are not named are missing. A feature of words has texts as values. "extra":
/// "ignore" leaves out features that the model does not have. Throws DataError or UsageError for
/// anything else, also for a member or a feature that comes twice, and for more documents or values
/// than the limits. `memory`, of any content, becomes that of lists of values.
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
