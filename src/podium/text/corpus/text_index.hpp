#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/random.hpp"
#include "podium/text/corpus/term_fingerprint.hpp"

namespace podium::text {

/// 96 bits in place of a text: among n texts two collide with probability n^2 / 2^97,
/// which is 6e-14 for a hundred million.
struct TextFingerprint {
  std::uint64_t first = 0;
  std::uint32_t second = 0;

  static TextFingerprint of(std::string_view text) noexcept {
    return {term_fingerprint(text), static_cast<std::uint32_t>(fnv1a64(text) >> 32U)};
  }

  bool operator==(const TextFingerprint&) const = default;
};

/// Maps texts to numbers by their fingerprints alone: a hash table of 16 bytes per slot, at most
/// three quarters full.
class TextIndex {
 public:
  /// The place of each text in a list, of the first where one comes twice; a text without a
  /// fingerprint is passed over. Faster than emplace() of one after the other.
  static TextIndex of(std::span<const TextFingerprint> texts) {
    constexpr std::size_t ahead = 16;  // the table is larger than the processor's caches
    TextIndex index;
    index.slot_.resize(std::bit_ceil(texts.size() + texts.size() / 2 + 64));
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (i + ahead < texts.size())
        __builtin_prefetch(&index.slot_[index.home_of(texts[i + ahead])]);
      if (texts[i] != TextFingerprint{}) index.emplace(texts[i], static_cast<std::uint32_t>(i));
    }
    return index;
  }

  /// Assigns a number (not the largest of its type) to a text; false when the text already has one.
  bool emplace(const TextFingerprint& text, std::uint32_t number) {
    if (used_ >= slot_.size() / 4 * 3) grow();
    Slot& slot = slot_[place_of(text)];
    if (slot.number != none) return false;
    slot = {text.first, text.second, number};
    ++used_;
    return true;
  }

  std::optional<std::uint32_t> find(const TextFingerprint& text) const {
    const Slot& slot = slot_[place_of(text)];
    if (slot.number == none) return std::nullopt;
    return slot.number;
  }

  /// The number of a text that has one.
  std::uint32_t at(std::string_view text) const {
    const auto number = find(TextFingerprint::of(text));
    if (!number) throw std::out_of_range("no number for " + std::string(text));
    return *number;
  }

  std::size_t size() const noexcept { return used_; }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  struct Slot {
    std::uint64_t first = 0;
    std::uint32_t second = 0;
    std::uint32_t number = none;
  };

  std::size_t home_of(const TextFingerprint& text) const noexcept {
    return static_cast<std::size_t>(text.first >> 20U) & (slot_.size() - 1);
  }

  /// The slot of the text, or the free slot where it belongs.
  std::size_t place_of(const TextFingerprint& text) const noexcept {
    const std::size_t mask = slot_.size() - 1;
    std::size_t at = home_of(text);
    while (slot_[at].number != none &&
           (slot_[at].first != text.first || slot_[at].second != text.second)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  void grow() {
    std::vector<Slot> old(slot_.size() * 2);
    old.swap(slot_);
    for (const Slot& slot : old) {
      if (slot.number != none) slot_[place_of({slot.first, slot.second})] = slot;
    }
  }

  std::vector<Slot> slot_ = std::vector<Slot>(64);
  std::size_t used_ = 0;
};

}  // namespace podium::text
