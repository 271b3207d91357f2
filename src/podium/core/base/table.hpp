#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "podium/core/base/io/json.hpp"

namespace podium {

/// How results are printed. JSON and CSV carry numbers at full precision, the others round.
struct TableFormat {
  enum Kind { table, json, csv, markdown, latex };

  Kind kind = table;
  std::size_t width = 0;  ///< maximum number of columns of a line of text; 0: any

  // A format is written and compared as its kind, so these convert.
  // NOLINTBEGIN(google-explicit-constructor)
  constexpr TableFormat(Kind of, std::size_t max_columns = 0) : kind(of), width(max_columns) {}
  constexpr operator Kind() const { return kind; }
  // NOLINTEND(google-explicit-constructor)
};

/// Reads "table", "json", "csv", "markdown" or "latex"; throws UsageError naming the choices.
TableFormat parse_table_format(std::string_view text);

/// Text, a whole number, or a real number with the digits that people want to see of it.
struct Cell {
  std::variant<std::string, std::int64_t, double> value;
  int digits = 4;       ///< after the point, of a real number
  bool strong = false;  ///< set in bold where the format can: the best of a column, say
  std::string mark;     ///< set right after the value where people read it: "*"
  std::string before;   ///< set right before it: "<= "

  // Rows are written as lists of values, so these convert.
  // NOLINTBEGIN(google-explicit-constructor)
  Cell(std::string text) : value(std::move(text)) {}
  Cell(std::string_view text) : value(std::string(text)) {}
  Cell(const char* text) : value(std::string(text)) {}
  Cell(double number, int shown_digits = 4) : value(number), digits(shown_digits) {}
  template <std::integral Whole>
  Cell(Whole number) : value(static_cast<std::int64_t>(number)) {}
  // NOLINTEND(google-explicit-constructor)
};

bool is_number(const Cell& cell);

/// The cell as people read it: rounded, with its mark, "-" for NaN.
std::string shown(const Cell& cell);

/// A small table of results: a header and rows of cells.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
};

/// The table as text. A column is set to the right when its cells are numbers. NaN is printed as
/// "-" (as null in JSON, as nothing in CSV). JSON is a list of objects keyed by column. Text that
/// is wider than the format allows is wrapped within its column; numbers never are.
std::string render(const Table& table, TableFormat format);

/// A list of objects, one for each row, with the columns' names as keys.
Json to_json(const Table& table);

}  // namespace podium
