#include "podium/experiment/csv_table.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "podium/base/file.hpp"
#include "podium/base/text.hpp"

namespace podium {

namespace {

/// Takes a text apart, field by field, and keeps count of lines and columns.
class CsvScanner {
 public:
  CsvScanner(std::string_view text, std::string_view path) : rest_(text), path_(path) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
  }

  bool at_end() const noexcept { return rest_.empty(); }

  std::vector<CsvField> row() {
    std::vector<CsvField> fields = {field()};
    while (peek() == ',') {
      take();
      fields.push_back(field());
    }
    if (peek() == '\r') take();
    if (!at_end() && peek() != '\n') {
      throw error(line_, column_,
                  "found " + in_quotes(rest_.substr(0, 1)) +
                      " after a quoted field, expected a comma or the line's end");
    }
    if (!at_end()) take();
    return fields;
  }

 private:
  char peek() const noexcept { return rest_.empty() ? '\0' : rest_.front(); }

  char take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    if (c == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
    return c;
  }

  CsvField field() {
    CsvField field{.line = line_, .column = column_};
    if (peek() == '"') {
      field.text = quoted();
    } else {
      const auto ends_field = [&] {
        return at_end() || peek() == ',' || peek() == '\n' || rest_.starts_with("\r\n") ||
               rest_ == "\r";
      };
      while (!ends_field()) field.text += take();
    }
    return field;
  }

  std::string quoted() {
    const std::size_t line = line_;
    const std::size_t column = column_;
    std::string text;
    take();
    while (!at_end()) {
      const char c = take();
      if (c != '"') {
        text += c;
      } else if (peek() == '"') {
        text += take();
      } else {
        return text;
      }
    }
    throw error(line, column, "found the file's end, expected a closing quote");
  }

  DataError error(std::size_t line, std::size_t column, const std::string& problem) const {
    return {Location{std::string(path_), line, column}, problem};
  }

  std::string_view rest_;
  std::string_view path_;
  std::size_t line_ = 1;
  std::size_t column_ = 1;
};

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
  CsvScanner scanner(text, table.path_);
  while (!scanner.at_end()) {
    std::vector<CsvField> row = scanner.row();
    if (is_blank(row)) continue;
    if (table.header_.empty()) {
      table.header_ = std::move(row);
      continue;
    }
    if (row.size() != table.header_.size()) {
      throw table.error(row[0], fmt::format("found {} fields, expected {} as in the header",
                                            row.size(), table.header_.size()));
    }
    table.rows_.push_back(std::move(row));
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
