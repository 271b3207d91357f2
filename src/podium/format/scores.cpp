#include "podium/format/scores.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/io/file.hpp"
#include "podium/base/text.hpp"
#include "podium/format/csv_cursor.hpp"
#include "podium/format/line_reader.hpp"
#include "podium/format/number_lines.hpp"
#include "podium/format/read.hpp"
#include "podium/format/row_reader.hpp"

namespace podium {

namespace {

constexpr std::string_view name = "a finite score";
constexpr double least = std::numeric_limits<double>::lowest();

/// The place of the column among those of the header; nothing if there is none.
std::optional<std::size_t> column_called(std::string_view text, char separator,
                                         std::string_view wanted) {
  CsvCursor cursor(text, separator);
  for (std::size_t column = 0; !cursor.at_row_end(); ++column) {
    if (trimmed(unquoted(cursor.next())) == wanted) return column;
  }
  return std::nullopt;
}

double score_in(CsvCursor& row, std::size_t column) {
  for (std::size_t before = 0; before < column && !row.at_row_end(); ++before) row.next();
  const char* const at = row.position();
  const std::string text = row.at_row_end() ? "" : std::string(trimmed(unquoted(row.next())));
  const auto score = parse_number<double>(text);
  if (!score || !std::isfinite(*score)) {
    throw RowProblem{at, fmt::format("found {}, expected {}", in_quotes(text), name)};
  }
  return *score;
}

/// The scores of a table; nothing if no column is called so.
std::optional<std::vector<double>> read_score_column(const std::filesystem::path& path,
                                                     char separator) {
  const InputText text(path);
  try {
    const auto column = column_called(text.view(), separator, "score");
    if (!column) return std::nullopt;
    std::vector<double> scores;
    CsvCursor cursor(text.view(), separator);
    while (cursor.next_row()) scores.push_back(score_in(cursor, *column));
    expect_some(scores.size(), text.path(), "score");
    return scores;
  } catch (const RowProblem& problem) {
    throw DataError(location_of({problem.at, 0}, text.view(), text.path()), problem.message);
  }
}

}  // namespace

std::vector<double> read_scores(const std::filesystem::path& path) {
  const DataFormat format = format_of_name(path);
  if (format == DataFormat::csv || format == DataFormat::tsv) {
    if (auto scores = read_score_column(path, format == DataFormat::tsv ? '\t' : ',')) {
      return std::move(*scores);
    }
  }
  return read_number_lines(path, name, least);
}

std::vector<double> read_scores_of(const Dataset& data, const std::filesystem::path& path) {
  const std::vector<double> scores = read_scores(path);
  if (scores.size() != data.row_count()) {
    throw DataError({path.string()},
                    fmt::format("found {} scores, expected {}: one for each row of the data",
                                scores.size(), data.row_count()));
  }
  return scores_by_row(data, scores);
}

void write_scores(std::span<const double> scores, const std::filesystem::path& path) {
  write_number_lines(scores, path, name, least);
}

}  // namespace podium
