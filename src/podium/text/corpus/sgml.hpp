#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/io/input_stream.hpp"
#include "podium/text/corpus/corpus_report.hpp"

namespace podium::text {

/// The text between <name> and </name>, borrowed.
struct SgmlSection {
  std::string name;  ///< in lower case
  std::string_view text;
  std::size_t begin = 0;  ///< of its tag
  std::size_t end = 0;    ///< after its end tag
};

/// The outermost sections of a record, in order. A section without its end tag ends where the next
/// tag begins.
std::vector<SgmlSection> sgml_sections(std::string_view record);

/// The records <name> ... </name> of a file, one after the other; a record without its end tag ends
/// where the next begins.
class SgmlReader {
 public:
  SgmlReader(InputStream& in, std::string name, std::size_t max_bytes);

  /// The text between the tags; false when there is none left.
  bool next(std::string& record);

  /// The condition of the last record.
  RecordState state() const;

  /// The first line outside of records that is not blank; 0 when there is none.
  std::size_t stray_line() const noexcept { return stray_line_; }

 private:
  std::size_t find_begin(std::string_view line, std::size_t& behind) const;
  std::optional<std::string_view> rest_of_line();
  void append(std::string_view part, std::string& record);

  InputStream& in_;
  std::string begin_;  ///< "<doc"
  std::string end_;    ///< "</doc>"
  std::size_t max_bytes_;
  std::string line_;    ///< or a piece of a long one
  std::string carry_;   ///< start of a tag that continues in the next piece
  std::size_t at_ = 0;  ///< start of the unread rest of the line
  bool was_cut_ = false;
  bool is_closed_ = false;
  std::size_t line_number_ = 0;  ///< of the record's beginning
  std::size_t stray_line_ = 0;
};

/// The place of `word`, given in lower case, in a text of any case.
std::size_t find_any_case(std::string_view text, std::string_view word,
                          std::size_t from = 0) noexcept;

/// `text` without blanks and line ends at either end.
std::string_view trimmed_lines(std::string_view text) noexcept;

/// The encoding that HTTP headers name in their Content-Type, or nothing.
std::string header_charset(std::string_view headers);

}  // namespace podium::text
