#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "podium/core/format/document_table.hpp"
#include "podium/core/format/line_reader.hpp"

namespace podium {

/// The format of a line with a number for a document: the meaning of its words.
struct DocumentLineFormat {
  std::span<const std::string_view> names;  ///< of the words; word 0 is the query
  std::size_t document_word = 2;
  std::size_t value_word = 3;
  std::string_view row_name;     ///< the name of a line in "found no ..."
  bool may_repeat_rows = false;  ///< identical lines are omitted instead of an error
  std::string_view header =
      {};  ///< a first line that is no row, in lower case; empty: there is none
};

struct DocumentLines {
  DocumentTable table;
  std::string last_word;  ///< of the first row
};

/// Reads a file of such lines, in parallel and with the same result for any number of threads. A
/// document that occurs twice in a query is a DataError, or skipped as a bad line.
DocumentLines read_document_lines(const std::filesystem::path& path,
                                  const DocumentLineFormat& format, BadLines bad,
                                  LineReport* report);

}  // namespace podium
