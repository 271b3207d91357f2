#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace podium {

/// The token as an error message shows it: in quotes, unprintable bytes escaped, cut to 40 bytes.
std::string in_quotes(std::string_view token);

/// The names, separated by ", ", for messages that list the choices.
std::string joined(std::span<const std::string_view> names);

/// `text` without blanks, tabs and carriage returns at either end.
std::string_view trimmed(std::string_view text) noexcept;

/// The parts of `text` between separators that stand outside round brackets, so that
/// "rbp(p=0.9),ndcg@10" is two parts. An empty text has no part.
std::vector<std::string_view> split_outside_brackets(std::string_view text, char separator);

/// `text` in lower case (ASCII letters only).
std::string lower_case(std::string_view text);

/// The shortest text that reads back as the same number.
template <class Number>
  requires std::integral<Number> || std::floating_point<Number> std::string to_text(Number value) {
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return {buffer, end};
  }

/// The whole of `text` as a number, or nothing; accepts no blanks, no leading '+'.
template <class Number>
  requires std::integral<Number> || std::floating_point<Number> std::optional<Number> parse_number(
      std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
  }

}  // namespace podium
