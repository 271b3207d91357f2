#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace podium {

/// The documents of a query by rank: by descending score. The weight of a pair is the product of
/// the weights of its documents, with gains times |g_i - g_j| |d_i - d_j|.
struct RankedDocuments {
  std::span<const double> score;
  std::span<const double> weight;
  std::span<const double> gain;      ///< empty: none
  std::span<const double> discount;  ///< falls with the rank; empty without gains
  std::span<const std::uint32_t> place;
};

/// Documents of which those at places before `middle` are better than the others.
struct SplitDocuments {
  std::span<const std::uint32_t> ranks;  ///< ascending
  std::uint32_t middle = 0;
  double middle_gain = 0.0;  ///< not above a gain of a better one, not below one of a worse one
};

/// The sum of weight * log(1 + exp(-(s_i - s_j))) over all pairs of a better document i and a worse
/// document j; adds its gradient to `slope`, by rank, and the diagonal of its second derivative to
/// `hessian`, if it is not empty. O(n) for n documents, by the expansions of
/// logistic_tables.hpp: value and gradient are those of the sum over pairs to a relative error of
/// about 1e-14. Parts of fixed size run in parallel.
double add_split_sum(const RankedDocuments& documents, const SplitDocuments& split,
                     std::span<double> slope, std::span<double> hessian = {});

}  // namespace podium
