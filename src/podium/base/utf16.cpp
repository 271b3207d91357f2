#include "podium/base/utf16.hpp"

#include <cstddef>
#include <cstdint>

namespace podium {

namespace {

constexpr std::string_view little_mark = "\xff\xfe";
constexpr std::string_view big_mark = "\xfe\xff";
constexpr std::string_view utf32_mark{"\xff\xfe\0\0", 4};

void append_utf8(std::string& text, std::uint32_t c) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (c < 0x80) {
    add(c);
  } else if (c < 0x800) {
    add(0xc0 | c >> 6U);
    add(0x80 | (c & 0x3fU));
  } else if (c < 0x10000) {
    add(0xe0 | c >> 12U);
    add(0x80 | (c >> 6U & 0x3fU));
    add(0x80 | (c & 0x3fU));
  } else {
    add(0xf0 | c >> 18U);
    add(0x80 | (c >> 12U & 0x3fU));
    add(0x80 | (c >> 6U & 0x3fU));
    add(0x80 | (c & 0x3fU));
  }
}

}  // namespace

bool has_utf16_mark(std::string_view text) noexcept {
  return (text.starts_with(little_mark) && !text.starts_with(utf32_mark)) ||
         text.starts_with(big_mark);
}

std::optional<std::string> utf8_of_utf16(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  const std::size_t high_byte = text.starts_with(little_mark) ? 1 : 0;
  const auto unit = [&](std::size_t at) {
    const auto byte = [&](std::size_t i) {
      return std::uint32_t{static_cast<unsigned char>(text[i])};
    };
    return byte(at + high_byte) << 8U | byte(at + 1 - high_byte);
  };
  std::string decoded;
  decoded.reserve(text.size() / 2);
  for (std::size_t at = 2; at < text.size(); at += 2) {
    const std::uint32_t first = unit(at);
    if (first < 0xd800 || first > 0xdfff) {
      append_utf8(decoded, first);
      continue;
    }
    at += 2;
    if (first > 0xdbff || at == text.size()) return std::nullopt;
    const std::uint32_t second = unit(at);
    if (second < 0xdc00 || second > 0xdfff) return std::nullopt;
    append_utf8(decoded, 0x10000 + ((first - 0xd800) << 10U) + (second - 0xdc00));
  }
  return decoded;
}

}  // namespace podium
