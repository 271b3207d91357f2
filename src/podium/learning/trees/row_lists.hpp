#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "podium/core/base/chunks.hpp"
#include "podium/core/kernels/row_split.hpp"

namespace podium {

/// Rows of the data set in parts that are divided again and again, each in ascending order. A part
/// that was divided is no longer there.
class RowLists {
 public:
  /// A part and how it is divided: the rows that go left come before `middle`.
  struct Split {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t depth = 0;  ///< how often the part was divided
    BinTest test;
    std::size_t middle = 0;
  };

  /// Takes all rows of 0 .. count-1: those that are wanted as one part, then the others as one.
  /// Returns where these begin.
  template <class IsWanted>
  std::size_t assign(std::size_t count, const IsWanted& is_wanted) {
    std::vector<std::size_t> first(chunk_count(count));
    for_each_chunk(count, [&](std::size_t begin, std::size_t end) {
      std::size_t wanted = 0;
      for (std::size_t row = begin; row < end; ++row) wanted += is_wanted(row) ? 1U : 0U;
      first[begin / chunk_size] = wanted;
    });
    std::size_t all = 0;
    for (std::size_t& wanted : first) all += std::exchange(wanted, all);
    for (auto* const rows : {&rows_[0], &rows_[1], &aside_}) rows->resize(count);
    for_each_chunk(count, [&](std::size_t begin, std::size_t end) {
      std::size_t next = first[begin / chunk_size];
      std::size_t next_other = all + begin - next;
      for (std::size_t row = begin; row < end; ++row) {
        rows_[0][is_wanted(row) ? next++ : next_other++] = static_cast<std::uint32_t>(row);
      }
    });
    return all;
  }

  std::span<const std::uint32_t> part(std::size_t begin, std::size_t end, std::size_t depth) const {
    return std::span(rows_[depth % 2]).subspan(begin, end - begin);
  }

  /// Gives the rows of a part other numbers, as ascending as theirs: name(place in the part, row).
  template <class Name>
  void rename(std::size_t begin, std::size_t end, std::size_t depth, const Name& name) {
    std::uint32_t* const rows = &rows_[depth % 2][begin];
    for_each_chunk(end - begin, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) rows[i] = name(i, rows[i]);
    });
  }

  /// Where some rows of a split went.
  struct Moved {
    std::size_t split = 0;
    bool are_right = false;
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  /// Divides parts that have no row in common, and calls `moved` for their rows, piece by piece, in
  /// parallel.
  void separate(std::span<Split> splits, const std::function<void(const Moved&)>& moved);

 private:
  struct Piece {
    std::size_t split = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t left = 0;     ///< rows that go there
    std::size_t left_to = 0;  ///< where they go
    std::size_t right_to = 0;
  };

  static std::vector<Piece> pieces_of(std::span<const Split> splits);
  static void place(std::span<Split> splits, std::span<Piece> pieces);
  void move(const Piece& piece, std::size_t depth);

  /// Those of even and of odd depths: what is divided moves from one to the other.
  std::array<std::vector<std::uint32_t>, 2> rows_;
  std::vector<std::uint32_t> aside_;
};

}  // namespace podium
