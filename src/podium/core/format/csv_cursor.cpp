#include "podium/core/format/csv_cursor.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"
#include "podium/core/format/row_problem.hpp"

namespace podium {

std::string unquoted(const CsvValue& value) {
  if (!value.has_quotes) return std::string(value.text);
  std::string text;
  for (std::size_t i = 0; i < value.text.size(); ++i) {
    text += value.text[i];
    if (value.text[i] == '"') ++i;
  }
  return text;
}

std::string quoted_field(std::string_view text) {
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? "\"\"" : std::string(1, c);
  return field + '"';
}

CsvCursor::CsvCursor(std::string_view text, char separator) noexcept
    : p_(text.data()), text_end_(text.data() + text.size()), separator_(separator) {
  find_row_end(p_);
}

void CsvCursor::find_row_end(const char* from) noexcept {
  row_end_ = std::find(from, text_end_, '\n');
  next_row_ = row_end_ == text_end_ ? text_end_ : row_end_ + 1;
  if (row_end_ != from && row_end_[-1] == '\r') --row_end_;
}

bool CsvCursor::next_row() noexcept {
  p_ = next_row_;
  is_row_done_ = false;
  if (p_ == text_end_) return false;
  find_row_end(p_);
  return true;
}

CsvValue CsvCursor::next() {
  if (p_ != row_end_ && *p_ == '"') return next_quoted();
  const char* const stop = std::find(p_, row_end_, separator_);
  const std::string_view text(p_, static_cast<std::size_t>(stop - p_));
  step_over(stop);
  return {text, false};
}

CsvValue CsvCursor::next_quoted() {
  const char* const first = p_ + 1;
  bool has_quotes = false;
  const char* last = std::find(first, text_end_, '"');
  while (last != text_end_ && last + 1 != text_end_ && last[1] == '"') {
    has_quotes = true;
    last = std::find(last + 2, text_end_, '"');
  }
  if (last == text_end_) {
    throw RowProblem{p_, "found an opening quote, expected a closing one too"};
  }
  const char* const behind = last + 1;
  if (behind > row_end_) find_row_end(behind);  // the value holds line ends
  if (behind != row_end_ && *behind != separator_) {
    throw RowProblem{behind, fmt::format("found {} after a closing quote, expected '{}'",
                                         in_quotes({behind, 1}), separator_)};
  }
  step_over(behind);
  return {{first, static_cast<std::size_t>(last - first)}, has_quotes};
}

void CsvCursor::step_over(const char* stop) noexcept {
  is_row_done_ = stop == row_end_;
  p_ = is_row_done_ ? stop : stop + 1;
}

std::size_t csv_row_length(std::string_view text, char separator, std::size_t most, bool* fits) {
  const std::size_t newline = text.find('\n');
  const std::size_t line = newline == std::string_view::npos ? text.size() : newline + 1;
  if (text.substr(0, line).find('"') == std::string_view::npos) return line;
  try {
    CsvCursor cursor(text, separator);
    for (std::size_t n = 0; !cursor.at_row_end(); ++n) {
      cursor.next();
      if (n == most) break;
    }
    cursor.next_row();
    return static_cast<std::size_t>(cursor.position() - text.data());
  } catch (const RowProblem&) {  // reported when the row is read
    if (fits != nullptr) *fits = false;
    return line;
  }
}

}  // namespace podium
