#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "podium/core/base/workspace.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium {

/// The documents of a query, those of equal score and equal target put together in one cell: for a
/// sum over pairs with weights made of the ranking they are one document with the sum of their
/// weights. Cells are ordered by falling target, and by falling score among equal targets, so that
/// the order of the documents in the data changes no bit of the sums. A group is the documents of
/// equal score. The memory is the workspace's.
struct TiedCells {
  std::span<const double> score;         ///< by cell
  std::span<const double> target;        ///< by cell
  std::span<const double> weight;        ///< of all documents of a cell; empty when each is 1
  std::span<const double> first_worse;   ///< the first cell of a lower target, as in pair_set.hpp
  std::span<const std::uint32_t> group;  ///< of a cell
  std::span<const std::uint32_t>
      group_begin;                       ///< first rank of each group, then the end of the last
  std::span<const std::uint32_t> begin;  ///< of the documents of a cell, then the end of the last
  std::span<const DocIndex> document;    ///< by cell
  std::span<const float> row_weight;     ///< by document; empty when all are 1

  std::size_t size() const noexcept { return score.size(); }
  std::size_t group_count() const noexcept { return group_begin.size() - 1; }
  std::size_t group_size(std::size_t g) const noexcept {
    return group_begin[g + 1] - group_begin[g];
  }
  std::size_t document_count(std::size_t cell) const noexcept {
    return begin[cell + 1] - begin[cell];
  }
  bool has_ties() const noexcept { return group_count() < document.size(); }

  /// by_document[d] += the share of document d, by weight, in factor * by_cell of its cell.
  void add_to_documents(std::span<const double> by_cell, double factor,
                        std::span<double> by_document) const;
};

TiedCells tied_cells(const LossQuery& query, std::span<const double> scores, Workspace& workspace);

/// The pairs of documents of equal score, where a pair weighs tied[group] |t_i - t_j| for targets
/// t, times the weights of both: better[cell] and worse[cell] are the sums over the pairs in which
/// the cell's documents are the better or the worse ones. Returns the sum over all pairs. O(cells).
double sum_tied_pairs(const TiedCells& cells, std::span<const double> tied,
                      std::span<double> better, std::span<double> worse, Workspace& workspace);

}  // namespace podium
