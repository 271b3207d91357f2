#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/data/truth.hpp"

namespace podium {

/// Place of an item among the items of an election, from 0. Items are the documents of a query more
/// often than not, and rankings of both are one type.
using ItemIndex = DocIndex;

/// What one voter (a judge, a ranker, a feature) says: a ranked list of some or all of the items.
struct Ballot {
  std::vector<ItemIndex> order;        ///< best first; an item that is not in it is unlisted
  std::vector<std::uint32_t> tie_end;  ///< one past the last rank that is tied with this one, as in
                                       ///< Ranking; empty when nothing is tied
  std::vector<double> score;           ///< of each rank, descending; empty when there are none
  double weight = 1.0;                 ///< of the voter, >= 0

  std::size_t size() const noexcept { return order.size(); }

  /// One past the last rank that is tied with `rank`.
  std::size_t end_of_tie(std::size_t rank) const noexcept {
    return tie_end.empty() ? rank + 1 : tie_end[rank];
  }

  /// How many ranks count when the first `depth` do (0: all): a tie that begins among them counts
  /// as a whole.
  std::size_t counted_ranks(std::size_t depth) const noexcept {
    return depth > 0 && depth < size() ? end_of_tie(depth - 1) : size();
  }
};

/// The ballot of a voter that scored `items`: by descending score, equal scores tied and written in
/// the order of `items`. A NaN score throws NumericError.
Ballot ballot_by_score(std::span<const ItemIndex> items, std::span<const double> scores,
                       double weight = 1.0);

/// Ballots over one set of items, and the order that stands where they do not say otherwise.
class Election {
 public:
  /// `initial` holds every item once; empty means 0, 1, ... Throws UsageError when it does not,
  /// and for a ballot with an item that does not exist or is there twice, a weight that is negative
  /// or not finite, or ties and scores that do not fit its order.
  Election(std::size_t item_count, std::vector<Ballot> ballots,
           std::vector<ItemIndex> initial = {});

  std::size_t item_count() const noexcept { return initial_.size(); }
  std::span<const Ballot> ballots() const noexcept { return ballots_; }

  /// The initial order, mu: every method breaks ties by it.
  std::span<const ItemIndex> initial() const noexcept { return initial_; }

  /// Whether `a` comes before `b` in the initial order.
  bool is_before(ItemIndex a, ItemIndex b) const noexcept { return place_[a] < place_[b]; }

 private:
  std::vector<Ballot> ballots_;
  std::vector<ItemIndex> initial_;
  std::vector<std::size_t> place_;  ///< of each item in initial_
};

/// All items: those of the ballot's counted ranks (see Ballot::counted_ranks) as it ranks them,
/// then the others; ties, and the others, in the initial order.
std::vector<ItemIndex> completed(const Ballot& ballot, const Election& election,
                                 std::size_t depth = 0);

}  // namespace podium
