#include "podium/core/format/parquet/read_parquet.hpp"

#include <algorithm>
#include <cmath>
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

ColumnRoles roles_of(const TableFiles& files, const ReadOptions& options) {
  std::vector<std::string> names;
  for (const Column& column : files.columns()) names.push_back(column.name);
  try {
    return {names, options, nullptr, files.parts().front().keys.size()};
  } catch (const RowProblem& problem) {
    throw DataError({files.path()}, problem.message);
  }
}

/// Reads a table into the memory of a data set. Each row group is a chunk of the row reader.
class ParquetTable {
 public:
  ParquetTable(const std::filesystem::path& path, const ReadOptions& options, ReadReport& report)
      : options_(options),
        report_(report),
        files_(path),
        roles_(roles_of(files_, options)),
        limit_(detail::memory_limit_of(options)) {
    for (const parquet::Part& part : files_.parts()) report_.bytes += part.file.bytes().size();
    report_.unused_keys = roles_.unused_keys();
    report_.index_columns = roles_.index_columns();
    check_columns();
    check_size();
    if (options_.features != FeatureDetail::none) list_features();
  }

  Dataset read() && {
    for (const GroupPlace& group : files_.groups()) {
      detail::Chunk& chunk = chunks_.emplace_back();
      chunk.rows = group.rows;
      chunk.group =
          fmt::format("{}, row group {}", files_.parts()[group.part].path, group.group + 1);
      chunk.words.lists.resize(roles_.word_columns().size());
    }
    parallel_for(chunks_.size(), [&](std::size_t g) { find_queries(g); });
    detail::lay_out(chunks_, {}, files_.path(), memory_, report_);
    parallel_for(chunks_.size(), [&](std::size_t g) { fill_columns(g); });
    if (options_.features != FeatureDetail::none) {
      read_features();
      detail::collect_words(chunks_, roles_.word_columns(), memory_, report_);
    }
    detail::collect_columns(chunks_, files_.path(), memory_);
    return build_dataset(std::move(memory_));
  }

 private:
  struct Feature {
    std::size_t column = 0;
    std::size_t words = WordColumn::left_out;  ///< its place among the columns of words
  };

  /// Texts that are no words are left out.
  void check_columns() {
    std::vector<std::string> texts;
    for (std::size_t c = 0; c < roles_.size(); ++c) {
      const Column& column = files_.columns()[c];
      if (roles_[c] == ColumnRole::feature && column.meaning == Meaning::text) {
        texts.push_back(column.name);
      }
      for (const parquet::Part& part : files_.parts()) {
        const bool is_key = c >= part.footer.columns.size();
        check_column(is_key ? column : part.footer.columns[c], roles_[c], part.path);
      }
    }
    if (!texts.empty()) roles_.set_words(texts);
  }

  /// Refuses a type that the role of the column cannot have.
  static void check_column(const Column& column, ColumnRole role, const std::string& path) {
    const bool is_feature = role == ColumnRole::feature;
    const bool takes_texts =
        role == ColumnRole::query_id || role == ColumnRole::document_id || role == ColumnRole::word;
    const bool has_texts = column.meaning == Meaning::text || column.meaning == Meaning::whole ||
                           column.meaning == Meaning::unsigned_whole;
    const bool fits = is_feature    ? column.meaning != Meaning::other
                      : takes_texts ? has_texts
                                    : column.has_numbers();
    if (fits || role == ColumnRole::ignored || column.meaning == Meaning::nothing) return;
    const std::string name = in_quotes(column.name);
    throw DataError(
        {path},
        fmt::format("column {}: found {}, expected {}", name,
                    column.meaning == Meaning::truth ? "truth values"
                    : column.has_numbers()           ? "numbers with a point"
                    : column.other.empty()           ? "texts"
                                                     : column.other,
                    is_feature    ? fmt::format("numbers, truth values or texts; --ignore {} "
                                                   "leaves the column out",
                                                name)
                    : takes_texts ? "texts or whole numbers; cast it where the file is written"
                                  : "numbers; cast it where the file is written"));
  }

  /// A few bytes can stand for any number of rows, so the memory of all is checked at first.
  void check_size() const {
    constexpr std::size_t bytes_of_row = 64;  // its ids, label and places
    std::size_t rows = 0;
    for (const GroupPlace& place : files_.groups()) {
      rows += place.rows;
      if (std::max(rows, place.rows) <= limit_ / bytes_of_row) continue;
      throw DataError({files_.path()},
                      fmt::format("found {} rows, which need more memory than the limit of {:.2f} "
                                  "GB (see --memory-limit-gb)",
                                  rows, static_cast<double>(limit_) * 1e-9));
    }
  }

  void list_features() {
    std::size_t word = 0;
    for (std::size_t c = 0; c < roles_.size(); ++c) {
      const std::size_t place = roles_[c] == ColumnRole::word ? word++ : WordColumn::left_out;
      const bool is_used = roles_[c] == ColumnRole::word &&
                           roles_.word_columns()[place].feature != WordColumn::left_out;
      if (roles_[c] == ColumnRole::feature || is_used) features_.push_back({c, place});
    }
    for (const std::string& name : roles_.feature_names()) memory_.add_feature_name(name);
    memory_.feature_count = features_.size();
  }

  template <class Value>
  void read_column(std::size_t g, std::size_t column, std::span<Value> to) const {
    TextMemory memory;
    files_.read(files_.groups()[g], column, to, memory);
  }

  [[noreturn]] void refuse(std::size_t g, std::size_t column, const std::string& problem,
                           std::size_t row) const {
    files_.refuse(files_.groups()[g], column, problem, row);
  }

  std::size_t column_of(ColumnRole role) const {
    std::size_t column = 0;
    while (column < roles_.size() && roles_[column] != role) ++column;
    return column;
  }

  /// Visits the rows of a group as texts without blanks around them; those without a value are
  /// empty.
  template <class Visit>
  void for_each_text(std::size_t g, std::size_t column, const Visit& visit) const {
    TextMemory memory;
    std::vector<std::string_view> texts(chunks_[g].rows);
    files_.read(files_.groups()[g], column, std::span(texts), memory);
    for (std::size_t row = 0; row < texts.size(); ++row) {
      try {
        visit(row, trimmed(texts[row]));
      } catch (const RowProblem& problem) {
        refuse(g, column, problem.message, row);
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

  /// Reads the numbers of the column with this role, if there is one, and checks each.
  template <class Check, class Use>
  void for_each_number(std::size_t g, ColumnRole role, std::string_view expected,
                       const Check& check, const Use& use) const {
    const std::size_t column = column_of(role);
    if (column == roles_.size()) return;
    std::vector<double> values(chunks_[g].rows);
    read_column(g, column, std::span(values));
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (!check(values[row])) {
        const std::string found = std::isnan(values[row]) ? "no value" : to_text(values[row]);
        refuse(g, column, fmt::format("found {}, expected {}", found, expected), row);
      }
      use(row, values[row]);
    }
  }

  /// Everything but queries and features.
  void fill_columns(std::size_t g) {
    detail::Chunk& chunk = chunks_[g];
    auto run = chunk.runs.begin();
    std::size_t run_begin = 0;
    for_each_number(
        g, ColumnRole::label, "a label (a finite number)",
        [](double value) { return std::isfinite(value); },
        [&](std::size_t row, double value) {
          if (row == run_begin + run->rows) run_begin += run++->rows;
          memory_.label[run->first_row + row - run_begin] = value;
        });
    for_each_number(
        g, ColumnRole::second_label, "a label (a finite number) or none",
        [](double value) { return !std::isinf(value); },
        [&](std::size_t row, double value) {
          chunk.second_label.add(row, std::isnan(value) ? -1.0 : value);
        });
    for_each_number(
        g, ColumnRole::row_weight, "a weight (0 or more) that a 32-bit float holds",
        [](double value) { return value >= 0.0 && std::isfinite(static_cast<float>(value)); },
        [&](std::size_t row, double value) { chunk.row_weight.add(row, value); });
    for_each_number(
        g, ColumnRole::query_weight, "a weight (a number, 0 or more)",
        [](double value) { return value >= 0.0 && std::isfinite(value); },
        [&](std::size_t row, double value) { chunk.query_weight.add(row, value); });
    chunk.document_length.resize(chunk.rows);
    const std::size_t document_id = column_of(ColumnRole::document_id);
    if (document_id == roles_.size()) return;
    for_each_text(g, document_id, [&](std::size_t row, std::string_view id) {
      check_id(id);
      chunk.document_text += id;
      chunk.document_length[row] = static_cast<std::uint32_t>(id.size());
    });
  }

  // --- features ---

  void read_features() {
    const bool wants_exact = options_.features == FeatureDetail::exact;
    try {
      if (prefers_sparse()) {
        parallel_for(chunks_.size(), [&](std::size_t g) {
          wants_exact ? fill_sparse<double>(g) : fill_sparse<float>(g);
        });
        return detail::collect_sparse(chunks_, limit_, memory_);
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

  /// Counts the values other than 0 of some columns in the first group.
  bool prefers_sparse() {
    const auto has_words = [](const Feature& f) { return f.words != WordColumn::left_out; };
    if (features_.empty() || std::ranges::any_of(features_, has_words)) return false;
    if (options_.layout == FeatureLayout::automatic) {
      const std::size_t looked_at = std::min(features_.size(), 8 + features_.size() / 64);
      detail::Chunk& chunk = chunks_.front();
      std::vector<float> values(chunk.rows);
      std::size_t stored = 0;
      for (std::size_t i = 0; i < looked_at; ++i) {
        read_feature(0, features_[i * features_.size() / looked_at], std::span(values));
        stored += values.size() - static_cast<std::size_t>(std::ranges::count(values, 0.0F));
      }
      chunk.sample = {.rows = chunk.rows, .stored = stored * features_.size() / looked_at};
    }
    return detail::is_sparse(chunks_, memory_, options_.layout, limit_);
  }

  /// Reads a feature of a group, whose words become their numbers among those of the group.
  template <class Value>
  void read_feature(std::size_t g, const Feature& feature, std::span<Value> to) {
    if (feature.words == WordColumn::left_out) {
      read_column(g, feature.column, to);
      for (std::size_t row = 0; row < to.size(); ++row) {
        if (!std::isinf(static_cast<float>(to[row]))) continue;
        refuse(g, feature.column,
               fmt::format("found an infinite value or one beyond 3.4e38, expected a finite value "
                           "that a 32-bit float holds, or none; --ignore {} leaves the column out",
                           in_quotes(roles_.name(feature.column))),
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
    const std::unique_ptr<Value[]> block(new Value[count * stride]);
    for (std::size_t f = 0; f < count; ++f) {
      read_feature(g, features_[first + f], std::span(block.get() + f * stride, rows));
    }
    const Value* from = block.get();
    for (const detail::Run& run : chunks_[g].runs) {
      Value* to = matrix.data() + run.first_value + first;
      for (std::size_t row = 0; row < run.rows; ++row, ++from, to += features_.size()) {
        for (std::size_t f = 0; f < count; ++f) to[f] = from[f * stride];
      }
    }
  }

  /// Collects the values of a group that are not 0. They come column by column.
  template <class Value>
  void fill_sparse(std::size_t g) {
    struct Entry {
      std::size_t row;
      std::size_t column;
      Value value;
    };
    std::vector<Entry> entries;
    std::vector<Value> values(chunks_[g].rows);
    for (std::size_t f = 0; f < features_.size(); ++f) {
      read_feature(g, features_[f], std::span(values));
      for (std::size_t row = 0; row < values.size(); ++row) {
        if (values[row] != Value{0} || std::signbit(values[row])) {
          entries.push_back({row, f, values[row]});
        }
      }
    }
    std::ranges::stable_sort(entries, {}, &Entry::row);
    SparsePart& part = chunks_[g].sparse;
    auto entry = entries.begin();
    for (std::size_t row = 0; row < values.size(); ++row) {
      for (; entry != entries.end() && entry->row == row; ++entry) {
        if constexpr (std::is_same_v<Value, double>) {
          part.add(entry->column, static_cast<float>(entry->value), entry->value);
        } else {
          part.add(entry->column, entry->value);
        }
      }
      part.end_row();
    }
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
  const std::string_view bytes = file.bytes();
  if (bytes.empty()) return false;
  // The byte after the mark begins the first page, or the metadata of a table without rows.
  const bool is_one = parquet::has_mark(bytes) && (bytes.size() < 5 || bytes[4] == '\x15' ||
                                                   bytes.ends_with(bytes.substr(0, 4)));
  return is_one || (asked == DataFormat::automatic && format_of_name(path) == DataFormat::parquet);
}

Dataset read_parquet(const std::filesystem::path& path, const ReadOptions& options,
                     ReadReport& report) {
  return ParquetTable(path, options, report).read();
}

}  // namespace podium
