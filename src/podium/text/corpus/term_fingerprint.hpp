#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace podium::text {

/// 64 bits in place of a word, where a set of words need not store the words themselves: among n
/// words two collide with probability n^2 / 2^65, which is 3e-6 for ten million. Words of up to
/// eight bytes never collide with each other.
inline std::uint64_t term_fingerprint(std::string_view word) noexcept {
  std::uint64_t hash = 0x9E3779B97F4A7C15U * (word.size() + 1);
  for (std::size_t at = 0; at < word.size(); at += 8) {
    std::uint64_t piece = 0;
    std::memcpy(&piece, word.data() + at, std::min<std::size_t>(8, word.size() - at));
    hash = (hash ^ piece) * 0xD6E8FEB86659FD93U;
    hash ^= hash >> 32;
  }
  hash *= 0xD6E8FEB86659FD93U;
  return hash ^ (hash >> 32);
}

}  // namespace podium::text
