#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace podium::text {

/// The first bytes of a text, eight at most, as a number; the first is the lowest. A call of memcpy
/// for so few costs more than all that is done with them.
inline std::uint64_t first_bytes(const char* text, std::size_t size) noexcept {
  const auto byte = [&](std::size_t i) {
    return std::uint64_t{static_cast<unsigned char>(text[i])} << 8U * i;
  };
  if (size >= 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text, 8);
    return bytes;
  }
  if (size >= 4) {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;  // may overlap
    std::memcpy(&begin, text, 4);
    std::memcpy(&end, text + size - 4, 4);
    return begin | std::uint64_t{end} << 8U * (size - 4);
  }
  return size == 0 ? 0 : byte(0) | byte(size / 2) | byte(size - 1);
}

/// 64 bits in place of a word, where a set of words need not store the words themselves: among n
/// words two collide with probability n^2 / 2^65, which is 3e-6 for ten million. Words of up to
/// eight bytes never collide with each other.
inline std::uint64_t term_fingerprint(std::string_view word) noexcept {
  std::uint64_t hash = 0x9E3779B97F4A7C15U * (word.size() + 1);
  for (std::size_t at = 0; at < word.size(); at += 8) {
    hash = (hash ^ first_bytes(word.data() + at, word.size() - at)) * 0xD6E8FEB86659FD93U;
    hash ^= hash >> 32;
  }
  hash *= 0xD6E8FEB86659FD93U;
  return hash ^ (hash >> 32);
}

}  // namespace podium::text
