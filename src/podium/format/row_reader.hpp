#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/base/error.hpp"
#include "podium/base/io/file.hpp"
#include "podium/base/parallel.hpp"
#include "podium/data/dataset_builder.hpp"
#include "podium/format/read.hpp"
#include "podium/format/row_problem.hpp"

namespace podium {

/// Throws RowProblem "found TOKEN, expected WHAT" for the token of `line` that starts at `at`.
[[noreturn]] void expected(const char* at, std::string_view line, std::string_view what);

/// An id in a row: borrowed from its line, or a copy where the line writes it in another way.
class RowId {
 public:
  RowId() = default;
  RowId(std::string_view borrowed) : borrowed_(borrowed) {}  // NOLINT(google-explicit-constructor)
  static RowId copied(std::string text) {
    RowId id;
    id.copy_ = std::move(text);
    return id;
  }
  std::string_view view() const noexcept { return copy_.empty() ? borrowed_ : copy_; }

 private:
  std::string_view borrowed_;
  std::string copy_;
};

/// The part of a row that determines its position in the data set.
struct RowHead {
  RowId query_id;               ///< empty when groups come from a file
  std::size_t feature_end = 0;  ///< one past the last column that the row uses
};

/// The rest of a row. `features` is the row of the matrix, filled with zeros; it is empty when the
/// row is only checked or its features are not needed.
struct RowContent {
  std::span<float> features;
  std::span<double> exact;  ///< empty unless exact features are wanted
  double label = 0.0;
  RowId document_id;
  double inc = std::numeric_limits<double>::quiet_NaN();
  double prob = std::numeric_limits<double>::quiet_NaN();
  double row_weight = std::numeric_limits<double>::quiet_NaN();
  double query_weight = std::numeric_limits<double>::quiet_NaN();
};

/// A text format with one document per line.
///
/// head() is fast and parses only what it needs; it returns nothing for a row that it cannot parse.
/// fill() parses the whole row and throws RowProblem for the first problem; a row that it accepts
/// uses no column beyond the feature_end of its head.
template <class F>
concept RowFormat = requires(const F& format, std::string_view line, RowContent& content) {
  { format.is_row(line) } -> std::same_as<bool>;
  { format.head(line) } -> std::same_as<std::optional<RowHead>>;
  { format.fill(line, content) } -> std::same_as<void>;
};

/// The text after the header, and the number of its first line.
struct RowText {
  const InputText* input;
  std::string_view rows;
  std::size_t lines_before = 0;
};

namespace detail {

/// Adjacent rows of one query, and their position in the data set.
struct Run {
  std::string query_id;  ///< a copy: a view would load released pages of the text again
  std::size_t rows = 0;
  std::size_t query = 0;
  std::size_t first_row = 0;
  std::size_t first_value = 0;  ///< in the matrix

  void locate(const DatasetMemory& memory) {
    const std::size_t query_begin = query == 0 ? 0 : memory.query_end[query - 1];
    first_value =
        memory.features.begins()[query] + (first_row - query_begin) * memory.feature_count;
  }
};

/// Values of an optional column, stored from the first row that has one.
class OptionalColumn {
 public:
  void add(std::size_t row, double value) {
    if (values_.empty() && value != value) return;
    values_.resize(row, std::numeric_limits<double>::quiet_NaN());
    values_.push_back(value);
  }
  bool empty() const noexcept { return values_.empty(); }
  double at(std::size_t row) const {
    return row < values_.size() ? values_[row] : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  std::vector<double> values_;
};

/// A bad row of a lenient read.
struct SkippedRow {
  std::size_t line = 0;          ///< where it begins in the chunk, from 0
  std::size_t problem_line = 0;  ///< in the chunk, from 0
  std::size_t column = 0;
  std::string message;
};

/// Some complete lines of the text, and the results of the two passes.
struct Chunk {
  std::string_view text;
  std::size_t first_line = 0;  ///< its number in the file, from 1
  std::size_t lines = 0;
  std::size_t rows = 0;  ///< good ones
  std::size_t feature_end = 0;
  bool has_bad_head = false;
  std::vector<SkippedRow> skipped;  ///< in the order of lines
  std::vector<Run> runs;
  std::string document_text;
  std::vector<std::uint32_t> document_length;
  OptionalColumn inc;
  OptionalColumn prob;
  OptionalColumn row_weight;
  OptionalColumn query_weight;
};

/// The length of the first row of a text with its line end.
using RowLength = std::function<std::size_t(std::string_view)>;

/// Cuts text between rows; without a row length, rows are lines.
std::vector<Chunk> cut_into_chunks(std::string_view text, const RowLength& row_length = {});

/// The lines of a row before a place in it, and the column of that place, from 1.
struct PlaceInRow {
  std::size_t line = 0;
  std::size_t column = 1;
};
PlaceInRow place_in_row(std::string_view row, const char* at);

/// A format in which a row may have several lines.
template <class F>
concept SpansLines = RowFormat<F> && requires(const F& format, std::string_view text) {
  { format.row_length(text) } -> std::same_as<std::size_t>;
};

/// The number of lines of a row, which is without its line end.
template <RowFormat F>
std::size_t lines_of(std::string_view row) {
  if constexpr (!SpansLines<F>) {
    return 1;
  } else {
    return 1 + static_cast<std::size_t>(std::ranges::count(row, '\n'));
  }
}

/// Numbers the lines and reports what was skipped.
void number_lines(std::span<Chunk> chunks, const RowText& text, ReadReport& report);

/// Throws DataError when there are names, but not of all features.
void check_names(const DatasetMemory& memory, const std::string& path);

/// Merges runs of equal ids into queries, or takes them from `groups` when there are any; gives
/// every run its position; sets the queries of `memory`, and its input_row when rows moved.
void lay_out(std::span<Chunk> chunks, std::span<const std::size_t> groups, const RowText& text,
             DatasetMemory& memory, ReadReport& report);

/// Moves the ids and optional columns of the chunks into `memory`.
void collect_columns(std::span<Chunk> chunks, const std::string& path, DatasetMemory& memory);

/// The problem as a DataError with file, line and column.
DataError located(const RowProblem& problem, const Chunk& chunk, std::string_view line,
                  std::size_t index, const std::string& path);

/// Calls visit(row, index of its first line in the text); the line end is cut off.
template <RowFormat F, class Visitor>
void for_each_line(std::string_view text, const F& format, Visitor&& visit) {
  for (std::size_t index = 0; !text.empty();) {
    std::size_t length = text.find('\n');
    if constexpr (SpansLines<F>) {
      length = format.row_length(text);
      if (text[length - 1] == '\n') --length;
    }
    const std::string_view row = text.substr(0, length);
    visit(row, index);
    index += lines_of<F>(row);
    text.remove_prefix(std::min(row.size() + 1, text.size()));
  }
}

/// First pass: queries, columns, and in a lenient read the rows to skip.
template <RowFormat F>
void scan(Chunk& chunk, const F& format, bool lenient) {
  for_each_line(chunk.text, format, [&](std::string_view line, std::size_t index) {
    chunk.lines = index + lines_of<F>(line);
    if (!format.is_row(line)) return;
    if (lenient) {
      try {
        RowContent unused;
        format.fill(line, unused);
      } catch (const RowProblem& problem) {
        const PlaceInRow place = place_in_row(line, problem.at);
        chunk.skipped.push_back({index, index + place.line, place.column, problem.message});
        return;
      }
    }
    const std::optional<RowHead> head = format.head(line);
    if (!head) {
      chunk.has_bad_head = true;
      return;
    }
    ++chunk.rows;
    chunk.feature_end = std::max(chunk.feature_end, head->feature_end);
    const std::string_view query_id = head->query_id.view();
    if (chunk.runs.empty() || chunk.runs.back().query_id != query_id) {
      chunk.runs.push_back({.query_id = std::string(query_id)});
    }
    ++chunk.runs.back().rows;
  });
}

/// Throws the problem of the first bad row. Called when the first pass failed at some row, because
/// an earlier row may have a problem that only the second pass detects.
template <RowFormat F>
void find_first_problem(std::span<const Chunk> chunks, const F& format, const std::string& path) {
  for (const Chunk& chunk : chunks) {
    for_each_line(chunk.text, format, [&](std::string_view line, std::size_t index) {
      if (!format.is_row(line)) return;
      try {
        RowContent unused;
        format.fill(line, unused);
      } catch (const RowProblem& problem) {
        throw located(problem, chunk, line, index, path);
      }
    });
  }
}

/// Second pass: writes the rows of a chunk to their positions.
template <RowFormat F>
void fill(Chunk& chunk, const F& format, const std::string& path, DatasetMemory& memory) {
  std::size_t row = 0;      // good rows of the chunk so far
  std::size_t run = 0;      // the run that the row belongs to
  std::size_t run_row = 0;  // and its index in the run
  std::size_t skipped = 0;
  const std::size_t columns = memory.feature_count;
  const std::span<float> matrix = memory.features.values();
  const std::span<double> exact = memory.exact.values();
  for_each_line(chunk.text, format, [&](std::string_view line, std::size_t index) {
    if (!format.is_row(line)) return;
    if (skipped < chunk.skipped.size() && chunk.skipped[skipped].line == index) {
      ++skipped;
      return;
    }
    if (run_row == chunk.runs[run].rows) {
      ++run;
      run_row = 0;
    }
    const Run& place = chunk.runs[run];
    RowContent content;
    if (columns > 0) {
      const std::size_t at = place.first_value + run_row * columns;
      content.features = matrix.subspan(at, columns);
      if (!exact.empty()) content.exact = exact.subspan(at, columns);
    }
    try {
      format.fill(line, content);
    } catch (const RowProblem& problem) {
      throw located(problem, chunk, line, index, path);
    }
    memory.label[place.first_row + run_row] = content.label;
    const std::string_view document_id = content.document_id.view();
    chunk.document_text += document_id;
    chunk.document_length.push_back(static_cast<std::uint32_t>(document_id.size()));
    chunk.inc.add(row, content.inc);
    chunk.prob.add(row, content.prob);
    chunk.row_weight.add(row, content.row_weight);
    chunk.query_weight.add(row, content.query_weight);
    ++row;
    ++run_row;
  });
}

}  // namespace detail

/// The data set of all rows of `text`. Two passes over chunks of lines, both in parallel: the
/// first finds queries and columns, the second fills the matrix in place, so that memory never
/// holds much more than the result. `memory` already has the feature names of the header.
template <RowFormat F>
Dataset read_rows(const RowText& text, const F& format, std::span<const std::size_t> groups,
                  DatasetMemory memory, const ReadOptions& options, ReadReport& report) {
  const std::string& path = text.input->path();
  detail::RowLength row_length;
  if constexpr (detail::SpansLines<F>) {
    // Without quotes rows are lines, which are found faster.
    if (text.rows.find('"') != std::string_view::npos) {
      row_length = [&](std::string_view rest) { return format.row_length(rest); };
    }
  }
  std::vector<detail::Chunk> chunks = detail::cut_into_chunks(text.rows, row_length);
  parallel_for(chunks.size(), [&](std::size_t i) {
    detail::scan(chunks[i], format, options.lenient);
    text.input->release(chunks[i].text);
  });
  detail::number_lines(chunks, text, report);
  if (std::ranges::any_of(chunks, &detail::Chunk::has_bad_head)) {
    detail::find_first_problem<F>(chunks, format, path);
  }

  for (const detail::Chunk& chunk : chunks) {
    memory.feature_count = std::max(memory.feature_count, chunk.feature_end);
  }
  detail::check_names(memory, path);
  detail::lay_out(chunks, groups, text, memory, report);
  const std::size_t limit = options.memory_limit_gb > 0.0
                                ? static_cast<std::size_t>(options.memory_limit_gb * 1e9)
                                : default_memory_limit();
  try {
    memory.features = FeatureMatrix(memory.query_end, memory.feature_count, limit);
    if (options.features == FeatureDetail::exact) {
      memory.exact = ExactMatrix(memory.query_end, memory.feature_count, limit);
    }
  } catch (const UsageError& error) {
    throw DataError({path}, error.what());
  }
  for (detail::Chunk& chunk : chunks) {
    for (detail::Run& run : chunk.runs) run.locate(memory);
  }
  parallel_for(chunks.size(), [&](std::size_t i) {
    detail::fill(chunks[i], format, path, memory);
    text.input->release(chunks[i].text);
  });
  detail::collect_columns(chunks, path, memory);
  return build_dataset(std::move(memory));
}

}  // namespace podium
