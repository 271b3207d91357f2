#include "podium/core/format/scores.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/csv_cursor.hpp"
#include "podium/core/format/line_reader.hpp"
#include "podium/core/format/number_lines.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/format/row_reader.hpp"

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

/// A cursor at a column of the row.
CsvCursor at_column(CsvCursor row, std::size_t column) {
  for (std::size_t before = 0; before < column && !row.at_row_end(); ++before) row.next();
  return row;
}

std::string cell_at(CsvCursor cell) {
  return cell.at_row_end() ? "" : std::string(trimmed(unquoted(cell.next())));
}

double score_in(const CsvCursor& row, std::size_t column) {
  const CsvCursor cell = at_column(row, column);
  const char* const at = cell.position();
  const std::string text = cell_at(cell);
  const auto score = parse_number<double>(text);
  if (!score || !std::isfinite(*score)) {
    throw RowProblem{at, fmt::format("found {}, expected {}", in_quotes(text), name)};
  }
  return *score;
}

/// The ids that a table has beside its scores, where it has such columns.
struct ScoreIds {
  std::vector<std::string> query;
  std::vector<std::string> document;
};

/// The scores of a table; nothing if no column is called so.
std::optional<std::vector<double>> read_score_column(const std::filesystem::path& path,
                                                     char separator, ScoreIds* ids) {
  const InputText text(path);
  try {
    const auto column = column_called(text.view(), separator, "score");
    if (!column) return std::nullopt;
    const auto query = column_called(text.view(), separator, "qid");
    const auto document = column_called(text.view(), separator, "docid");
    std::vector<double> scores;
    CsvCursor cursor(text.view(), separator);
    while (cursor.next_row()) {
      scores.push_back(score_in(cursor, *column));
      if (ids != nullptr && query) ids->query.push_back(cell_at(at_column(cursor, *query)));
      if (ids != nullptr && document)
        ids->document.push_back(cell_at(at_column(cursor, *document)));
    }
    expect_some(scores.size(), text.path(), "score");
    return scores;
  } catch (const RowProblem& problem) {
    const auto place = static_cast<std::size_t>(problem.at - text.view().data());
    throw DataError(location_of(text.view().substr(place, 0), text.view(), text.path()),
                    problem.message);
  }
}

std::vector<double> read_with_ids(const std::filesystem::path& path, ScoreIds* ids) {
  const DataFormat format = format_of_name(path);
  if (format == DataFormat::csv || format == DataFormat::tsv) {
    if (auto scores = read_score_column(path, format == DataFormat::tsv ? '\t' : ',', ids)) {
      return std::move(*scores);
    }
  }
  return read_number_lines(path, name, least);
}

/// Scores of other rows, or in another order, would be taken for those of the data.
void check_ids(const Dataset& data, const ScoreIds& ids, const std::filesystem::path& path) {
  const bool has_documents = !ids.document.empty() && !data.columns().document_id.empty();
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView query = data[q];
    for (std::size_t row = query.first_row; row < query.first_row + query.size(); ++row) {
      const std::size_t at = data.input_row(row);
      const bool is_query = ids.query.empty() || ids.query[at] == query.id;
      if (is_query && (!has_documents || ids.document[at] == data.document_id(row))) continue;
      throw DataError({path.string(), at + 2},
                      fmt::format("found the score of query {}, document {}, expected those of the "
                                  "rows of the data in its order, here query {}, document {}; a "
                                  "run (podium score --run) is joined by ids",
                                  ids.query.empty() ? "?" : in_quotes(ids.query[at]),
                                  ids.document.empty() ? "?" : in_quotes(ids.document[at]),
                                  in_quotes(query.id), in_quotes(data.document_id(row))));
    }
  }
}

}  // namespace

std::vector<double> read_scores(const std::filesystem::path& path) {
  return read_with_ids(path, nullptr);
}

std::vector<double> read_scores_of(const Dataset& data, const std::filesystem::path& path) {
  ScoreIds ids;
  const std::vector<double> scores = read_with_ids(path, &ids);
  if (scores.size() != data.row_count()) {
    throw DataError({path.string()},
                    fmt::format("found {} scores, expected {}: one for each row of the data",
                                scores.size(), data.row_count()));
  }
  check_ids(data, ids, path);
  return scores_by_row(data, scores);
}

void write_scores(std::span<const double> scores, const std::filesystem::path& path) {
  write_number_lines(scores, path, name, least);
}

}  // namespace podium
