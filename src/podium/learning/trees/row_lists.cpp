#include "podium/learning/trees/row_lists.hpp"

#include <algorithm>

#include "podium/core/base/parallel.hpp"

namespace podium {

std::vector<RowLists::Piece> RowLists::pieces_of(std::span<const Split> splits) {
  std::vector<Piece> pieces;
  for (std::size_t s = 0; s < splits.size(); ++s) {
    for (std::size_t begin = splits[s].begin; begin < splits[s].end; begin += chunk_size) {
      pieces.push_back({.split = s,  //
                        .begin = begin,
                        .end = std::min(begin + chunk_size, splits[s].end)});
    }
  }
  return pieces;
}

void RowLists::place(std::span<Split> splits, std::span<Piece> pieces) {
  for (Split& split : splits) split.middle = split.begin;
  for (const Piece& piece : pieces) splits[piece.split].middle += piece.left;
  std::size_t left_to = 0;
  std::size_t right_to = 0;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    Piece& piece = pieces[p];
    if (p == 0 || pieces[p - 1].split != piece.split) {
      left_to = piece.begin;
      right_to = splits[piece.split].middle;
    }
    piece.left_to = left_to;
    piece.right_to = right_to;
    left_to += piece.left;
    right_to += piece.end - piece.begin - piece.left;
  }
}

void RowLists::move(const Piece& piece, std::size_t depth) {
  const std::span<const std::uint32_t> rows = part(piece.begin, piece.begin + piece.left, depth);
  const std::size_t right = piece.end - piece.begin - piece.left;
  const std::span<std::uint32_t> to = rows_[(depth + 1) % 2];
  std::ranges::copy(rows, to.subspan(piece.left_to).begin());
  std::ranges::copy(std::span(aside_).subspan(piece.begin, right),
                    to.subspan(piece.right_to).begin());
}

void RowLists::separate(std::span<Split> splits, const std::function<void(const Moved&)>& moved) {
  std::vector<Piece> pieces = pieces_of(splits);
  std::size_t all = 0;
  for (const Piece& piece : pieces) all += piece.end - piece.begin;
  const auto for_each_piece = [&](const auto& visit) {
    if (all > chunk_size) {
      parallel_for(pieces.size(), [&](std::size_t p) { visit(pieces[p]); });
    } else {
      for (Piece& piece : pieces) visit(piece);
    }
  };
  // What goes left stays at the beginning of the piece, the rest is put aside.
  for_each_piece([&](Piece& piece) {
    const Split& split = splits[piece.split];
    const std::size_t size = piece.end - piece.begin;
    piece.left =
        separate_rows(split.test, std::span(rows_[split.depth % 2]).subspan(piece.begin, size),
                      std::span(aside_).subspan(piece.begin, size));
  });
  place(splits, pieces);
  for_each_piece([&](const Piece& piece) {
    const std::size_t right = piece.end - piece.begin - piece.left;
    move(piece, splits[piece.split].depth);
    moved({piece.split, false, piece.left_to, piece.left_to + piece.left});
    moved({piece.split, true, piece.right_to, piece.right_to + right});
  });
}

}  // namespace podium
