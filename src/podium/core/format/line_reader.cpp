#include "podium/core/format/line_reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/unicode/utf8.hpp"
#include "podium/core/format/decimal.hpp"

namespace podium {

namespace {

constexpr std::size_t skips_kept = 5;

enum class Kind : unsigned char { control, blank, word };

constexpr std::array<Kind, 256> make_kinds() {
  std::array<Kind, 256> kinds{};
  for (std::size_t byte = 0x21; byte < kinds.size(); ++byte) kinds[byte] = Kind::word;
  kinds[0x7f] = Kind::control;
  kinds[' '] = Kind::blank;
  kinds['\t'] = Kind::blank;
  return kinds;
}

constexpr std::array<Kind, 256> kinds = make_kinds();

Kind kind_of(char c) noexcept {
  return kinds[static_cast<unsigned char>(c)];
}

const char* end_of(std::string_view text) noexcept {
  return text.data() + text.size();
}

/// Length of the first line of `text` with its LF.
std::size_t length_of_line(std::string_view text) noexcept {
  const auto end = text.find('\n');
  return end == std::string_view::npos ? text.size() : end + 1;
}

/// Counts in bytes, which compilers vectorise; the block size prevents overflow of a byte.
std::size_t line_ends_in(std::string_view text) noexcept {
  constexpr std::size_t block = 255;
  std::size_t total = 0;
  for (; !text.empty(); text.remove_prefix(std::min(block, text.size()))) {
    std::uint8_t count = 0;
    for (const char c : text.substr(0, block)) {
      count = static_cast<std::uint8_t>(count + static_cast<std::uint8_t>(c == '\n'));
    }
    total += count;
  }
  return total;
}

}  // namespace

LineReader::LineReader(std::string_view text, std::string_view path,
                       std::size_t first_line) noexcept
    : rest_(text), path_(path), number_(first_line - 1) {
  if (first_line == 1) rest_ = without_mark(rest_);
}

bool LineReader::next() noexcept {
  if (rest_.empty()) return false;
  line_ = rest_.substr(0, length_of_line(rest_));
  rest_.remove_prefix(line_.size());
  if (line_.ends_with('\n')) line_.remove_suffix(1);
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  ++number_;
  return true;
}

bool LineReader::is_blank() const noexcept {
  return std::ranges::all_of(line_, [](char c) { return kind_of(c) == Kind::blank; });
}

std::size_t LineReader::split(std::span<const std::string_view> names, std::size_t required,
                              std::span<std::string_view> words) const {
  expects(words.size() >= names.size(), "room for every word");
  std::size_t count = 0;
  const char* const end = end_of(line_);
  for (const char* at = line_.data();;) {
    while (at != end && kind_of(*at) == Kind::blank) ++at;
    if (at == end) break;
    const char* const begin = at;
    while (at != end && kind_of(*at) == Kind::word) ++at;
    if (at != end && kind_of(*at) == Kind::control) {
      throw error({at, 1}, fmt::format("found the byte {}, expected text", in_quotes({at, 1})));
    }
    const std::string_view word(begin, static_cast<std::size_t>(at - begin));
    if (count == names.size()) throw unexpected(word, "the end of the line");
    words[count++] = word;
  }
  if (count < required) {
    throw error(line_.substr(line_.size()),
                fmt::format("found the end of the line, expected {}", names[count]));
  }
  return count;
}

double LineReader::number_in(std::string_view word, std::string_view name) const {
  const double value = finite_number(word);
  if (std::isnan(value)) throw unexpected(word, name);
  return value;
}

DataError LineReader::unexpected(std::string_view word, std::string_view expected) const {
  return error(word, fmt::format("found {}, expected {}", in_quotes(word), expected));
}

DataError LineReader::error(std::string_view word, const std::string& problem) const {
  const auto column = static_cast<std::size_t>(word.data() - line_.data()) + 1;
  return {Location{std::string(path_), number_, column}, problem};
}

std::vector<LineChunk> line_chunks(std::string_view text, std::size_t bytes) {
  std::vector<LineChunk> chunks;
  while (!text.empty()) {
    std::size_t length = text.size();
    if (bytes < length) length = bytes + length_of_line(text.substr(bytes));
    chunks.push_back({text.substr(0, length)});
    text.remove_prefix(length);
  }
  std::vector<std::size_t> lines(chunks.size());
  parallel_for(chunks.size(), [&](std::size_t i) { lines[i] = line_ends_in(chunks[i].text); });
  for (std::size_t i = 1; i < chunks.size(); ++i) {
    chunks[i].first_line = chunks[i - 1].first_line + lines[i - 1];
  }
  return chunks;
}

Location location_of(std::string_view place, std::string_view text, std::string_view path) {
  const auto before = text.substr(0, static_cast<std::size_t>(place.data() - text.data()));
  const auto line_end = before.rfind('\n');
  const std::size_t line_begin = line_end == std::string_view::npos ? 0 : line_end + 1;
  return {std::string(path), 1 + static_cast<std::size_t>(std::ranges::count(before, '\n')),
          before.size() - line_begin + 1};
}

std::string_view without_trailing_blank_lines(std::string_view text) noexcept {
  return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

double finite_number(std::string_view text) noexcept {
  const auto [end, error, value] = read_double(text.data(), end_of(text));
  const bool is_number = error == DecimalError::none && end == end_of(text);
  return is_number ? value : std::numeric_limits<double>::quiet_NaN();
}

bool is_word(std::string_view id) noexcept {
  return !id.empty() && std::ranges::all_of(id, [](char c) { return kind_of(c) == Kind::word; });
}

void check_word(std::string_view id, std::string_view name) {
  if (is_word(id)) return;
  throw UsageError(
      fmt::format("{} {}: expected at least one character and no blank, tab or "
                  "control character",
                  name, in_quotes(id)));
}

void LineReport::skip(const std::string& problem) {
  ++rows_skipped;
  if (!is_full()) first_skips.push_back(problem);
}

bool LineReport::is_full() const noexcept {
  return first_skips.size() >= skips_kept;
}

void LineReport::add(const LineReport& next) {
  rows += next.rows;
  rows_skipped += next.rows_skipped;
  rows_repeated += next.rows_repeated;
  for (const std::string& problem : next.first_skips) {
    if (!is_full()) first_skips.push_back(problem);
  }
}

std::vector<std::string> LineReport::remarks() const {
  std::vector<std::string> lines;
  if (rows_repeated > 0) {
    lines.push_back(fmt::format("omitted {}", counted(rows_repeated, "duplicate line")));
  }
  if (rows_skipped > 0) {
    lines.push_back(
        fmt::format("skipped {}; the first problems:", counted(rows_skipped, "bad line")));
    lines.insert(lines.end(), first_skips.begin(), first_skips.end());
  }
  return lines;
}

void expect_some(std::size_t rows, std::string_view path, std::string_view what) {
  if (rows == 0) {
    throw DataError({std::string(path)}, fmt::format("found no {}, expected at least one", what));
  }
}

}  // namespace podium
