#include "podium/core/base/unicode/utf16.hpp"

#include <cstddef>
#include <cstdint>

#include "podium/core/base/unicode/utf8.hpp"

namespace podium {

namespace {

constexpr std::string_view little_mark = "\xff\xfe";
constexpr std::string_view big_mark = "\xfe\xff";
constexpr std::string_view utf32_mark{"\xff\xfe\0\0", 4};

}  // namespace

bool has_utf16_mark(std::string_view text) noexcept {
  return (text.starts_with(little_mark) && !text.starts_with(utf32_mark)) ||
         text.starts_with(big_mark);
}

Utf16Decoder::Utf16Decoder(std::string_view mark) noexcept
    : high_byte_(mark.starts_with(little_mark) ? 1 : 0) {}

std::optional<std::size_t> Utf16Decoder::decode(std::string_view bytes, std::string& text) const {
  const auto unit = [&](std::size_t at) {
    const auto byte = [&](std::size_t i) {
      return std::uint32_t{static_cast<unsigned char>(bytes[i])};
    };
    return byte(at + high_byte_) << 8U | byte(at + 1 - high_byte_);
  };
  std::size_t at = 0;
  while (at + 2 <= bytes.size()) {
    const std::uint32_t first = unit(at);
    if (first < 0xd800 || first > 0xdfff) {
      append_utf8(text, first);
      at += 2;
      continue;
    }
    if (first > 0xdbff) return std::nullopt;
    if (at + 4 > bytes.size()) break;
    const std::uint32_t second = unit(at + 2);
    if (second < 0xdc00 || second > 0xdfff) return std::nullopt;
    append_utf8(text, 0x10000 + ((first - 0xd800) << 10U) + (second - 0xdc00));
    at += 4;
  }
  return at;
}

std::optional<std::string> utf8_of_utf16(std::string_view text) {
  const std::string_view bytes = text.substr(little_mark.size());
  std::string decoded;
  decoded.reserve(text.size() / 2);
  if (Utf16Decoder(text).decode(bytes, decoded) != bytes.size()) return std::nullopt;
  return decoded;
}

}  // namespace podium
