#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace podium {

/// A value of a row: without the quotes around it, as it stands between them.
struct CsvValue {
  std::string_view text;
  bool has_quotes = false;  ///< doubled ones inside
};

/// The value with each doubled quote as one.
std::string unquoted(const CsvValue& value);

/// The text as a value in quotes.
std::string quoted_field(std::string_view text);

/// The length of the first row of separated text with its line end. Quotes that do not fit make it
/// a single line and clear `*fits`. A row of more than `most` values, which is an error, ends with
/// the line of the next one: the values of such rows could go on to the end of the text.
std::size_t csv_row_length(std::string_view text, char separator,
                           std::size_t most = std::string_view::npos, bool* fits = nullptr);

/// Walks over the values of separated text, row by row. Rows end with LF or CR LF. A value in
/// double quotes may hold separators, line ends and doubled quotes. Borrows the text.
class CsvCursor {
 public:
  /// Stands at the first value of the first row.
  CsvCursor(std::string_view text, char separator) noexcept;

  /// Whether the row has no further value; every row has one.
  bool at_row_end() const noexcept { return is_row_done_; }

  /// Where the next value begins.
  const char* position() const noexcept { return p_; }

  /// The next value of the row. Throws RowProblem for a quote that is not closed and for text
  /// behind a closing quote. Requires !at_row_end().
  CsvValue next();

  /// Goes to the next row, passing over what is left of this one; false at the end of the text.
  bool next_row() noexcept;

 private:
  CsvValue next_quoted();
  void find_row_end(const char* from) noexcept;
  void step_over(const char* stop) noexcept;

  const char* p_;
  const char* row_end_ = nullptr;   ///< of its last value
  const char* next_row_ = nullptr;  ///< where the next row begins
  const char* text_end_;
  char separator_;
  bool is_row_done_ = false;
};

}  // namespace podium
