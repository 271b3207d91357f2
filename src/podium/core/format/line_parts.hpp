#pragma once

#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/line_reader.hpp"

namespace podium {

/// A line that is parsed from the left.
class LineParts {
 public:
  explicit LineParts(const LineReader& lines) : lines_(lines), rest_(trimmed(lines.line())) {}

  bool is_done() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

  /// Takes `mark` and the blanks after it if it comes next.
  bool take(char mark) {
    if (!rest_.starts_with(mark)) return false;
    advance(1);
    return true;
  }

  void expect(char mark, std::string_view name) {
    if (!take(mark)) throw unexpected(name);
  }

  /// Takes a whole number from `least` to `max`.
  std::uint64_t take_number(std::uint64_t max, std::string_view name, std::uint64_t least = 1) {
    const std::string_view word = next_word();
    const auto number = parse_number<std::uint64_t>(word);
    if (!number || *number < least || *number > max) throw unexpected(name);
    advance(word.size());
    return *number;
  }

  DataError unexpected(std::string_view name) const {
    if (!rest_.empty()) return lines_.unexpected(next_word(), name);
    return lines_.error(rest_, fmt::format("found the end of the line, expected {}", name));
  }

 private:
  std::string_view next_word() const {
    const std::size_t end = rest_.find_first_of(" \t,:{}");
    return rest_.substr(0, end == 0 ? 1 : end);
  }

  void advance(std::size_t count) {
    rest_.remove_prefix(count);
    while (rest_.starts_with(' ') || rest_.starts_with('\t')) rest_.remove_prefix(1);
  }

  const LineReader& lines_;
  std::string_view rest_;
};

}  // namespace podium
