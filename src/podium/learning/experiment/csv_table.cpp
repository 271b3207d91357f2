#include "podium/learning/experiment/csv_table.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/unicode/utf8.hpp"
#include "podium/core/format/csv_cursor.hpp"
#include "podium/core/format/row_problem.hpp"

namespace podium {

namespace {

/// Lines and columns of places that come in the order of the text.
class Places {
 public:
  explicit Places(const char* begin) : line_begin_(begin), seen_(begin) {}

  CsvField field_at(const char* place) {
    for (; seen_ != place; ++seen_) {
      if (*seen_ != '\n') continue;
      ++line_;
      line_begin_ = seen_ + 1;
    }
    return {.line = line_, .column = static_cast<std::size_t>(place - line_begin_) + 1};
  }

 private:
  const char* line_begin_;
  const char* seen_;
  std::size_t line_ = 1;
};

std::vector<CsvField> row_of(CsvCursor& cursor, Places& places) {
  std::vector<CsvField> row;
  while (!cursor.at_row_end()) {
    row.push_back(places.field_at(cursor.position()));
    row.back().text = unquoted(cursor.next());
  }
  return row;
}

bool is_blank(const std::vector<CsvField>& row) {
  return row.size() == 1 && trimmed(row[0].text).empty();
}

}  // namespace

CsvTable CsvTable::read(const std::filesystem::path& path) {
  const InputText input(path);
  return parse(input.view(), input.path());
}

CsvTable CsvTable::parse(std::string_view text, const std::string& source) {
  CsvTable table;
  table.path_ = source;
  text = without_mark(text);
  CsvCursor cursor(text, ',');
  Places places(text.data());
  for (bool more = !text.empty(); more; more = cursor.next_row()) {
    try {
      table.add(row_of(cursor, places));
    } catch (const RowProblem& problem) {
      throw table.error(places.field_at(problem.at), problem.message);
    }
  }
  if (table.header_.empty()) {
    throw DataError({table.path_, 1, 1}, "found nothing, expected a header");
  }
  std::set<std::string_view> names;
  for (const CsvField& name : table.header_) {
    if (!names.insert(name.text).second) {
      throw table.error(name, "found a second column " + in_quotes(name.text));
    }
  }
  return table;
}

void CsvTable::add(std::vector<CsvField> row) {
  if (is_blank(row)) return;
  if (header_.empty()) {
    header_ = std::move(row);
  } else if (row.size() == header_.size()) {
    rows_.push_back(std::move(row));
  } else {
    throw error(row[0], fmt::format("found {} fields, expected {} as in the header", row.size(),
                                    header_.size()));
  }
}

std::size_t CsvTable::column(std::string_view name) const {
  const auto found = std::ranges::find(header_, name, &CsvField::text);
  if (found == header_.end()) {
    throw error(header_[0], "found no column " + in_quotes(name) + " in the header");
  }
  return static_cast<std::size_t>(found - header_.begin());
}

double CsvTable::number(const CsvField& field) const {
  const auto value = parse_number<double>(trimmed(field.text));
  if (!value || !std::isfinite(*value)) {
    throw error(field, "found " + in_quotes(field.text) + ", expected a finite number");
  }
  return *value;
}

DataError CsvTable::error(const CsvField& field, const std::string& problem) const {
  return {Location{path_, field.line, field.column}, problem};
}

}  // namespace podium
