#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/aggregate/election.hpp"
#include "podium/core/data/dataset.hpp"

namespace podium {

/// A ranking function of two documents instead of one [Qin10]: how much document x is to be above
/// document y.
///
///   g(x, y) = sum over features f of w(f) (x_f - y_f)
///             + sum over crossed features a < b of c(a, b) (x_a y_b - x_b y_a)
///
/// So g(y, x) = -g(x, y), and 1 / (1 + exp(-g)) is the probability that x is above y. With
/// crossed features it need not be transitive, and no score of single documents is equal to it.
struct PairwiseFunction {
  std::vector<double> weights;         ///< w, of each feature
  std::vector<std::uint32_t> crossed;  ///< features, ascending
  std::vector<double> products;  ///< c of (0, 1), (0, 2), ..., (1, 2), ...: places in `crossed`
  double vote = 1.0;             ///< weight of its vote, >= 0

  /// Whether its parts fit together: a product for each two crossed features, which exist.
  bool is_whole() const noexcept;

  /// g of every two of these documents: [i * documents.size() + j] is g(i, j). O(n F + n^2 m) for m
  /// crossed features.
  std::vector<double> values(const FeatureRows& rows, std::span<const DocIndex> documents) const;

  bool operator==(const PairwiseFunction&) const = default;
};

/// The votes of a function with these values on `items` items: of every two items a ballot that has
/// i above j with the weight `vote` times the probability of that, and one with the rest of the
/// weight that has j above i. Borda's count is then, up to a constant, the expected number of
/// items that an item is above.
std::vector<Ballot> pairwise_ballots(std::span<const double> values, std::size_t items,
                                     double vote);

}  // namespace podium
