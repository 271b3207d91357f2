#include "podium/core/base/unicode/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace podium {

namespace {

/// Sequences by their first byte. Only the second byte has a narrower range than 80 .. BF.
struct Sequence {
  std::uint8_t first_least;
  std::uint8_t first_most;
  std::uint8_t second_least;
  std::uint8_t second_most;
  std::size_t length;
};

constexpr std::array<Sequence, 8> sequences = {{{0xc2, 0xdf, 0x80, 0xbf, 2},
                                                {0xe0, 0xe0, 0xa0, 0xbf, 3},
                                                {0xe1, 0xec, 0x80, 0xbf, 3},
                                                {0xed, 0xed, 0x80, 0x9f, 3},
                                                {0xee, 0xef, 0x80, 0xbf, 3},
                                                {0xf0, 0xf0, 0x90, 0xbf, 4},
                                                {0xf1, 0xf3, 0x80, 0xbf, 4},
                                                {0xf4, 0xf4, 0x80, 0x8f, 4}}};

/// Length of the character that starts `text`, which is not empty; 0 when it is malformed.
std::size_t character_length(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  if (byte(0) < 0x80) return 1;
  for (const Sequence& sequence : sequences) {
    if (byte(0) < sequence.first_least || byte(0) > sequence.first_most) continue;
    if (text.size() < sequence.length) return 0;
    if (byte(1) < sequence.second_least || byte(1) > sequence.second_most) return 0;
    for (std::size_t i = 2; i < sequence.length; ++i) {
      if (byte(i) < 0x80 || byte(i) > 0xbf) return 0;
    }
    return sequence.length;
  }
  return 0;
}

/// Whether so many bytes from `begin` on are ASCII, as most of most texts is.
template <std::size_t count>
bool are_ascii(const char* begin) noexcept {
  std::array<std::uint64_t, count / 8> words;
  std::memcpy(words.data(), begin, count);
  std::uint64_t bits = 0;
  for (const std::uint64_t word : words) bits |= word;
  return (bits & 0x8080808080808080U) == 0;
}

}  // namespace

std::size_t utf8_prefix(std::string_view text) noexcept {
  std::size_t at = 0;
  while (at < text.size()) {
    while (text.size() - at >= 32 && are_ascii<32>(text.data() + at)) at += 32;
    if (text.size() - at >= 8 && are_ascii<8>(text.data() + at)) {
      at += 8;
      continue;
    }
    if (at == text.size()) break;
    const std::size_t length = character_length(text.substr(at));
    if (length == 0) break;
    at += length;
  }
  return at;
}

void append_utf8(std::string& text, std::uint32_t character) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (character < 0x80) {
    add(character);
  } else if (character < 0x800) {
    add(0xc0 | character >> 6U);
    add(0x80 | (character & 0x3fU));
  } else if (character < 0x10000) {
    add(0xe0 | character >> 12U);
    add(0x80 | (character >> 6U & 0x3fU));
    add(0x80 | (character & 0x3fU));
  } else {
    add(0xf0 | character >> 18U);
    add(0x80 | (character >> 12U & 0x3fU));
    add(0x80 | (character >> 6U & 0x3fU));
    add(0x80 | (character & 0x3fU));
  }
}

std::string with_replacements(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t good = utf8_prefix(text);
    result += text.substr(0, good);
    text.remove_prefix(good);
    if (text.empty()) break;
    result += "\xef\xbf\xbd";
    text.remove_prefix(1);
  }
  return result;
}

}  // namespace podium
