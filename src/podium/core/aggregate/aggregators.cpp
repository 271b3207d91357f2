#include <array>
#include <vector>

#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/aggregate/borda.hpp"
#include "podium/core/aggregate/comb.hpp"
#include "podium/core/aggregate/copeland.hpp"
#include "podium/core/aggregate/kemeny.hpp"
#include "podium/core/aggregate/mc4.hpp"
#include "podium/core/aggregate/rrf.hpp"
#include "podium/core/aggregate/skr.hpp"
#include "podium/core/base/named.hpp"

namespace podium {

namespace {

template <AggregationMethod M>
Aggregator make(const OptionText& options) {
  return [method = parse_options<M>(options)](const Election& election) {
    return method.aggregate(election);
  };
}

/// A row whose options and maker are those of M.
template <AggregationMethod M>
constexpr AggregatorEntry entry(AggregatorEntry row) {
  static_assert(has_all_fields<M>(), "every member of a method is one of its options");
  row.options = describe_options<M>;
  row.make = make<M>;
  return row;
}

constexpr std::array table = {
    entry<Skr>({.name = "skr",
                .summary = "majority: supervised Kemeny ranking, sorting by weighted comparisons",
                .reference = "Cheng15"}),
    entry<Kemeny>({.name = "kemeny",
                   .summary = "majority: order with the fewest weighted disagreements, exact where "
                              "the search completes",
                   .reference = "Kemeny59"}),
    entry<Copeland>({.name = "copeland",
                     .summary = "majority: number of pairwise comparisons won",
                     .reference = "Copeland51"}),
    entry<Mc4>(
        {.name = "mc4",
         .summary =
             "majority: stationary distribution of a Markov chain that moves to preferred items",
         .reference = "Dwork01"}),
    entry<Borda>({.name = "borda",
                  .summary = "ranks: sum of the number of items ranked below",
                  .reference = "Dwork01"}),
    entry<Rrf>({.name = "rrf",
                .summary = "ranks: reciprocal rank fusion, sum of 1 / (k + rank)",
                .reference = "Cormack09"}),
    entry<CombSum>({.name = "combsum",
                    .summary = "scores: sum of normalised scores",
                    .reference = "Fox94",
                    .needs_scores = true}),
    entry<CombMnz>(
        {.name = "combmnz",
         .summary =
             "scores: sum of normalised scores times the number of ballots that list the item",
         .reference = "Fox94",
         .needs_scores = true}),
};

}  // namespace

std::span<const AggregatorEntry> aggregators() {
  return table;
}

const AggregatorEntry& find_aggregator(std::string_view name) {
  return find_named(aggregators(), name, "aggregator");
}

}  // namespace podium
