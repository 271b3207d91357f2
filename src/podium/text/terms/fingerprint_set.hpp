#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace podium::text {

/// A set of fingerprints, each with some bits: a hash table of 16 bytes per slot, at most three
/// quarters full. Clearing it takes constant time.
class FingerprintSet {
 public:
  /// Adds the bits; returns those that were not set before.
  std::uint32_t add(std::uint64_t fingerprint, std::uint32_t bits) {
    if (used_ >= slot_.size() / 4 * 3) grow();
    Slot& slot = find(fingerprint);
    if (slot.round != round_) {
      slot = {fingerprint, bits, round_};
      ++used_;
      return bits;
    }
    const std::uint32_t fresh = bits & ~slot.bits;
    slot.bits |= bits;
    return fresh;
  }

  std::size_t size() const noexcept { return used_; }

  void clear() {
    used_ = 0;
    if (++round_ == 0) {
      slot_.assign(slot_.size(), Slot{});
      round_ = 1;
    }
  }

 private:
  struct Slot {
    std::uint64_t fingerprint = 0;
    std::uint32_t bits = 0;
    std::uint32_t round = 0;  ///< of clear(): a slot of another round is free
  };

  Slot& find(std::uint64_t fingerprint) {
    const std::size_t mask = slot_.size() - 1;
    std::size_t at = static_cast<std::size_t>(fingerprint >> 20U) & mask;
    while (slot_[at].round == round_ && slot_[at].fingerprint != fingerprint) at = (at + 1) & mask;
    return slot_[at];
  }

  void grow() {
    std::vector<Slot> old(slot_.size() * 2);
    old.swap(slot_);
    for (const Slot& slot : old) {
      if (slot.round == round_) find(slot.fingerprint) = slot;
    }
  }

  std::vector<Slot> slot_ = std::vector<Slot>(64);
  std::size_t used_ = 0;
  std::uint32_t round_ = 1;
};

}  // namespace podium::text
