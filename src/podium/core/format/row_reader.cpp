#include "podium/core/format/row_reader.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/stop.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/document_index.hpp"

namespace podium {

void expected(const char* at, std::string_view line, std::string_view what) {
  std::string_view token = line.substr(static_cast<std::size_t>(at - line.data()));
  token = token.substr(0, token.find_first_of(" \t\r"));
  throw RowProblem{at, token.empty()
                           ? fmt::format("found the end of the row, expected {}", what)
                           : fmt::format("found {}, expected {}", in_quotes(token), what)};
}

namespace detail {

namespace {

/// Large enough that bookkeeping per chunk is negligible, small enough for many chunks per core.
constexpr std::size_t chunk_bytes = std::size_t{1} << 21;

/// Where a row of the data set is in the input.
std::string place_of(std::span<const Chunk> chunks, std::size_t wanted) {
  for (const Chunk& chunk : chunks) {
    std::size_t before = 0;
    for (const Run& run : chunk.runs) {
      if (run.first_row <= wanted && wanted < run.first_row + run.rows) {
        const std::size_t row = before + wanted - run.first_row;
        return chunk.group.empty() ? fmt::format("line {}", chunk.first_line + chunk.row_line[row])
                                   : fmt::format("{}, row {}", chunk.group, row + 1);
      }
      before += run.rows;
    }
  }
  return {};
}

void add_queries_by_id(std::span<Chunk> chunks, DatasetMemory& memory, ReadReport& report) {
  std::vector<std::string_view> ids;  // of all runs
  for (const Chunk& chunk : chunks) {
    stop_if_told();
    for (const Run& run : chunk.runs) ids.emplace_back(run.query_id);
  }
  DocumentIndex index(ids);
  std::vector<std::size_t> query_of;  // of each run
  std::vector<std::size_t> count;
  std::size_t last = std::numeric_limits<std::size_t>::max();
  const Run* moved = nullptr;  // the first
  for (Chunk& chunk : chunks) {
    stop_if_told();
    for (Run& run : chunk.runs) {
      const DocIndex first = index.add(static_cast<DocIndex>(query_of.size()));
      run.query = first == DocumentIndex::none ? count.size() : query_of[first];
      query_of.push_back(run.query);
      if (first == DocumentIndex::none) {
        count.push_back(0);
        memory.add_query_id(run.query_id);
      } else if (run.query != last) {
        report.rows_moved += run.rows;
        if (moved == nullptr) moved = &run;
      }
      last = run.query;
      run.first_row = count[run.query];  // relative to the query until all queries are known
      count[run.query] += run.rows;
    }
  }
  std::uint64_t end = 0;
  for (const std::size_t rows : count) memory.query_end.push_back(end += rows);
  for (Chunk& chunk : chunks) {
    for (Run& run : chunk.runs) {
      if (run.query > 0) run.first_row += memory.query_end[run.query - 1];
    }
  }
  if (moved == nullptr) return;
  const std::size_t first = moved->query == 0 ? 0 : memory.query_end[moved->query - 1];
  report.first_moved = fmt::format("query {} in {} and {}", in_quotes(moved->query_id),
                                   place_of(chunks, first), place_of(chunks, moved->first_row));
}

void add_queries_by_groups(std::span<Chunk> chunks, std::span<const std::size_t> groups,
                           std::size_t rows, const std::string& path, DatasetMemory& memory) {
  std::uint64_t end = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    memory.query_end.push_back(end += groups[g]);
    memory.add_query_id(to_text(g + 1));
  }
  if (end != rows) {
    throw DataError({path}, fmt::format("found {} rows, expected {}: the sum of the {} group sizes",
                                        rows, end, groups.size()));
  }
  std::size_t row = 0;
  std::size_t query = 0;
  for (Chunk& chunk : chunks) {
    std::size_t left = chunk.rows;
    chunk.runs.clear();
    while (left > 0) {
      while (memory.query_end[query] == row) ++query;
      const std::size_t rows_here = std::min<std::size_t>(left, memory.query_end[query] - row);
      chunk.runs.push_back({.rows = rows_here, .query = query, .first_row = row});
      row += rows_here;
      left -= rows_here;
    }
  }
}

/// Calls visit(row of the chunk, row of the data set) for all rows of a chunk.
template <class Visitor>
void for_each_row(const Chunk& chunk, Visitor&& visit) {
  std::size_t row = 0;
  for (const Run& run : chunk.runs) {
    for (std::size_t i = 0; i < run.rows; ++i) visit(row++, run.first_row + i);
  }
}

template <class Value>
std::vector<Value> collected(std::span<const Chunk> chunks, OptionalColumn Chunk::*column,
                             std::size_t rows, Value otherwise) {
  if (std::ranges::all_of(chunks, [&](const Chunk& c) { return (c.*column).empty(); })) return {};
  std::vector<Value> values(rows, otherwise);
  for (const Chunk& chunk : chunks) {
    for_each_row(chunk, [&](std::size_t row, std::size_t place) {
      const double value = (chunk.*column).at(row);
      if (value == value) values[place] = static_cast<Value>(value);
    });
  }
  return values;
}

void collect_document_ids(std::span<Chunk> chunks, DatasetMemory& memory) {
  if (std::ranges::all_of(chunks, [](const Chunk& c) { return c.document_text.empty(); })) return;
  auto& ends = memory.document_id_end;
  ends.resize(memory.label.size());
  for (const Chunk& chunk : chunks) {
    for_each_row(chunk, [&](std::size_t row, std::size_t place) {
      ends[place] = chunk.document_length[row];
    });
  }
  std::uint64_t end = 0;
  for (std::uint64_t& length : ends) length = end += length;
  memory.document_id_text.resize(end);
  for (Chunk& chunk : chunks) {
    std::size_t at = 0;
    for_each_row(chunk, [&](std::size_t row, std::size_t place) {
      const std::size_t length = chunk.document_length[row];
      chunk.document_text.copy(memory.document_id_text.data() + ends[place] - length, length, at);
      at += length;
    });
    chunk.document_text = {};
    chunk.document_length = {};
  }
}

void collect_query_weights(std::span<const Chunk> chunks, const std::string& path,
                           DatasetMemory& memory) {
  const std::vector<double> by_row =
      collected<double>(chunks, &Chunk::query_weight, memory.label.size(), 1.0);
  if (by_row.empty()) return;
  std::size_t begin = 0;
  for (std::size_t query = 0; query < memory.query_end.size(); ++query) {
    const std::size_t end = memory.query_end[query];
    memory.query_weight.push_back(by_row[begin]);
    for (std::size_t row = begin; row < end; ++row) {
      if (by_row[row] == by_row[begin]) continue;
      const std::size_t id_begin = query == 0 ? 0 : memory.query_id_end[query - 1];
      throw DataError(
          {path},
          fmt::format(
              "found different query weights in the rows of query {}, {} in {} and {} in {}, "
              "expected the same weight in all of them",
              in_quotes(std::string_view(memory.query_id_text)
                            .substr(id_begin, memory.query_id_end[query] - id_begin)),
              by_row[begin], place_of(chunks, begin), by_row[row], place_of(chunks, row)));
    }
    begin = end;
  }
}

}  // namespace

std::vector<Chunk> cut_into_chunks(std::string_view text, const RowLength& row_length) {
  std::vector<Chunk> chunks;
  while (!text.empty()) {
    const std::size_t newline =
        text.size() <= chunk_bytes ? std::string_view::npos : text.find('\n', chunk_bytes);
    std::size_t length = newline == std::string_view::npos ? text.size() : newline + 1;
    if (row_length) {
      length = 0;
      while (length < text.size() && length <= chunk_bytes) {
        bool goes_on = true;
        length += row_length(text.substr(length), goes_on);
        if (!goes_on) text = text.substr(0, length);
      }
    }
    chunks.push_back({.text = text.substr(0, length)});
    text.remove_prefix(length);
  }
  return chunks;
}

PlaceInRow place_in_row(std::string_view row, const char* at) {
  const std::string_view before = row.substr(0, static_cast<std::size_t>(at - row.data()));
  const std::size_t line_end = before.rfind('\n');
  return {static_cast<std::size_t>(std::ranges::count(before, '\n')),
          before.size() - (line_end == std::string_view::npos ? 0 : line_end + 1) + 1};
}

void number_lines(std::span<Chunk> chunks, const RowText& text, ReadReport& report) {
  constexpr std::size_t max_named = 5;
  std::size_t line = text.lines_before + 1;
  for (Chunk& chunk : chunks) {
    chunk.first_line = line;
    line += chunk.lines;
    report.rows_skipped += chunk.skipped.size();
    for (const SkippedRow& row : chunk.skipped) {
      if (report.first_skips.size() == max_named) break;
      const DataError error({text.input->path(), chunk.first_line + row.problem_line, row.column},
                            row.message);
      report.first_skips.emplace_back(error.what());
    }
  }
}

void check_names(const DatasetMemory& memory, const std::string& path) {
  const std::size_t names = memory.feature_name_end.size();
  if (names == 0 || names == memory.feature_count) return;
  throw DataError({path}, fmt::format("found {}, expected {}: the file names as many",
                                      counted(memory.feature_count, "feature"), names));
}

std::size_t memory_limit_of(const ReadOptions& options) {
  return options.memory_limit_gb > 0.0 ? static_cast<std::size_t>(options.memory_limit_gb * 1e9)
                                       : default_memory_limit();
}

void lay_out(std::span<Chunk> chunks, std::span<const std::size_t> groups, const std::string& path,
             DatasetMemory& memory, ReadReport& report) {
  std::size_t rows = 0;
  for (const Chunk& chunk : chunks) rows += chunk.rows;
  if (rows == 0) {
    throw DataError({path}, report.rows_skipped > 0 ? "found no valid row, expected at least one"
                                                    : "found no row, expected at least one");
  }
  if (groups.empty()) {
    add_queries_by_id(chunks, memory, report);
  } else {
    add_queries_by_groups(chunks, groups, rows, path, memory);
  }
  report.rows = rows;
  report.queries = memory.query_end.size();
  memory.label.resize(rows);
  if (report.rows_moved == 0) return;
  memory.input_row.resize(rows);
  std::size_t input = 0;
  for (const Chunk& chunk : chunks) {
    for_each_row(chunk, [&](std::size_t, std::size_t place) { memory.input_row[place] = input++; });
  }
}

bool is_sparse(std::span<const Chunk> chunks, const DatasetMemory& memory, FeatureLayout layout,
               std::size_t memory_limit) {
  if (layout != FeatureLayout::automatic) return layout == FeatureLayout::sparse;
  double rows = 0.0;
  double stored = 0.0;
  for (const Chunk& chunk : chunks) {
    if (chunk.sample.omitted_is_missing) return false;
    rows += static_cast<double>(chunk.sample.rows);
    stored += static_cast<double>(chunk.sample.stored);
  }
  // Whatever the rows store, learners have numbers and names for each column.
  constexpr std::size_t bytes_of_column = 1024;
  const std::size_t all = memory.label.size();
  return rows > 0.0 && memory.feature_count <= memory_limit / bytes_of_column &&
         prefers_sparse(stored / rows * static_cast<double>(all), all, memory.feature_count);
}

void lay_out_dense(std::span<Chunk> chunks, std::size_t memory_limit, bool wants_exact,
                   DatasetMemory& memory) {
  FeatureMemory& features = memory.features;
  features.dense = FeatureMatrix(memory.query_end, memory.feature_count, memory_limit);
  if (wants_exact) {
    features.exact = ExactMatrix(memory.query_end, memory.feature_count, memory_limit);
  }
  for (Chunk& chunk : chunks) {
    for (Run& run : chunk.runs) run.locate(memory);
  }
}

void collect_sparse(std::span<Chunk> chunks, std::size_t memory_limit, DatasetMemory& memory) {
  std::vector<SparsePart> parts;
  for (Chunk& chunk : chunks) {
    for_each_row(chunk,
                 [&](std::size_t, std::size_t place) { chunk.sparse.row_of.push_back(place); });
    parts.push_back(std::move(chunk.sparse));
  }
  memory.features.sparse = SparseMatrix(std::move(parts), memory_limit);
}

void collect_columns(std::span<Chunk> chunks, const std::string& path, DatasetMemory& memory) {
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  const std::size_t rows = memory.label.size();
  collect_document_ids(chunks, memory);
  memory.inc = collected<double>(chunks, &Chunk::inc, rows, nothing);
  memory.prob = collected<double>(chunks, &Chunk::prob, rows, nothing);
  memory.second_label = collected<double>(chunks, &Chunk::second_label, rows, nothing);
  memory.row_weight = collected<float>(chunks, &Chunk::row_weight, rows, 1.0F);
  collect_query_weights(chunks, path, memory);
}

namespace {

/// The places of all words of a column, and of those of each chunk among them.
struct CollectedWords {
  std::shared_ptr<const Words> words;
  std::vector<std::vector<std::uint32_t>> place;
};

CollectedWords collected_words(std::span<const Chunk> chunks, std::size_t column) {
  WordList all;
  CollectedWords collected;
  for (const Chunk& chunk : chunks) {
    const WordList& own = chunk.words.lists[column];
    std::vector<std::uint32_t>& place = collected.place.emplace_back(own.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
      place[i] = static_cast<std::uint32_t>(all.number_of(own[i]));
    }
  }
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return all[i]; });
  auto words = std::make_shared<Words>();
  std::vector<std::uint32_t> rank(all.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    words->emplace_back(all[order[i]]);
    rank[order[i]] = static_cast<std::uint32_t>(i);
  }
  for (std::vector<std::uint32_t>& places : collected.place) {
    for (std::uint32_t& place : places) place = rank[place];
  }
  collected.words = std::move(words);
  return collected;
}

std::size_t distinct_words(std::span<const Chunk> chunks, std::size_t column) {
  WordList all;
  for (const Chunk& chunk : chunks) {
    const WordList& own = chunk.words.lists[column];
    for (std::size_t i = 0; i < own.size(); ++i) all.number_of(own[i]);
  }
  return all.size();
}

}  // namespace

void collect_words(std::span<Chunk> chunks, std::span<const WordColumn> columns,
                   DatasetMemory& memory, ReadReport& report) {
  constexpr std::size_t most = std::size_t{1} << 24U;  // whole numbers that 32-bit floats hold
  for (Chunk& chunk : chunks) chunk.words.lists.resize(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::size_t feature = columns[i].feature;
    const std::string& name = columns[i].name;
    if (feature == WordColumn::left_out) {
      report.word_columns.push_back({name, distinct_words(chunks, i)});
      continue;
    }
    const CollectedWords collected = collected_words(chunks, i);
    if (collected.words->size() > most) {
      throw UsageError(fmt::format("column {}: found {} different words, expected at most {}",
                                   in_quotes(name), collected.words->size(), most));
    }
    const auto number = [&](auto values) {
      if (values.empty()) return;
      parallel_for(chunks.size(), [&](std::size_t c) {
        for (const Run& run : chunks[c].runs) {
          for (std::size_t row = 0; row < run.rows; ++row) {
            auto& value = values[run.first_value + row * memory.feature_count + feature];
            if (value != value) continue;
            value = static_cast<float>(collected.place[c][static_cast<std::size_t>(value)]);
          }
        }
      });
    };
    number(memory.features.dense.values());
    number(memory.features.exact.values());
    memory.words.emplace(feature, collected.words);
  }
}

DataError located(const RowProblem& problem, const Chunk& chunk, std::string_view line,
                  std::size_t index, const std::string& path) {
  const PlaceInRow place = place_in_row(line, problem.at);
  return {{path, chunk.first_line + index + place.line, place.column}, problem.message};
}

}  // namespace detail

}  // namespace podium
