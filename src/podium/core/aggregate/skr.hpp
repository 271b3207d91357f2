#pragma once

#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/aggregate/majority_table.hpp"

namespace podium {

/// How supervised Kemeny ranking gets from a table to an order.
enum class SkrSort { best_local, quick, merge, local };

/// Supervised Kemeny ranking: sorts the items by the majority of the weighted ballots. [Cheng15]
///
///   best+local   the ballot that costs least by itself, then locally_sorted: never worse than a
///                ballot
///   quick, merge, local   the sorts of majority_sorts.hpp, from the initial order
///
/// Unlike the paper, which uses quick sort alone, the default is best+local: it depends neither on
/// the initial order (but for ties) nor on a pivot, and comes closer to the least cost.
struct Skr {
  SkrSort sort = SkrSort::best_local;
  std::size_t depth = 0;
  MissingRule missing = MissingRule::beaten;

  static auto fields() {
    return joined_fields(
        std::array{
            field("sort", &Skr::sort,
                  std::array<std::string_view, 4>{"best+local", "quick", "merge", "local"},
                  "start from the best ballot and swap neighbours, or sort the initial order")},
        table_fields<Skr>());
  }

  Consensus aggregate(const Election& election) const;
};

/// The order that Skr with `sort` makes of the election and a table of its first `depth` ranks.
std::vector<ItemIndex> skr_order(SkrSort sort, const Election& election, const MajorityTable& table,
                                 std::size_t depth);

}  // namespace podium
