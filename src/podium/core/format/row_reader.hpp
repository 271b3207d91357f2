#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/word_list.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/format/row_problem.hpp"

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

/// How many features of some rows are not 0.
struct FeatureSample {
  std::size_t rows = 0;
  std::size_t stored = 0;
  bool omitted_is_missing = false;  ///< those that a row omits are not 0 either
};

/// Where the features of a row go: into a row of a dense matrix, which is filled with zeros, to the
/// end of a sparse one, into a sample, or nowhere, when the row is only checked.
class FeatureSink {
 public:
  FeatureSink() = default;

  /// `exact` is empty unless exact features are wanted.
  FeatureSink(std::span<float> features, std::span<double> exact)
      : features_(features), exact_(exact), columns_(features.size()) {}
  FeatureSink(SparsePart& part, std::size_t columns, bool wants_exact)
      : part_(&part), columns_(columns), sparse_exact_(wants_exact) {}
  explicit FeatureSink(FeatureSample& sample) : sample_(&sample) {}

  bool wants_exact() const noexcept { return sparse_exact_ || !exact_.empty(); }

  /// Called first where features that the row omits are missing.
  void start_missing() {
    omitted_is_missing_ = true;
    if (sample_ != nullptr) sample_->omitted_is_missing = true;
    std::ranges::fill(features_, std::numeric_limits<float>::quiet_NaN());
    std::ranges::fill(exact_, std::numeric_limits<double>::quiet_NaN());
  }

  /// Sets a feature; columns ascend. `exact` counts where it is wanted.
  void set(std::size_t column, float value, double exact) {
    if (sample_ != nullptr && value != 0.0F) ++sample_->stored;
    // A row with unsorted feature numbers can need more columns than its last number.
    if (column >= columns_) return;
    if (part_ == nullptr) {
      features_[column] = value;
      if (!exact_.empty()) exact_[column] = exact;
    } else {
      if (omitted_is_missing_) add_missing_until(column);
      add(column, value, exact);
    }
  }

  /// Called last.
  void end_row() {
    if (sample_ != nullptr) ++sample_->rows;
    if (part_ == nullptr) return;
    if (omitted_is_missing_) add_missing_until(columns_);
    part_->end_row();
  }

 private:
  void add_missing_until(std::size_t column) {
    constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    while (next_ < column) add(next_, static_cast<float>(missing), missing);
  }

  void add(std::size_t column, float value, double exact) {
    if (sparse_exact_) {
      part_->add(column, value, exact);
    } else {
      part_->add(column, value);
    }
    next_ = column + 1;
  }

  std::span<float> features_;
  std::span<double> exact_;
  SparsePart* part_ = nullptr;
  FeatureSample* sample_ = nullptr;
  std::size_t columns_ = 0;
  std::size_t next_ = 0;  ///< first column of a sparse row that is not yet set
  bool sparse_exact_ = false;
  bool omitted_is_missing_ = false;
};

/// The rest of a row.
struct RowContent {
  FeatureSink features;
  double label = 0.0;
  RowId document_id;
  double inc = std::numeric_limits<double>::quiet_NaN();
  double prob = std::numeric_limits<double>::quiet_NaN();
  double second_label = std::numeric_limits<double>::quiet_NaN();
  double row_weight = std::numeric_limits<double>::quiet_NaN();
  double query_weight = std::numeric_limits<double>::quiet_NaN();
  RowWords* words = nullptr;  ///< of the rows so far; null when the row is only checked
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
        memory.features.dense.begins()[query] + (first_row - query_begin) * memory.feature_count;
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
  std::vector<std::uint32_t> row_line;  ///< where good rows begin in the chunk, from 0
  std::string group;                    ///< of a table without lines: its file and place there
  std::string document_text;
  std::vector<std::uint32_t> document_length;
  OptionalColumn inc;
  OptionalColumn prob;
  OptionalColumn second_label;
  OptionalColumn row_weight;
  OptionalColumn query_weight;
  FeatureSample sample;  ///< of the first rows, to choose how to store all
  SparsePart sparse;     ///< the features of all rows, if the data set is sparse
  RowWords words;
};

/// The length of the first row of a text with its line end. Clears the flag for a row that ends the
/// reading: it has an error.
using RowLength = std::function<std::size_t(std::string_view, bool& goes_on)>;

/// Cuts text between rows, up to one that ends the reading; without a row length, rows are lines.
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

/// A format with columns of words.
template <class F>
concept HasWords = RowFormat<F> && requires(const F& format) {
  { format.word_columns() } -> std::convertible_to<const std::vector<WordColumn>&>;
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
void lay_out(std::span<Chunk> chunks, std::span<const std::size_t> groups, const std::string& path,
             DatasetMemory& memory, ReadReport& report);

/// The most bytes of a data set.
std::size_t memory_limit_of(const ReadOptions& options);

/// Whether the features should be sparse, judging by the samples.
bool is_sparse(std::span<const Chunk> chunks, const DatasetMemory& memory, FeatureLayout layout,
               std::size_t memory_limit);

/// Allocates dense features and gives every run its position among them.
void lay_out_dense(std::span<Chunk> chunks, std::size_t memory_limit, bool wants_exact,
                   DatasetMemory& memory);

/// Moves the sparse features of the chunks into `memory`.
void collect_sparse(std::span<Chunk> chunks, std::size_t memory_limit, DatasetMemory& memory);

/// Moves the ids and optional columns of the chunks into `memory`.
void collect_columns(std::span<Chunk> chunks, const std::string& path, DatasetMemory& memory);

/// Moves the words of the chunks into `memory`, whose features become their places, and reports
/// those that are left out.
void collect_words(std::span<Chunk> chunks, std::span<const WordColumn> columns,
                   DatasetMemory& memory, ReadReport& report);

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

/// Adds the features of a good row to the sample of its chunk.
template <RowFormat F>
void take_sample(Chunk& chunk, const F& format, std::string_view line) {
  RowContent content;
  content.features = FeatureSink(chunk.sample);
  try {
    format.fill(line, content);
    content.features.end_row();
  } catch (const RowProblem&) {  // reported by the second pass
  }
}

/// First pass: queries, columns, the density, and in a lenient read the rows to skip.
template <RowFormat F>
void scan(Chunk& chunk, const F& format, bool lenient) {
  constexpr std::size_t sample_rows = 32;
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
    if (chunk.rows < sample_rows) take_sample(chunk, format, line);
    ++chunk.rows;
    chunk.row_line.push_back(static_cast<std::uint32_t>(index));
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
        RowWords words;
        unused.words = &words;
        format.fill(line, unused);
      } catch (const RowProblem& problem) {
        throw located(problem, chunk, line, index, path);
      }
    });
  }
}

/// Second pass: writes the rows of a chunk to their positions. sink_of(chunk, place) is where the
/// features of a row go, whose place in a dense matrix is given.
template <RowFormat F, class SinkOf>
void fill(Chunk& chunk, const F& format, const std::string& path, const SinkOf& sink_of,
          DatasetMemory& memory) {
  std::size_t row = 0;      // good rows of the chunk so far
  std::size_t run = 0;      // the run that the row belongs to
  std::size_t run_row = 0;  // and its index in the run
  std::size_t skipped = 0;
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
    content.features = sink_of(chunk, place.first_value + run_row * memory.feature_count);
    content.words = &chunk.words;
    try {
      format.fill(line, content);
    } catch (const RowProblem& problem) {
      throw located(problem, chunk, line, index, path);
    }
    content.features.end_row();
    memory.label[place.first_row + run_row] = content.label;
    const std::string_view document_id = content.document_id.view();
    chunk.document_text += document_id;
    chunk.document_length.push_back(static_cast<std::uint32_t>(document_id.size()));
    chunk.inc.add(row, content.inc);
    chunk.prob.add(row, content.prob);
    chunk.second_label.add(row, content.second_label);
    chunk.row_weight.add(row, content.row_weight);
    chunk.query_weight.add(row, content.query_weight);
    ++row;
    ++run_row;
  });
}

}  // namespace detail

/// The data set of all rows of `text`. Two passes over chunks of lines, both in parallel: the
/// first finds queries and columns, the second fills the matrix in place, or collects the values
/// other than 0 if there are few, so that memory never holds much more than the result. `memory`
/// already has the feature names of the header. A format with columns of words gets those back that
/// it took for numbers; the data set then has to be read again.
template <RowFormat F>
Dataset read_rows(const RowText& text, const F& format, std::span<const std::size_t> groups,
                  DatasetMemory memory, const ReadOptions& options, ReadReport& report,
                  RowWords* taken_for_numbers = nullptr) {
  bool has_words = false;
  if constexpr (detail::HasWords<F>) {
    has_words = std::ranges::any_of(format.word_columns(), [](const WordColumn& column) {
      return column.feature != WordColumn::left_out;
    });
  }
  const std::string& path = text.input->path();
  detail::RowLength row_length;
  if constexpr (detail::SpansLines<F>) {
    // Without quotes rows are lines, which are found faster.
    if (text.rows.find('"') != std::string_view::npos) {
      row_length = [&](std::string_view rest, bool& goes_on) {
        return format.row_length(rest, options.lenient ? nullptr : &goes_on);
      };
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
  detail::lay_out(chunks, groups, path, memory, report);
  const std::size_t limit = detail::memory_limit_of(options);
  const bool wants_exact = options.features == FeatureDetail::exact;
  const auto fill_with = [&](const auto& sink_of) {
    parallel_for(chunks.size(), [&](std::size_t i) {
      detail::fill(chunks[i], format, path, sink_of, memory);
      text.input->release(chunks[i].text);
    });
  };
  try {
    if (!has_words && detail::is_sparse(chunks, memory, options.layout, limit)) {
      fill_with([&](detail::Chunk& chunk, std::size_t /*place*/) {
        return FeatureSink(chunk.sparse, memory.feature_count, wants_exact);
      });
      detail::collect_sparse(chunks, limit, memory);
    } else {
      detail::lay_out_dense(chunks, limit, wants_exact, memory);
      const std::size_t columns = memory.feature_count;
      const std::span<float> matrix = memory.features.dense.values();
      const std::span<double> exact = memory.features.exact.values();
      fill_with([&](detail::Chunk& /*chunk*/, std::size_t place) {
        if (columns == 0) return FeatureSink();
        return FeatureSink(matrix.subspan(place, columns),
                           exact.empty() ? exact : exact.subspan(place, columns));
      });
    }
  } catch (const UsageError& error) {
    throw DataError({path}, error.what());
  }
  detail::collect_columns(chunks, path, memory);
  if constexpr (detail::HasWords<F>) {
    for (const detail::Chunk& chunk : chunks) {
      for (const auto& [column, at] : chunk.words.found) {
        taken_for_numbers->found.emplace_back(column, at);
      }
    }
    detail::collect_words(chunks, format.word_columns(), memory, report);
  }
  return build_dataset(std::move(memory));
}

}  // namespace podium
