#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "podium/core/data/truth.hpp"

namespace podium {

/// Finds the documents of one query by id: a hash table with open addressing that fits in the
/// cache. Borrows the ids.
class DocumentIndex {
 public:
  static constexpr DocIndex none = std::numeric_limits<DocIndex>::max();

  /// An empty index; ids are referred to by their position in `ids`.
  explicit DocumentIndex(std::span<const std::string_view> ids)
      : ids_(ids), slots_(std::bit_ceil(2 * ids.size() + 1)) {}

  /// Adds ids[doc]; returns the document that has this id already, or `none` when it is new.
  DocIndex add(DocIndex doc) {
    const std::uint64_t hash = std::hash<std::string_view>{}(ids_[doc]);
    Slot& slot = slots_[place_of(ids_[doc], hash)];
    if (slot.next > 0) return slot.next - 1;
    slot = {static_cast<std::uint32_t>(hash >> 32U), doc + 1};
    return none;
  }

  /// The document with this id, or `none`.
  DocIndex find(std::string_view id) const {
    const Slot& slot = slots_[place_of(id, std::hash<std::string_view>{}(id))];
    return slot.next > 0 ? slot.next - 1 : none;
  }

 private:
  struct Slot {
    std::uint32_t tag = 0;   ///< high half of the hash: avoids most comparisons of ids
    std::uint32_t next = 0;  ///< document + 1; 0 when free
  };

  /// The slot of `id`, or the free slot in which to insert it.
  std::size_t place_of(std::string_view id, std::uint64_t hash) const {
    const auto tag = static_cast<std::uint32_t>(hash >> 32U);
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = hash & mask;
    while (slots_[place].next > 0 &&
           !(slots_[place].tag == tag && ids_[slots_[place].next - 1] == id)) {
      place = (place + 1) & mask;
    }
    return place;
  }

  std::span<const std::string_view> ids_;
  std::vector<Slot> slots_;
};

}  // namespace podium
