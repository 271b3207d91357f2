#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace podium {

/// Values of all queries: a dense row-major block for each query, each block starting on a 64-byte
/// boundary. Memory comes zeroed from the system and is touched only when written, so threads that
/// fill blocks also share the cost of first touch.
template <class Value>
class BlockMatrix {
 public:
  /// The distance between block starts is a multiple of this number of values, for any type.
  static constexpr std::size_t alignment = 16;

  BlockMatrix() = default;

  /// Blocks for queries that end at rows `query_end`. Throws UsageError when the matrix would
  /// exceed `memory_limit` bytes; see default_memory_limit().
  BlockMatrix(std::span<const std::uint64_t> query_end, std::size_t columns,
              std::size_t memory_limit);

  std::span<const std::uint64_t> begins() const noexcept { return begin_; }
  std::span<Value> values() noexcept { return {values_.get(), size_}; }
  std::span<const Value> values() const noexcept { return {values_.get(), size_}; }

 private:
  std::vector<std::uint64_t> begin_;
  std::shared_ptr<Value[]> values_;
  std::size_t size_ = 0;
};

extern template class BlockMatrix<float>;
extern template class BlockMatrix<double>;

/// The features that learners and measures use.
using FeatureMatrix = BlockMatrix<float>;

/// Features with the precision of the text, for conversions that write text again.
using ExactMatrix = BlockMatrix<double>;

/// The default limit of a data set's size: three quarters of the machine's memory.
std::size_t default_memory_limit();

}  // namespace podium
