#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "podium/text/corpus/term_fingerprint.hpp"

namespace podium::text {

/// Caches the stems of words. Words are identified by their fingerprints (see there how rarely two
/// collide): comparing the words themselves would cost a second cache miss for each word of a text.
/// A full cache is cleared: text has few frequent words and many that occur once.
class StemCache {
 public:
  struct Entry {
    std::uint64_t word = 0;  ///< its fingerprint; 0 marks a free slot
    std::uint64_t stem = 0;  ///< its fingerprint
    std::uint32_t begin = 0;
    std::uint32_t size = 0;  ///< of the stem; 0: the word is dropped
  };

  StemCache() : slot_(slots) {}

  static std::uint64_t key_of(std::string_view word) noexcept {
    return std::max<std::uint64_t>(term_fingerprint(word), 1);
  }

  /// The table is larger than the processor's caches: lets it fetch the entry of a key.
  void prefetch(std::uint64_t key) const noexcept { __builtin_prefetch(&slot_[key >> shift]); }

  /// The entry of a word with this key, created by make(word) -> std::string_view if missing; an
  /// empty view means that the word is dropped.
  template <class Make>
  const Entry& find(std::string_view word, std::uint64_t key, Make&& make) {
    std::size_t at = key >> shift;
    for (; slot_[at].word != 0; at = (at + 1) % slots) {
      if (slot_[at].word == key) return slot_[at];
    }
    if (used_ == most || stems_.size() > max_text) {
      clear();
      at = key >> shift;
    }
    const std::string_view stem = make(word);
    slot_[at] = {key, term_fingerprint(stem), static_cast<std::uint32_t>(stems_.size()),
                 static_cast<std::uint32_t>(stem.size())};
    stems_.insert(stems_.end(), stem.begin(), stem.end());
    ++used_;
    return slot_[at];
  }

  std::string_view stem_of(const Entry& entry) const {
    return {stems_.data() + entry.begin, entry.size};
  }

 private:
  static constexpr unsigned bits = 18;
  static constexpr std::size_t slots = std::size_t{1} << bits;
  static constexpr unsigned shift = 64 - bits;
  static constexpr std::size_t most = slots / 2;
  static constexpr std::size_t max_text = 16'000'000;

  void clear() {
    slot_.assign(slots, Entry{});
    stems_.clear();
    used_ = 0;
  }

  std::vector<Entry> slot_;
  std::vector<char> stems_;
  std::size_t used_ = 0;
};

}  // namespace podium::text
