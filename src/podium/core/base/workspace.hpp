#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace podium {

/// Memory that a loop uses again and again: take() hands out pieces, clear() takes all of them
/// back and keeps the memory. After the first few rounds nothing is allocated any more. For one
/// thread at a time.
class Workspace {
 public:
  /// `count` values, 64-byte aligned and not initialised, alive until clear().
  template <class Value>
  std::span<Value> take(std::size_t count) {
    static_assert(std::is_trivially_copyable_v<Value> && std::is_trivially_destructible_v<Value>);
    return {reinterpret_cast<Value*>(bytes(count * sizeof(Value))), count};
  }

  /// `count` zeros.
  template <class Value>
  std::span<Value> zeros(std::size_t count) {
    const std::span<Value> values = take<Value>(count);
    for (Value& value : values) value = Value{};
    return values;
  }

  void clear();

 private:
  std::byte* bytes(std::size_t count);

  struct Free {
    void operator()(std::byte* memory) const noexcept;
  };
  struct Chunk {
    std::unique_ptr<std::byte, Free> memory;
    std::size_t size = 0;
  };
  static Chunk chunk_of(std::size_t size);

  std::vector<Chunk> chunks_;
  std::size_t used_ = 0;  ///< of the last chunk
};

}  // namespace podium
