#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podium/format/row_reader.hpp"

namespace podium {

/// Rows of separated values under a header; see docs/formats/csv.md.
class CsvRows {
 public:
  /// Reads the header line; throws RowProblem when a wanted column is missing or named twice.
  CsvRows(std::string_view header, char separator, const ReadOptions& options);

  /// Names of the columns that are features, in file order.
  const std::vector<std::string>& feature_names() const noexcept { return feature_names_; }

  bool is_row(std::string_view line) const noexcept;
  std::optional<RowHead> head(std::string_view line) const;
  void fill(std::string_view line, RowContent& content) const;

 private:
  enum class Role { query_id, label, document_id, row_weight, query_weight, feature };

  char separator_;
  bool skip_features_;
  std::vector<Role> roles_;
  std::vector<std::string> feature_names_;
};

}  // namespace podium
