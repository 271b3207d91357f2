#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/base/error.hpp"

namespace podium {

/// The lines of a text, one after the other, with what a message needs to name a place. A line
/// ends with LF or CR LF; the last one may end with the text. A UTF-8 byte order mark before line
/// 1 is passed over. Borrows text and path.
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

  /// The line taken apart at blanks and tabs. `names` says what the words are called in messages
  /// ("a query id"); the line must have at least `required` of them and no more than there are
  /// names. Returns how many it has and fills that many of `words`. A control character in the
  /// line is a DataError, and so is a word too few or too many.
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

/// Whole lines of a text that one thread reads.
struct LineChunk {
  std::string_view text;
  std::size_t first_line = 1;  ///< number of its first line in the whole text
};

/// Cuts a text after line ends into chunks of about `bytes`; the cuts depend on the text alone.
std::vector<LineChunk> line_chunks(std::string_view text, std::size_t bytes = std::size_t{1} << 18);

/// Line and column of `place`, a part of `text`. Counts lines from the start: for messages only.
Location location_of(std::string_view place, std::string_view text, std::string_view path);

/// Text without the blanks, tabs and line ends that follow its last word.
std::string_view without_trailing_blank_lines(std::string_view text) noexcept;

/// `text` as a finite number, or NaN.
double finite_number(std::string_view text) noexcept;

/// Whether an id can stand between blanks: not empty, no blank, no control character.
bool is_word(std::string_view id) noexcept;

/// Throws UsageError, naming what the id is, when !is_word(id).
void check_word(std::string_view id, std::string_view name);

/// What a reader of lines does with one that is malformed.
enum class BadLines { refuse, skip };

/// What a reader of lines noticed. Nothing in it is an error.
struct LineReport {
  std::size_t rows = 0;                  ///< that were taken
  std::size_t rows_skipped = 0;          ///< bad lines under BadLines::skip
  std::size_t rows_repeated = 0;         ///< said the same as an earlier line
  std::vector<std::string> first_skips;  ///< what was wrong with the first few

  /// Counts a bad line and keeps what was wrong with it when it is among the first few.
  void skip(const std::string& problem);

  /// Whether skip() would only count.
  bool is_full() const noexcept;

  /// Adds the report of the lines that follow.
  void add(const LineReport& next);

  /// What a person should know, one line each; empty when there is nothing to say.
  std::vector<std::string> remarks() const;
};

/// Calls take() on every line. A DataError goes on to the caller or, under BadLines::skip, into
/// the report.
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

/// Throws DataError when a file had none of what it should hold ("scores").
void expect_some(std::size_t rows, std::string_view path, std::string_view what);

}  // namespace podium
