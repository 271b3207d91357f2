#include "podium/core/format/parquet/read_parquet.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/column_roles.hpp"
#include "podium/core/format/parquet/table_files.hpp"
#include "podium/core/format/row_reader.hpp"

namespace podium {

namespace {

using parquet::Column;
using parquet::GroupPlace;
using parquet::Meaning;
using parquet::TableFiles;
using parquet::TextMemory;

/// Columns that go to the rows of the matrix as one: a row of them is a line of the cache.
constexpr std::size_t block_columns = 16;

std::vector<std::string> names_of(const std::vector<Column>& columns) {
  std::vector<std::string> names;
  for (const Column& column : columns) names.push_back(column.name);
  return names;
}

ColumnRoles roles_of(const TableFiles& files, const ReadOptions& options) {
  try {
    return {names_of(files.columns()), options, nullptr, files.key_count()};
  } catch (const RowProblem& problem) {
    throw DataError({files.path()}, problem.message);
  }
}

/// Memory that is not cleared: all of it is written.
template <class Value>
struct Block {
  explicit Block(std::size_t size) : values(new Value[size]), all(values.get(), size) {}

  std::unique_ptr<Value[]> values;
  std::span<Value> all;
};

/// Reads a table into the memory of a data set. Each row group is a chunk of the row reader.
class ParquetTable {
 public:
  ParquetTable(const std::filesystem::path& path, const ReadOptions& options, ReadReport& report)
      : options_(options),
        report_(report),
        files_(path),
        roles_(roles_of(files_, options)),
        limit_(detail::memory_limit_of(options)) {
    report_.bytes = files_.byte_count();
    check_columns();
    check_size();
  }

  Dataset read() && {
    for (const GroupPlace& group : files_.groups()) chunks_.emplace_back().rows = group.rows;
    parallel_for(chunks_.size(), [&](std::size_t g) { find_queries(g); });
    detail::lay_out(chunks_, {}, files_.path(), memory_, report_);
    parallel_for(chunks_.size(), [&](std::size_t g) { fill_columns(g); });
    if (options_.features != FeatureDetail::none) read_features();
    detail::collect_columns(chunks_, files_.path(), memory_);
    if (options_.features != FeatureDetail::none) {
      detail::collect_words(chunks_, roles_.word_columns(), memory_, report_);
    }
    return build_dataset(std::move(memory_));
  }

 private:
  struct Feature {
    std::size_t column = 0;
    std::size_t words = WordColumn::left_out;  ///< its place among the columns of words
  };

  const GroupPlace& group(std::size_t g) const { return files_.groups()[g]; }

  [[noreturn]] void refuse_column(const Column& column, std::string_view expected) const {
    const std::string found = column.meaning == Meaning::other ? column.other
                              : column.has_numbers()           ? "numbers with a point"
                                                               : "texts";
    throw DataError({files_.path()}, fmt::format("column {}: found {}, expected {}",
                                                 in_quotes(column.name), found, expected));
  }

  /// Types that the roles of their columns cannot have. Texts that are no words are left out.
  void check_columns() {
    std::vector<std::string> words;
    for (std::size_t c = 0; c < roles_.size(); ++c) {
      const Column& column = files_.columns()[c];
      const bool has_ids = column.meaning == Meaning::text || column.meaning == Meaning::whole ||
                           column.meaning == Meaning::unsigned_whole;
      const bool is_empty = column.meaning == Meaning::nothing;
      switch (roles_[c]) {
        case ColumnRole::ignored:
        case ColumnRole::empty:
          break;
        case ColumnRole::query_id:
        case ColumnRole::document_id:
          if (!has_ids && !is_empty) refuse_column(column, "ids: texts or whole numbers");
          break;
        case ColumnRole::word:
          if (!has_ids && !is_empty) refuse_column(column, "words: texts or whole numbers");
          break;
        case ColumnRole::feature:
          if (column.meaning == Meaning::text) words.push_back(column.name);
          if (column.meaning != Meaning::other) break;
          refuse_column(column, fmt::format("numbers, truth values or texts; --ignore {} leaves "
                                            "the column out",
                                            in_quotes(column.name)));
        default:
          if (!column.has_numbers() && !is_empty) refuse_column(column, "numbers");
      }
    }
    if (!words.empty()) roles_.set_words(words);
    report_.index_columns = roles_.index_columns();
    report_.unused_keys = roles_.unused_keys();
    if (options_.features == FeatureDetail::none) return;
    std::size_t word = 0;
    for (std::size_t c = 0; c < roles_.size(); ++c) {
      const bool has_words = roles_[c] == ColumnRole::word;
      const std::size_t place = has_words ? word++ : WordColumn::left_out;
      const bool is_used =
          has_words && roles_.word_columns()[place].feature != WordColumn::left_out;
      if (roles_[c] == ColumnRole::feature || is_used) features_.push_back({c, place});
    }
    for (const std::string& name : roles_.feature_names()) memory_.add_feature_name(name);
    memory_.feature_count = features_.size();
  }

  /// A few bytes can stand for any number of rows, so the memory of all is checked at first.
  void check_size() const {
    constexpr std::size_t bytes_of_row = 64;  // its ids, label and places
    std::size_t rows = 0;
    for (const GroupPlace& place : files_.groups()) {
      rows += place.rows;
      if (rows <= limit_ / bytes_of_row && place.rows <= limit_ / bytes_of_row) continue;
      throw DataError({files_.path()},
                      fmt::format("found {} rows, which need more memory than the limit of {:.2f} "
                                  "GB (see --memory-limit-gb)",
                                  rows, static_cast<double>(limit_) * 1e-9));
    }
  }

  std::size_t column_of(ColumnRole role) const {
    std::size_t column = 0;
    while (column < roles_.size() && roles_[column] != role) ++column;
    return column;
  }

  bool has(ColumnRole role) const { return column_of(role) < roles_.size(); }

  /// Visits the rows of a group as texts without blanks around them; those without a value are
  /// empty.
  template <class Visit>
  void for_each_text(std::size_t g, std::size_t column, const Visit& visit) const {
    TextMemory memory;
    std::vector<std::string_view> texts(group(g).rows);
    files_.read(group(g), column, texts, memory);
    for (std::size_t row = 0; row < texts.size(); ++row) {
      try {
        visit(row, trimmed(texts[row]));
      } catch (const RowProblem& problem) {
        files_.refuse(group(g), column, problem.message, row);
      }
    }
  }

  void find_queries(std::size_t g) {
    std::vector<detail::Run>& runs = chunks_[g].runs;
    for_each_text(g, column_of(ColumnRole::query_id), [&](std::size_t, std::string_view id) {
      if (id.empty()) throw RowProblem{nullptr, "found no value, expected a query id"};
      check_id(id);
      if (runs.empty() || runs.back().query_id != id) runs.push_back({.query_id = std::string(id)});
      ++runs.back().rows;
    });
  }

  /// Reads the numbers of a column that have this role, and checks each.
  template <class Check>
  std::vector<double> numbers(std::size_t g, ColumnRole role, std::string_view expected,
                              const Check& check) const {
    const std::size_t column = column_of(role);
    if (column == roles_.size()) return {};
    std::vector<double> values(group(g).rows);
    files_.read(group(g), column, values);
    for (std::size_t row = 0; row < values.size(); ++row) {
      const double value = values[row];
      if (check(value)) continue;
      const std::string found = value != value ? "no value" : to_text(value);
      files_.refuse(group(g), column, fmt::format("found {}, expected {}", found, expected), row);
    }
    return values;
  }

  /// Everything but queries and features.
  void fill_columns(std::size_t g) {
    detail::Chunk& chunk = chunks_[g];
    const auto is_finite = [](double value) { return std::isfinite(value); };
    const auto is_weight = [](double value) { return value >= 0.0 && std::isfinite(value); };
    const auto is_row_weight = [](double value) {
      return value >= 0.0 && std::isfinite(static_cast<float>(value));
    };
    const auto labels = numbers(g, ColumnRole::label, "a label (a finite number)", is_finite);
    std::size_t row = 0;
    for (const detail::Run& run : chunk.runs) {
      for (std::size_t i = 0; i < run.rows && !labels.empty(); ++i) {
        memory_.label[run.first_row + i] = labels[row++];
      }
    }
    if (has(ColumnRole::document_id)) {
      for_each_text(g, column_of(ColumnRole::document_id), [&](std::size_t, std::string_view id) {
        check_id(id);
        chunk.document_text += id;
        chunk.document_length.push_back(static_cast<std::uint32_t>(id.size()));
      });
    } else {
      chunk.document_length.resize(chunk.rows);
    }
    const auto add = [&](detail::OptionalColumn& to, const std::vector<double>& values) {
      for (std::size_t i = 0; i < values.size(); ++i)
        to.add(i, values[i] != values[i] ? -1.0 : values[i]);
    };
    add(chunk.second_label,
        numbers(g, ColumnRole::second_label, "a label (a finite number) or none",
                [](double value) { return !std::isinf(value); }));
    add(chunk.row_weight, numbers(g, ColumnRole::row_weight,
                                  "a weight (0 or more) that a 32-bit float holds", is_row_weight));
    add(chunk.query_weight,
        numbers(g, ColumnRole::query_weight, "a weight (a number, 0 or more)", is_weight));
  }

  // --- features ---

  void read_features() {
    const bool has_words = std::ranges::any_of(
        features_, [](const Feature& feature) { return feature.words != WordColumn::left_out; });
    const bool wants_exact = options_.features == FeatureDetail::exact;
    for (detail::Chunk& chunk : chunks_) chunk.words.lists.resize(roles_.word_columns().size());
    try {
      if (!has_words && prefers_sparse()) {
        parallel_for(chunks_.size(), [&](std::size_t g) {
          wants_exact ? fill_sparse<double>(g) : fill_sparse<float>(g);
        });
        detail::collect_sparse(chunks_, limit_, memory_);
        return;
      }
      detail::lay_out_dense(chunks_, limit_, wants_exact, memory_);
    } catch (const UsageError& error) {
      throw DataError({files_.path()}, error.what());
    }
    const std::size_t blocks = (features_.size() + block_columns - 1) / block_columns;
    parallel_for(chunks_.size() * blocks, [&](std::size_t task) {
      const std::size_t first = task % blocks * block_columns;
      fill_block(task / blocks, first, memory_.features.dense.values());
      if (wants_exact) fill_block(task / blocks, first, memory_.features.exact.values());
    });
  }

  /// Counts the values other than 0 of some columns in the smallest group that shows them.
  bool prefers_sparse() {
    constexpr std::size_t enough_rows = 1000;
    if (features_.empty()) return false;
    const auto smallest = std::ranges::min_element(chunks_, {}, [](const detail::Chunk& chunk) {
      return chunk.rows < enough_rows ? std::numeric_limits<std::size_t>::max() - chunk.rows
                                      : chunk.rows;
    });
    if (options_.layout == FeatureLayout::automatic) {
      const std::size_t looked_at = std::min(features_.size(), 8 + features_.size() / 64);
      std::vector<float> values(smallest->rows);
      std::size_t stored = 0;
      for (std::size_t i = 0; i < looked_at; ++i) {
        const auto g = static_cast<std::size_t>(smallest - chunks_.begin());
        files_.read(group(g), features_[i * features_.size() / looked_at].column, values);
        stored += values.size() - static_cast<std::size_t>(std::ranges::count(values, 0.0F));
      }
      smallest->sample = {.rows = smallest->rows, .stored = stored * features_.size() / looked_at};
    }
    return detail::is_sparse(chunks_, memory_, options_.layout, limit_);
  }

  /// Reads a feature of a group, whose words become their numbers among those of the group.
  template <class Value>
  void read_feature(std::size_t g, const Feature& feature, std::span<Value> to) {
    if (feature.words == WordColumn::left_out) {
      files_.read(group(g), feature.column, to);
      for (std::size_t row = 0; row < to.size(); ++row) {
        if (!std::isinf(static_cast<float>(to[row]))) continue;
        files_.refuse(
            group(g), feature.column,
            fmt::format("found {}, expected a finite value that a 32-bit float holds, or "
                        "none; --ignore {} leaves the column out",
                        to_text(to[row]), in_quotes(files_.columns()[feature.column].name)),
            row);
      }
      return;
    }
    WordList& list = chunks_[g].words.lists[feature.words];
    for_each_text(g, feature.column, [&](std::size_t row, std::string_view word) {
      to[row] = std::numeric_limits<Value>::quiet_NaN();
      if (word.empty()) return;
      const std::size_t before = list.size();
      to[row] = static_cast<Value>(list.number_of(word));
      if (list.size() > before) check_word(word);
    });
  }

  /// Writes some features of a group to their rows.
  template <class Value>
  void fill_block(std::size_t g, std::size_t first, std::span<Value> matrix) {
    const std::size_t count = std::min(block_columns, features_.size() - first);
    const std::size_t rows = chunks_[g].rows;
    const std::size_t stride = rows + block_columns;  // columns that share no set of the cache
    const Block<Value> block(count * stride);
    for (std::size_t f = 0; f < count; ++f) {
      read_feature(g, features_[first + f], block.all.subspan(f * stride, rows));
    }
    const Value* from = block.values.get();
    for (const detail::Run& run : chunks_[g].runs) {
      Value* to = matrix.data() + run.first_value + first;
      for (std::size_t row = 0; row < run.rows; ++row, ++from, to += features_.size()) {
        for (std::size_t f = 0; f < count; ++f) to[f] = from[f * stride];
      }
    }
  }

  /// Collects the values of a group that are not 0, which come column by column, row by row.
  template <class Value>
  void fill_sparse(std::size_t g) {
    using Bits = std::conditional_t<std::is_same_v<Value, float>, std::uint32_t, std::uint64_t>;
    struct Entry {
      std::size_t row;
      std::uint32_t column;
      Value value;
    };
    const std::size_t rows = chunks_[g].rows;
    const Block<Value> block(rows);
    std::vector<Entry> entries;
    SparsePart& part = chunks_[g].sparse;
    part.row_end.assign(rows + 1, 0);
    for (std::size_t f = 0; f < features_.size(); ++f) {
      read_feature(g, features_[f], block.all);
      for (std::size_t row = 0; row < rows; ++row) {
        if (std::bit_cast<Bits>(block.all[row]) == 0) continue;
        entries.push_back({row, static_cast<std::uint32_t>(f), block.all[row]});
        ++part.row_end[row + 1];
      }
    }
    for (std::size_t row = 0; row < rows; ++row) part.row_end[row + 1] += part.row_end[row];
    part.column.resize(entries.size());
    part.value.resize(entries.size());
    if constexpr (std::is_same_v<Value, double>) part.exact.resize(entries.size());
    for (const Entry& entry : entries) {  // the begin of each row moves to its end
      const std::size_t at = part.row_end[entry.row]++;
      part.column[at] = entry.column;
      part.value[at] = static_cast<float>(entry.value);
      if constexpr (std::is_same_v<Value, double>) part.exact[at] = entry.value;
    }
    part.row_end.pop_back();
  }

  const ReadOptions& options_;
  ReadReport& report_;
  TableFiles files_;
  ColumnRoles roles_;
  std::size_t limit_;
  std::vector<Feature> features_;
  std::vector<detail::Chunk> chunks_;
  DatasetMemory memory_;
};

}  // namespace

bool is_parquet(const std::filesystem::path& path, DataFormat asked) {
  if (asked == DataFormat::parquet || std::filesystem::is_directory(path)) return true;
  const MappedFile file(path);
  if (file.bytes().empty()) return false;
  // The next byte after the mark begins the first page, or the metadata of a table without rows.
  const bool is_one =
      parquet::has_mark(file.bytes()) && (file.bytes().size() < 5 || file.bytes()[4] == '\x15' ||
                                          file.bytes().ends_with(file.bytes().substr(0, 4)));
  return is_one || (asked == DataFormat::automatic && format_of_name(path) == DataFormat::parquet);
}

Dataset read_parquet(const std::filesystem::path& path, const ReadOptions& options,
                     ReadReport& report) {
  return ParquetTable(path, options, report).read();
}

}  // namespace podium
