#include "podium/format/csv_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "podium/base/text.hpp"
#include "podium/format/csv_cursor.hpp"
#include "podium/format/decimal.hpp"

namespace podium {

namespace {

/// The next value of a line, which may not hold quotes: ids then stay views into the text.
std::string_view next_field(CsvCursor& cursor) {
  const char* const at = cursor.position();
  const CsvValue value = cursor.next();
  if (value.has_quotes) throw RowProblem{at, "found doubled quotes in a field, expected none"};
  return value.text;
}

[[noreturn]] void wrong(std::string_view field, const char* what) {
  throw RowProblem{field.data(), fmt::format("found {}, expected {}", in_quotes(field), what)};
}

double number(std::string_view field, const char* what) {
  const std::string_view text = trimmed(field);
  const char* const end = text.data() + text.size();
  const auto value = read_double(text.data(), end);
  if (value.error != DecimalError::none || value.end != end) wrong(field, what);
  return value.value;
}

double weight(std::string_view field) {
  const double value = number(field, "a weight (a number, 0 or more)");
  if (value < 0.0) wrong(field, "a weight of 0 or more");
  return value;
}

double row_weight(std::string_view field) {
  const double value = weight(field);
  if (!std::isfinite(static_cast<float>(value))) wrong(field, "a weight that a 32-bit float holds");
  return value;
}

float feature(std::string_view field) {
  const std::string_view text = trimmed(field);
  if (text.empty() || lower_case(text.substr(0, 5)) == "null") {
    return std::numeric_limits<float>::quiet_NaN();
  }
  const char* const end = text.data() + text.size();
  const auto value = read_float(text.data(), end);
  if (value.error == DecimalError::not_finite) {
    wrong(field, "a finite value that a 32-bit float holds, or nothing");
  }
  if (value.error != DecimalError::none || value.end != end) {
    wrong(field, "a value (a number, NULL or nothing)");
  }
  return value.value;
}

}  // namespace

CsvRows::CsvRows(std::string_view header, char separator, const ReadOptions& options)
    : separator_(separator), skip_features_(options.features == FeatureDetail::none) {
  const std::vector<std::pair<std::string_view, Role>> known = {
      {options.qid_column, Role::query_id},
      {options.label_column, Role::label},
      {options.docid_column, Role::document_id},
      {options.row_weight_column, Role::row_weight},
      {options.query_weight_column, Role::query_weight}};
  std::vector<std::string_view> names;
  CsvCursor cursor(header, separator);
  while (!cursor.at_row_end()) {
    const char* const at = cursor.position();
    const std::string_view name = trimmed(next_field(cursor));
    if (name.empty()) throw RowProblem{at, "found a column without a name, expected a name"};
    if (std::ranges::find(names, name) != names.end()) {
      throw RowProblem{
          at, fmt::format("found a second column {}, expected each name once", in_quotes(name))};
    }
    names.push_back(name);
    const auto found = std::ranges::find(known, name, &std::pair<std::string_view, Role>::first);
    roles_.push_back(found == known.end() ? Role::feature : found->second);
    if (roles_.back() == Role::feature) feature_names_.emplace_back(name);
  }
  for (const auto& [name, role] : known) {
    const bool wanted = role == Role::query_id || (role == Role::label && !name.empty());
    if (wanted && std::ranges::find(roles_, role) == roles_.end()) {
      throw RowProblem{header.data(),
                       fmt::format("found no column {}, expected one (see --{}-column)",
                                   in_quotes(name), role == Role::label ? "label" : "qid")};
    }
  }
}

bool CsvRows::is_row(std::string_view line) const noexcept {
  return !line.empty() && line != "\r";
}

std::optional<RowHead> CsvRows::head(std::string_view line) const {
  RowHead head{.feature_end = skip_features_ ? 0 : feature_names_.size()};
  try {
    CsvCursor cursor(line, separator_);
    for (std::size_t column = 0; !cursor.at_row_end() && column < roles_.size(); ++column) {
      const std::string_view field = next_field(cursor);
      if (roles_[column] != Role::query_id) continue;
      head.query_id = trimmed(field);
      break;
    }
  } catch (const RowProblem&) {
    return std::nullopt;
  }
  if (head.query_id.empty()) return std::nullopt;
  return head;
}

void CsvRows::fill(std::string_view line, RowContent& content) const {
  CsvCursor cursor(line, separator_);
  std::size_t column = 0;
  std::size_t next_feature = 0;
  for (; !cursor.at_row_end(); ++column) {
    const char* const at = cursor.position();
    const std::string_view field = next_field(cursor);
    if (column == roles_.size()) {
      throw RowProblem{at, fmt::format("found more fields, expected {}", roles_.size())};
    }
    switch (roles_[column]) {
      case Role::query_id:
        if (trimmed(field).empty()) wrong(field, "a query id");
        break;
      case Role::label:
        content.label = number(field, "a label (a finite number)");
        break;
      case Role::document_id:
        content.document_id = trimmed(field);
        break;
      case Role::row_weight:
        content.row_weight = row_weight(field);
        break;
      case Role::query_weight:
        content.query_weight = weight(field);
        break;
      case Role::feature:
        if (!skip_features_) {
          const float value = feature(field);
          if (next_feature < content.features.size()) content.features[next_feature] = value;
          if (next_feature < content.exact.size()) {
            content.exact[next_feature] =
                std::isnan(value) ? double{value} : number(field, "a value (a number)");
          }
        }
        ++next_feature;
        break;
    }
  }
  if (column < roles_.size()) {
    throw RowProblem{line.data() + line.size(),
                     fmt::format("found {} fields, expected {}", column, roles_.size())};
  }
}

}  // namespace podium
