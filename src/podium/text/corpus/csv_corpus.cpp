#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/csv_cursor.hpp"
#include "podium/core/format/csv_rows.hpp"
#include "podium/core/format/row_problem.hpp"
#include "podium/text/corpus/corpus_collector.hpp"

namespace podium::text {

namespace {

constexpr std::string_view corpus_separators = ",\t;|";

std::vector<std::string> csv_values(std::string_view row, char separator) {
  std::vector<std::string> values;
  CsvCursor cursor(row, separator);
  while (!cursor.at_row_end()) values.push_back(unquoted(cursor.next()));
  return values;
}

/// The names of the columns and what separates them; no names without a column of ids.
struct CorpusHeader {
  char separator = ',';
  std::vector<std::string> names;

  explicit CorpusHeader(std::string_view line) {
    for (const char one : corpus_separators) {
      try {
        std::vector<std::string> found = csv_values(line, one);
        for (std::string& name : found) name = trimmed(name);
        if (found.size() < 2 || std::ranges::none_of(found, is_document_id)) continue;
        separator = one;
        names = std::move(found);
        return;
      } catch (const RowProblem&) {  // another separator may fit
      }
    }
  }
};

bool has_odd_quotes(std::string_view text) {
  return std::ranges::count(text, '"') % 2 != 0;
}

/// Whether the row goes on in the next line, because a value in quotes does.
bool goes_on(std::string_view row, char separator) {
  if (!has_odd_quotes(row)) return false;
  try {
    csv_values(row, separator);
    return false;  // the quote is inside a value
  } catch (const RowProblem&) {
    return true;
  }
}

/// Reads rows, which may be of several lines.
class CorpusRows {
 public:
  CorpusRows(InputStream& in, std::size_t most) : in_(in), most_(most) {}

  /// The next row that is not blank; false at the end of the file.
  bool next(char separator) {
    do {
      const auto line = in_.next_line(most_);
      if (!line) return false;
      where_ = in_.where();
      row_ = *line;
      is_too_long_ = in_.line_was_cut();
    } while (trimmed(row_).empty());
    if (!goes_on(row_, separator)) return true;
    while (!is_too_long_) {
      const auto line = in_.next_line(most_);
      if (!line) break;
      row_.append("\n").append(*line);
      is_too_long_ = in_.line_was_cut() || row_.size() > most_;
      if (has_odd_quotes(*line)) break;
    }
    return true;
  }

  const std::string& row() const noexcept { return row_; }
  bool is_too_long() const noexcept { return is_too_long_; }
  const Location& where() const noexcept { return where_; }

 private:
  InputStream& in_;
  std::size_t most_;
  std::string row_;
  bool is_too_long_ = false;
  Location where_;
};

/// The document of a row; throws RowProblem.
RawDocument csv_document(const CorpusHeader& header, std::string_view row, const Location& where,
                         CorpusReport& report) {
  const std::vector<std::string> values = csv_values(row, header.separator);
  if (values.size() != header.names.size()) {
    throw RowProblem{row.data(), fmt::format("found {} values, expected the {} of the header",
                                             values.size(), header.names.size())};
  }
  Json object = Json::object();
  for (std::size_t c = 0; c < values.size(); ++c) {
    if (!values[c].empty()) object[header.names[c]] = values[c];
  }
  return json_document(object, where, report);
}

}  // namespace

bool is_csv_header(std::string_view line) {
  return !CorpusHeader(line).names.empty();
}

void read_csv(InputStream& in, CorpusCollector& to) {
  CorpusRows rows(in, 2 * to.options().max_document_bytes + 4096);
  std::string text;
  std::uint64_t bad_bytes = 0;
  if (!rows.next(',')) return;
  if (!separator_line(rows.row() + "\n").empty() && !rows.next(',')) return;
  text = rows.row();
  if (const std::string_view line = trimmed(text);
      line.find('"') == std::string_view::npos && line.find('\r') != std::string_view::npos) {
    throw DataError(rows.where(),
                    "found a carriage return as line end, expected a line feed; convert the file: "
                    "tr '\\r' '\\n' < FILE > NEW");
  }
  to.decode(text, bad_bytes);
  const CorpusHeader header(text);
  if (header.names.empty()) {
    throw DataError(rows.where(),
                    "found no column 'docid', 'id', '_id' or 'docno', expected one of them");
  }
  std::vector<std::string> sorted = header.names;
  std::ranges::sort(sorted);
  if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end()) {
    throw DataError(rows.where(), fmt::format("found two columns {}", in_quotes(*twice)));
  }
  while (rows.next(header.separator)) {
    if (rows.is_too_long()) {
      to.report().skip(rows.where(), "found a row that is longer than a document may be");
      continue;
    }
    RecordState state{.where = rows.where()};
    text = rows.row();
    to.decode(text, state.bad_bytes);
    try {
      to.take(csv_document(header, text, rows.where(), to.report()), state);
    } catch (const RowProblem& problem) {
      to.report().skip(rows.where(), problem.message);
    }
  }
}

}  // namespace podium::text
