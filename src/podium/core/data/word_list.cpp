#include "podium/core/data/word_list.hpp"

#include <functional>

namespace podium {

std::size_t WordList::number_of(std::string_view word) {
  if (2 * (size() + 1) > slot_.size()) grow();
  const std::uint64_t hash = std::hash<std::string_view>()(word);
  const std::size_t mask = slot_.size() - 1;
  std::size_t at = hash & mask;
  for (; slot_[at] != 0; at = (at + 1) & mask) {
    const std::size_t number = slot_[at] - 1;
    if (hash_[number] == hash && (*this)[number] == word) return number;
  }
  text_ += word;
  end_.push_back(text_.size());
  hash_.push_back(hash);
  slot_[at] = static_cast<std::uint32_t>(size());
  return size() - 1;
}

void WordList::grow() {
  constexpr std::size_t least = 64;
  slot_.assign(slot_.empty() ? least : 2 * slot_.size(), 0);
  const std::size_t mask = slot_.size() - 1;
  for (std::size_t number = 0; number < size(); ++number) {
    std::size_t at = hash_[number] & mask;
    while (slot_[at] != 0) at = (at + 1) & mask;
    slot_[at] = static_cast<std::uint32_t>(number + 1);
  }
}

}  // namespace podium
