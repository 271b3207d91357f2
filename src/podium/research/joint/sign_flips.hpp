#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace podium::research {

/// The differences of some points (a pair of rankers by a measure) at the queries of one data set.
struct DifferenceBlock {
  std::vector<std::vector<double>> difference;  ///< [point][query], A - B
  /// Variance of each point's mean that does not come from queries, such as that of random training
  /// divided by the number of seeds; empty: none.
  std::vector<double> extra_variance = {};

  std::size_t points() const noexcept { return difference.size(); }
  std::size_t queries() const noexcept { return difference.empty() ? 0 : difference[0].size(); }
  double extra(std::size_t point) const {
    return extra_variance.empty() ? 0.0 : extra_variance[point];
  }
};

/// The same differences less the mean of their point.
DifferenceBlock centred(const DifferenceBlock& block);

/// How many sign changes are drawn, and from which seed.
struct FlipOptions {
  std::size_t draws = 19'999;
  std::uint64_t seed = 1;
};

/// The t statistics of points, as observed and as they would be if A and B were equally good.
struct FlippedPoints {
  std::size_t points = 0;
  std::size_t draws = 0;
  bool is_exact = false;      ///< all sign changes, not a sample of them
  std::vector<double> mean;   ///< of each point
  std::vector<double> error;  ///< its standard error
  std::vector<double> t;
  std::vector<double> null;  ///< [draw][point], row after row

  std::span<const double> draw(std::size_t index) const {
    return std::span(null).subspan(index * points, points);
  }

  /// The share of draws that reach the observation; not 0 for a sample [Phipson10].
  double share(std::size_t reached) const;
};

/// t statistics of correlated points, and their joint distribution under the null hypothesis, by
/// sign changes that keep queries together:
///
///   t_j = mean(d_j) / sqrt( sd(d_j)^2 / m + extra_j )
///
/// One sign is drawn for each query and applies to its differences at all points, so that the
/// correlation of measures and pairs is kept. The t of sign changes have no extra variance, which
/// they do not vary. The queries of each block are drawn on their own.
/// All 2^m sign changes of the m queries of all blocks are used when there are at most
/// options.draws of them.
///
/// Without any variance, t is 0 for a mean of 0, else 1e9 with its sign. Each block has at least
/// two queries.
FlippedPoints flip_signs(std::span<const DifferenceBlock> blocks, const FlipOptions& options = {});

/// Two values of t that differ by less than this are equal, in favour of the null hypothesis.
inline constexpr double equal_t = 1e-12;

}  // namespace podium::research
