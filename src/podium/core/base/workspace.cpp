#include "podium/core/base/workspace.hpp"

#include <algorithm>
#include <new>

namespace podium {

namespace {

constexpr std::size_t alignment = 64;
constexpr std::size_t min_chunk = std::size_t{1} << 14;

}  // namespace

void Workspace::Free::operator()(std::byte* memory) const noexcept {
  ::operator delete (memory, std::align_val_t{alignment});
}

Workspace::Chunk Workspace::chunk_of(std::size_t size) {
  auto* memory = static_cast<std::byte*>(::operator new (size, std::align_val_t{alignment}));
  return {std::unique_ptr<std::byte, Free>(memory), size};
}

std::byte* Workspace::bytes(std::size_t count) {
  const std::size_t needed = (count + alignment - 1) / alignment * alignment;
  if (chunks_.empty() || chunks_.back().size - used_ < needed) {
    const std::size_t last = chunks_.empty() ? 0 : chunks_.back().size;
    chunks_.push_back(chunk_of(std::max({needed, 2 * last, min_chunk})));
    used_ = 0;
  }
  std::byte* piece = chunks_.back().memory.get() + used_;
  used_ += needed;
  return piece;
}

void Workspace::clear() {
  // The last chunk is at least as large as all before it together.
  if (chunks_.size() > 1) chunks_.erase(chunks_.begin(), chunks_.end() - 1);
  used_ = 0;
}

}  // namespace podium
