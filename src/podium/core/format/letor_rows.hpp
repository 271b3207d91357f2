#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "podium/core/format/row_reader.hpp"

namespace podium {

/// Rows "[label] qid:q 1:v 2:v ... #docid = d inc = i prob = p"; see docs/formats/letor.md.
class LetorRows {
 public:
  struct Shape {
    std::size_t first_feature_id = 1;
    bool has_query_ids = true;
    bool skip_features = false;
    bool left_out_is_missing = false;  ///< false: omitted features are 0, as in SVMlight
    bool needs_labels = true;          ///< false: rows may begin with the query id or a feature
  };

  explicit LetorRows(const Shape& shape) : shape_(shape) {}

  bool is_row(std::string_view line) const noexcept;
  std::optional<RowHead> head(std::string_view line) const noexcept;
  void fill(std::string_view line, RowContent& content) const;

 private:
  const char* read_features(const char* p, std::string_view line, RowContent& content) const;

  Shape shape_;
};

/// Appends a feature as LETOR text has it, " 3:0.5" with the digits that read back the same number,
/// or " 3:NULL" for NaN.
void append_letor_value(std::string& text, std::size_t id, float value);
void append_letor_value(std::string& text, std::size_t id, double value);

}  // namespace podium
