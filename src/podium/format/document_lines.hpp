#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "podium/format/document_table.hpp"
#include "podium/format/line_reader.hpp"

namespace podium {

/// A line of text that says a number of a document, word by word.
struct DocumentLineFormat {
  std::span<const std::string_view> names;  ///< of the words; word 0 is the query
  std::size_t document_word = 2;
  std::size_t value_word = 3;
  std::string_view row_name;     ///< what a line is, for "found no ..."
  bool may_repeat_rows = false;  ///< a line that says the same as an earlier one is left out
};

struct DocumentLines {
  DocumentTable table;
  std::string last_word;  ///< of the first row
};

/// Reads a file of such lines, in parallel and with the same result for any number of threads. A
/// document that comes twice in a query is a DataError, or skipped as a bad line.
DocumentLines read_document_lines(const std::filesystem::path& path,
                                  const DocumentLineFormat& format, BadLines bad,
                                  LineReport* report);

}  // namespace podium
