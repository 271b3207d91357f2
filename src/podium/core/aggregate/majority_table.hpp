#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "podium/core/aggregate/election.hpp"
#include "podium/core/base/options.hpp"

namespace podium {

/// What a ballot says of two items of which it lists one.
enum class MissingRule {
  beaten,  ///< the listed item is above the other
  paper,   ///< nothing, as in [Cheng15]: an item that nobody lists is then equal to every other
};

/// The fields of a method's members `depth` and `missing`.
template <class Method>
auto table_fields() {
  return std::array{
      field("depth", &Method::depth, std::size_t{0}, std::size_t{1'000'000'000},
            "number of top ranks of each ballot that count; 0: all"),
      field("missing", &Method::missing, std::array<std::string_view, 2>{"beaten", "paper"},
            "items below the depth or not listed: ranked below every listed item (beaten), or not "
            "compared with any item (paper)"),
  };
}

/// How ballots become a majority table.
struct TableOptions {
  std::size_t depth = 0;  ///< 0: all of it
  MissingRule missing = MissingRule::beaten;

  static auto fields() { return table_fields<TableOptions>(); }
};

/// How much weight puts an item above another.
///
///   M[x][y] = sum of the weights of the ballots that have x above y among their first k ranks
///                                                                          [Cheng15, Kemeny59]
///
/// A tie that begins among the first k ranks counts as a whole; tied items say nothing of each
/// other. Weights that differ by rounding only (.1 + .2 and .3) are made equal. The relation "more
/// weight above than below" need not be transitive, so it must never reach a library's sort. O(r k
/// t) time for r ballots and t items (O(r k^2) when unlisted items are not compared), t^2 numbers.
class MajorityTable {
 public:
  explicit MajorityTable(const Election& election, const TableOptions& options = {});

  std::size_t size() const noexcept { return size_; }

  /// M[above][below].
  double operator()(ItemIndex above, ItemIndex below) const noexcept {
    return weight_[above * size_ + below];
  }

  /// M[a][b] - M[b][a].
  double margin(ItemIndex a, ItemIndex b) const noexcept { return (*this)(a, b) - (*this)(b, a); }

  /// Whether more weight has `a` above `b` than below it.
  bool prefers(ItemIndex a, ItemIndex b) const noexcept { return (*this)(a, b) > (*this)(b, a); }

 private:
  void add(const Ballot& ballot, const TableOptions& options);
  void equate_rounded();

  std::size_t size_;
  std::vector<double> weight_;
};

/// The weighted disagreements of an order with the ballots.
///
///   K(order) = sum over pairs, x above y in the order, of M[y][x]               [Kemeny59]
///
/// `order` holds items of the table, each at most once. O(n^2).
double kemeny_cost(std::span<const ItemIndex> order, const MajorityTable& table);

}  // namespace podium
