#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace podium::text {

namespace detail {

/// The role of a byte: 0 ends a word, 1 belongs to a word and is not ASCII, anything else is the
/// folded byte.
struct WordBytes {
  unsigned char folded[256] = {};

  constexpr WordBytes() {
    for (unsigned c = 0; c < 256; ++c) {
      const bool is_upper = c >= 'A' && c <= 'Z';
      const bool is_same = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      folded[c] = static_cast<unsigned char>(is_upper ? c + 32 : is_same ? c : c >= 128 ? 1 : 0);
    }
  }
  constexpr unsigned char operator[](char c) const { return folded[static_cast<unsigned char>(c)]; }
};

inline constexpr WordBytes word_bytes;

}  // namespace detail

/// Splits text into folded words: steps 1 to 3 of Analyser. Words of more than
/// `longest` bytes are dropped. Not thread-safe.
class WordSplitter {
 public:
  static constexpr std::size_t longest = 255;

  WordSplitter();
  ~WordSplitter();
  WordSplitter(WordSplitter&&) noexcept;
  WordSplitter& operator=(WordSplitter&&) noexcept;
  WordSplitter(const WordSplitter&) = delete;
  WordSplitter& operator=(const WordSplitter&) = delete;

  /// Calls use(word) for each word. ASCII is split here; only runs with other bytes go to ICU,
  /// because no word contains an ASCII byte that is neither a letter nor a digit. Returns the
  /// number of invalid UTF-8 sequences.
  template <class Use>
  std::uint64_t for_each_word(std::string_view text, Use&& use);

  /// The same by ICU for the whole text.
  template <class Use>
  std::uint64_t for_each_unicode_word(std::string_view text, Use&& use) {
    const std::uint64_t bad = split(text);
    std::string_view word;
    while (next(word)) use(word);
    return bad;
  }

 private:
  std::uint64_t split(std::string_view text);
  bool next(std::string_view& word);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

template <class Use>
std::uint64_t WordSplitter::for_each_word(std::string_view text, Use&& use) {
  std::uint64_t bad = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  char lower[longest];
  while (true) {
    while (at != end && detail::word_bytes[*at] == 0) ++at;
    if (at == end) return bad;
    const char* const begin = at;
    const char* const kept_end = at + std::min<std::ptrdiff_t>(longest, end - at);
    unsigned all_bits = 0;
    char* to = lower;
    for (; at != kept_end; ++at) {
      const unsigned char folded = detail::word_bytes[*at];
      if (folded == 0) break;
      all_bits |= static_cast<unsigned char>(*at);
      *to++ = static_cast<char>(folded);
    }
    const bool is_longer = at == kept_end && at != end && detail::word_bytes[*at] != 0;
    if (is_longer) {
      for (; at != end && detail::word_bytes[*at] != 0; ++at) {
        all_bits |= static_cast<unsigned char>(*at);
      }
    }
    if (all_bits >= 0x80) {
      bad += for_each_unicode_word({begin, static_cast<std::size_t>(at - begin)}, use);
    } else if (!is_longer) {
      use(std::string_view(lower, static_cast<std::size_t>(to - lower)));
    }
  }
}

}  // namespace podium::text
