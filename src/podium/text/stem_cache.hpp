#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "podium/text/term_fingerprint.hpp"

namespace podium {

/// Remembers what words were turned into. When it is full it forgets everything: text has few
/// words that come often and many that come once.
class StemCache {
 public:
  struct Entry {
    std::uint64_t word = 0;  ///< its fingerprint; 0 marks a free slot
    std::uint64_t stem = 0;  ///< its fingerprint
    std::uint32_t begin = 0;
    std::uint8_t word_size = 0;
    std::uint8_t stem_size = 0;  ///< 0: the word is left out
  };

  StemCache() : slot_(slots) {}

  /// The word's entry, made by make(word) -> std::string_view when there is none; an empty view
  /// says that the word is left out, any other has at most 255 bytes.
  template <class Make>
  const Entry& find(std::string_view word, Make&& make) {
    const std::uint64_t hash = term_fingerprint(word) | 1U;
    std::size_t at = hash >> shift;
    for (; slot_[at].word != 0; at = (at + 1) % slots) {
      const Entry& entry = slot_[at];
      if (entry.word == hash && word == word_of(entry)) return entry;
    }
    if (used_ == most || text_.size() > most_text) {
      clear();
      at = hash >> shift;
    }
    const std::string_view stem = make(word);
    slot_[at] = {hash, term_fingerprint(stem), static_cast<std::uint32_t>(text_.size()),
                 static_cast<std::uint8_t>(word.size()), static_cast<std::uint8_t>(stem.size())};
    text_.insert(text_.end(), word.begin(), word.end());
    text_.insert(text_.end(), stem.begin(), stem.end());
    ++used_;
    return slot_[at];
  }

  std::string_view stem_of(const Entry& entry) const {
    return {text_.data() + entry.begin + entry.word_size, entry.stem_size};
  }

 private:
  static constexpr unsigned bits = 18;
  static constexpr std::size_t slots = std::size_t{1} << bits;
  static constexpr unsigned shift = 64 - bits;
  static constexpr std::size_t most = slots / 2;
  static constexpr std::size_t most_text = 16'000'000;

  std::string_view word_of(const Entry& entry) const {
    return {text_.data() + entry.begin, entry.word_size};
  }
  void clear() {
    slot_.assign(slots, Entry{});
    text_.clear();
    used_ = 0;
  }

  std::vector<Entry> slot_;
  std::vector<char> text_;  ///< word and stem of each entry, one after the other
  std::size_t used_ = 0;
};

}  // namespace podium
