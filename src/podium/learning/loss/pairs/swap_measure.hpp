#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "podium/core/base/workspace.hpp"
#include "podium/core/data/truth.hpp"
#include "podium/learning/loss/normalised_gain.hpp"
#include "podium/learning/loss/pairs/tied_cells.hpp"

namespace podium {

enum class SwapKind {
  ndcg,
  dcg,
  mean_ndcg,
  kappa_ndcg,
  precision,
  recall,
  r_precision,
  rbp,
  average_precision,
  reciprocal_rank,
  success,
  err,
  kappa_err
};

/// A measure for which it is known in O(1) what it changes by when two documents change places.
/// Under the conventions of the profile `standard`.
struct SwapMeasure {
  SwapKind kind = SwapKind::ndcg;
  std::size_t cutoff = 0;  ///< 0: the whole list
  double from = 1.0;       ///< the smallest relevant label
  double p = 0.8;          ///< of RBP
  double max = 0.0;        ///< the highest grade of ERR; 0: that of the query

  /// Whether a swap changes it by |t_i - t_j| |d(r_i) - d(r_j)|, targets t and discounts d of
  /// ranks.
  bool is_discounted() const noexcept { return kind <= SwapKind::rbp; }
  /// Whether there is a choice of the gain of a label.
  bool takes_gain() const noexcept {
    return kind == SwapKind::ndcg || kind == SwapKind::dcg || kind == SwapKind::mean_ndcg;
  }
  /// Whether it only tells relevant documents from others.
  bool is_binary() const noexcept {
    return kind >= SwapKind::precision && kind <= SwapKind::success;
  }
};

/// A name of `podium list measures`. Throws UsageError for an unknown one, and for one without a
/// formula of the change.
SwapMeasure parse_swap_measure(std::string_view text);

/// target[place] = the gain, relevance or stopping probability of the document at that place, as
/// the changes need it. Returns whether two of them differ.
bool write_swap_targets(const SwapMeasure& measure, LabelGain gain, const TruthView& truth,
                        std::span<const DocIndex> order, std::span<double> target);

/// How many ranks a document must be among for a swap with a lower one to count, for these targets.
std::size_t ranks_that_count(const SwapMeasure& measure, std::span<const double> target);

/// The discounts of all ranks, of a measure with discounts. O(n).
void write_discounts(const SwapMeasure& measure, std::span<const double> target,
                     std::span<double> discount);

/// The changes of a measure without discounts. For ranks a < b, targets u at a and v at b, C
/// relevant documents and H = sum of 1/rank over relevant ranks before a rank, each up to the
/// cutoff:
///
///   average precision   | T(a) + L(b) | / R,  T(r) = (C(r) + 1) / (r + 1) - H(r + 1),
///                                             L(r) = H(r) - C(r + 1) / (r + 1)
///   reciprocal rank     T(a) L(b), of the first and the second relevant rank f and f2: what comes
///   up
///                       changes 1/(f + 1) to 1/(min(f, a) + 1), and if a = f goes down, the first
///                       one is then at min(f2, b); success: 1 and 0 in place of 1/(f + 1)
///   ERR                 |v - u| (A(a) / (a + 1) - (B(b) - B(a + 1) + A(b) / (b + 1)) / (1 - u)),
///                       A(r) the probability to come to r, B(r) ERR before r;
///                       to an error of about 2^(max - 52)
///
/// Documents of equal score: the mean of two rankings, one with the best and one with the worst of
/// them first; there, a cell has the mean over its documents' ranks.
class SwapChanges {
 public:
  SwapChanges(const SwapMeasure& measure, std::size_t cutoff, const TiedCells& cells,
              Workspace& workspace);

  /// weights[i] = factor * |change| for the cells `cell` and begin + i.
  void write_row(std::size_t cell, std::size_t begin, double factor,
                 std::span<double> weights) const;

 private:
  /// One ranking, by cell.
  struct Table {
    std::span<double> rank;   ///< the first
    std::span<double> above;  ///< T; of ERR: A(r) / (r + 1)
    std::span<double> below;  ///< L; of ERR: B(r)
    std::span<double> after;  ///< of ERR: B(r + 1)
  };

  Table table_of(bool best_first, std::size_t cutoff, Workspace& workspace) const;
  void add_row(const Table& table, std::size_t cell, std::size_t begin, double factor,
               std::span<double> weights) const;

  SwapKind kind_;
  const TiedCells& cells_;
  bool has_ties_;
  Table best_first_;
  Table worst_first_;
};

}  // namespace podium
