#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/error.hpp"

namespace podium {

/// The lines of a text with their numbers, for messages. A line ends with LF or CR LF; the last one
/// may end with the text. A UTF-8 byte order mark before line 1 is skipped. Borrows text and path.
class LineReader {
 public:
  LineReader(std::string_view text, std::string_view path, std::size_t first_line = 1) noexcept;

  /// Goes to the next line; false when there is none.
  bool next() noexcept;

  /// The line without its end.
  std::string_view line() const noexcept { return line_; }

  /// Counted from 1.
  std::size_t number() const noexcept { return number_; }

  bool is_blank() const noexcept;

  /// Splits the line at blanks and tabs. `names` are the names of the words in messages
  /// ("a query id"); the line must have at least `required` of them and no more than there are
  /// names. Returns the number of words and fills that many of `words`. Throws DataError for a
  /// control character and for missing or surplus words.
  std::size_t split(std::span<const std::string_view> names, std::size_t required,
                    std::span<std::string_view> words) const;

  /// `word` as a finite number; throws "found 'x', expected <name>" otherwise.
  double number_in(std::string_view word, std::string_view name) const;

  /// The error "found 'x', expected <expected>" at `word`, a part of this line.
  DataError unexpected(std::string_view word, std::string_view expected) const;

  /// An error at `word`, a part of this line.
  DataError error(std::string_view word, const std::string& problem) const;

 private:
  std::string_view rest_;
  std::string_view path_;
  std::string_view line_;
  std::size_t number_;
};

/// Complete lines of a text, to be read by one thread.
struct LineChunk {
  std::string_view text;
  std::size_t first_line = 1;  ///< number of its first line in the whole text
};

/// Splits a text at line ends into chunks of about `bytes`; the result depends on the text alone.
std::vector<LineChunk> line_chunks(std::string_view text, std::size_t bytes = std::size_t{1} << 18);

/// Line and column of `place`, a part of `text`. Counts lines from the start, so it is slow.
Location location_of(std::string_view place, std::string_view text, std::string_view path);

/// Text without the blanks, tabs and line ends that follow its last word.
std::string_view without_trailing_blank_lines(std::string_view text) noexcept;

/// `text` as a finite number, or NaN.
double finite_number(std::string_view text) noexcept;

/// Whether an id can be a word of a line: not empty, no blank, no control character.
bool is_word(std::string_view id) noexcept;

/// Throws UsageError with `what` the id is when !is_word(id).
void check_word(std::string_view id, std::string_view name);

/// The treatment of malformed lines.
enum class BadLines { refuse, skip };

/// Statistics and skipped problems of a reader. Nothing in it is an error.
struct LineReport {
  std::size_t rows = 0;                  ///< rows read
  std::size_t rows_skipped = 0;          ///< bad lines under BadLines::skip
  std::size_t rows_repeated = 0;         ///< duplicates of an earlier line
  std::vector<std::string> first_skips;  ///< messages for the first few

  /// Counts a bad line, and keeps its message if it is among the first few.
  void skip(const std::string& problem);

  /// Whether no more messages are kept.
  bool is_full() const noexcept;

  /// Adds the report of the lines that follow.
  void add(const LineReport& next);

  /// Messages for the user, one line each; may be empty.
  std::vector<std::string> remarks() const;
};

/// Calls take() on every line. A DataError is passed on to the caller or, with BadLines::skip,
/// added to the report.
template <class Take>
void for_each_line(LineReader& lines, BadLines bad, LineReport& report, Take&& take) {
  while (lines.next()) {
    try {
      take();
    } catch (const DataError& problem) {
      if (bad == BadLines::refuse) throw;
      report.skip(problem.what());
    }
  }
}

/// Throws DataError when a file has no `what` ("score").
void expect_some(std::size_t rows, std::string_view path, std::string_view what);

}  // namespace podium
