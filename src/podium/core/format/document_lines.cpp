#include "podium/core/format/document_lines.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/file_kind.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/document_index.hpp"

namespace podium {

namespace {

/// Adjacent rows of one query in a chunk.
struct Stretch {
  std::string_view query;
  std::size_t begin = 0;  ///< row of the chunk
  std::size_t to = 0;     ///< row of the table
};

struct Chunk {
  std::vector<Stretch> stretches;
  std::vector<std::string_view> document;
  std::vector<double> value;
  std::string_view last_word;  ///< of the first row
  LineReport report;

  std::size_t end_of(std::size_t stretch) const {
    return stretch + 1 < stretches.size() ? stretches[stretch + 1].begin : document.size();
  }
};

Chunk parse(const LineChunk& text, std::string_view path, const DocumentLineFormat& format,
            BadLines bad) {
  constexpr std::size_t max_words = 8;
  constexpr std::size_t usual_line = 40;
  std::array<std::string_view, max_words> word;
  expects(format.names.size() <= max_words, "a short line");
  const std::size_t words = format.names.size();
  Chunk chunk;
  chunk.document.reserve(text.text.size() / usual_line);
  chunk.value.reserve(text.text.size() / usual_line);
  LineReader lines(text.text, path, text.first_line);
  if (!format.header.empty() && text.first_line == 1) lines.next();
  for_each_line(lines, bad, chunk.report, [&] {
    lines.split(format.names, words, word);
    const double value =
        lines.number_in(word[format.value_word], format.names[format.value_word]) + 0.0;  // not -0
    if (chunk.stretches.empty() || chunk.stretches.back().query != word[0]) {
      chunk.stretches.push_back({word[0], chunk.document.size()});
    }
    if (chunk.document.empty()) chunk.last_word = word[words - 1];
    chunk.document.push_back(word[format.document_word]);
    chunk.value.push_back(value);
  });
  return chunk;
}

/// Rows grouped by query, in input order within each query.
DocumentColumns grouped(std::span<Chunk> chunks) {
  DocumentColumns columns;
  std::unordered_map<std::string_view, std::size_t> place;
  std::vector<std::uint64_t> rows;
  std::vector<std::pair<Stretch*, std::size_t>> query_of;
  for (Chunk& chunk : chunks) {
    for (std::size_t i = 0; i < chunk.stretches.size(); ++i) {
      Stretch& stretch = chunk.stretches[i];
      const auto [entry, is_new] = place.emplace(stretch.query, rows.size());
      if (is_new) {
        columns.query_id.push_back(stretch.query);
        rows.push_back(0);
      }
      stretch.to = rows[entry->second];  // relative to the query until its first row is known
      rows[entry->second] += chunk.end_of(i) - stretch.begin;
      query_of.emplace_back(&stretch, entry->second);
    }
  }
  std::uint64_t end = 0;
  for (const std::uint64_t count : rows) columns.query_end.push_back(end += count);
  for (const auto& [stretch, query] : query_of) {
    stretch->to += columns.query_end[query] - rows[query];
  }
  columns.document.resize(end);
  columns.value.resize(end);
  parallel_for(chunks.size(), [&](std::size_t c) {
    const Chunk& chunk = chunks[c];
    for (std::size_t i = 0; i < chunk.stretches.size(); ++i) {
      const auto [query, begin, to] = chunk.stretches[i];
      const std::size_t count = chunk.end_of(i) - begin;
      std::copy_n(&chunk.document[begin], count, &columns.document[to]);
      std::copy_n(&chunk.value[begin], count, &columns.value[to]);
    }
  });
  return columns;
}

/// A row with a document that occurred earlier in its query.
struct Repeat {
  std::size_t row = 0;
  bool says_the_same = false;
};

std::vector<Repeat> repeats_of(const DocumentColumns& columns, std::size_t query) {
  const std::size_t begin = query == 0 ? 0 : columns.query_end[query - 1];
  const std::size_t count = columns.query_end[query] - begin;
  DocumentIndex index(std::span(columns.document).subspan(begin, count));
  std::vector<Repeat> repeats;
  for (std::size_t doc = 0; doc < count; ++doc) {
    const DocIndex earlier = index.add(static_cast<DocIndex>(doc));
    if (earlier == DocumentIndex::none) continue;
    repeats.push_back({begin + doc, columns.value[begin + earlier] == columns.value[begin + doc]});
  }
  return repeats;
}

void remove_rows(DocumentColumns& columns, std::span<const Repeat> sorted) {
  auto next = sorted.begin();
  std::size_t to = 0;
  std::size_t query = 0;
  for (std::size_t row = 0; row < columns.document.size(); ++row) {
    while (query < columns.query_end.size() && columns.query_end[query] == row) {
      columns.query_end[query++] = to;
    }
    if (next != sorted.end() && next->row == row) {
      ++next;
      continue;
    }
    columns.document[to] = columns.document[row];
    columns.value[to++] = columns.value[row];
  }
  while (query < columns.query_end.size()) columns.query_end[query++] = to;
  columns.document.resize(to);
  columns.value.resize(to);
}

/// Removes repeated documents, or throws for the first line of the file with one.
void settle_repeats(DocumentColumns& columns, const InputText& text,
                    const DocumentLineFormat& format, BadLines bad, LineReport& report) {
  std::vector<std::vector<Repeat>> by_query(columns.query_id.size());
  parallel_for(by_query.size(),
               [&](std::size_t query) { by_query[query] = repeats_of(columns, query); });
  std::vector<Repeat> removed;
  std::vector<std::string_view> refused;
  for (const auto& repeats : by_query) {
    for (const Repeat& repeat : repeats) {
      removed.push_back(repeat);
      if (format.may_repeat_rows && repeat.says_the_same) {
        ++report.rows_repeated;
      } else {
        refused.push_back(columns.document[repeat.row]);
      }
    }
  }
  std::ranges::sort(refused, {}, [](std::string_view document) { return document.data(); });
  for (const std::string_view document : refused) {
    if (report.is_full()) {  // finding the line is slow, and it would not be shown
      ++report.rows_skipped;
      continue;
    }
    const DataError problem(location_of(document, text.view(), text.path()),
                            fmt::format("found document {} again in this query, expected it once",
                                        in_quotes(document)));
    if (bad == BadLines::refuse) throw problem;
    report.skip(problem.what());
  }
  if (!removed.empty()) remove_rows(columns, removed);
}

}  // namespace

DocumentLines read_document_lines(const std::filesystem::path& path,
                                  const DocumentLineFormat& format, BadLines bad,
                                  LineReport* report) {
  const auto text = std::make_shared<const InputText>(path);
  if (const std::string page = complaint_of_page(text->view()); !page.empty()) {
    throw DataError({text->path()}, page);
  }
  const auto parts = line_chunks(without_trailing_blank_lines(text->view()));
  std::vector<Chunk> chunks(parts.size());
  parallel_for(parts.size(),
               [&](std::size_t i) { chunks[i] = parse(parts[i], text->path(), format, bad); });
  LineReport noticed;
  DocumentLines lines;
  for (const Chunk& chunk : chunks) {
    noticed.add(chunk.report);
    if (lines.last_word.empty()) lines.last_word = chunk.last_word;
  }
  DocumentColumns columns = grouped(chunks);
  columns.text = text;
  settle_repeats(columns, *text, format, bad, noticed);
  noticed.rows = columns.document.size();
  expect_some(noticed.rows, text->path(), format.row_name);
  lines.table = DocumentTable(std::move(columns));
  if (report != nullptr) *report = std::move(noticed);
  return lines;
}

}  // namespace podium
