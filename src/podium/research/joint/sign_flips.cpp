#include "podium/research/joint/sign_flips.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/resampling.hpp"

namespace podium::research {

namespace {

/// What t of a point needs besides the sum of its differences: sign changes keep the sum of their
/// squares.
struct PointScale {
  double queries = 0.0;
  double squares = 0.0;

  /// Of the mean, over queries.
  double variance(double mean) const {
    return std::max(squares / queries - mean * mean, 0.0) / (queries - 1.0);
  }
  /// Sign changes vary queries only, so that other variance belongs to the observed t alone: in all
  /// of them it would cancel out.
  double t(double sum, double other_variance = 0.0) const {
    const double mean = sum / queries;
    const double var = variance(mean) + other_variance;
    if (var > 1e-300) return mean / std::sqrt(var);
    return std::abs(mean) < equal_t ? 0.0 : std::copysign(1e9, mean);
  }
};

/// The differences of a block query by query, so that a sign change is one pass over a row.
struct BlockRows {
  std::size_t queries = 0;
  std::size_t points = 0;
  std::vector<double> row;

  void add(std::size_t query, bool is_flipped, std::span<double> sum) const {
    const double* from = row.data() + query * points;
    if (is_flipped) {
      for (std::size_t p = 0; p < points; ++p) sum[p] -= from[p];
    } else {
      for (std::size_t p = 0; p < points; ++p) sum[p] += from[p];
    }
  }
};

BlockRows rows_of(const DifferenceBlock& block) {
  BlockRows rows{block.queries(), block.points(), {}};
  rows.row.resize(rows.queries * rows.points);
  for (std::size_t p = 0; p < rows.points; ++p) {
    expects(block.difference[p].size() == rows.queries, "a difference for every query");
    for (std::size_t q = 0; q < rows.queries; ++q) {
      rows.row[q * rows.points + p] = block.difference[p][q];
    }
  }
  return rows;
}

/// Calls the sign source once for each query of all blocks, and fills `t` with its t statistics.
void fill(std::span<const BlockRows> blocks, std::span<const PointScale> scale, auto&& is_flipped,
          std::span<double> t) {
  std::ranges::fill(t, 0.0);
  std::size_t first = 0;
  for (const BlockRows& block : blocks) {
    const std::span<double> sum = t.subspan(first, block.points);
    for (std::size_t q = 0; q < block.queries; ++q) block.add(q, is_flipped(), sum);
    first += block.points;
  }
  for (std::size_t p = 0; p < t.size(); ++p) t[p] = scale[p].t(t[p]);
}

std::vector<double> all_flips(std::span<const BlockRows> blocks, std::span<const PointScale> scale,
                              std::size_t draws) {
  std::vector<double> null(draws * scale.size());
  parallel_for(draws, [&](std::size_t draw) {
    std::size_t bits = draw;
    const auto next = [&bits] {
      const bool is_flipped = (bits & 1U) != 0;
      bits >>= 1U;
      return is_flipped;
    };
    fill(blocks, scale, next, std::span(null).subspan(draw * scale.size(), scale.size()));
  });
  return null;
}

std::vector<double> drawn_flips(std::span<const BlockRows> blocks,
                                std::span<const PointScale> scale, const FlipOptions& options) {
  return resampled_rows(options.draws, scale.size(), options.seed, "flips",
                        [&](RandomStream& stream, std::span<double> t) {
                          std::uint64_t bits = 0;
                          std::size_t left = 0;
                          const auto next = [&] {
                            if (left == 0) {
                              bits = stream.bits();
                              left = 64;
                            }
                            --left;
                            const bool is_flipped = (bits & 1U) != 0;
                            bits >>= 1U;
                            return is_flipped;
                          };
                          fill(blocks, scale, next, t);
                        });
}

}  // namespace

DifferenceBlock centred(const DifferenceBlock& block) {
  DifferenceBlock result = block;
  for (std::vector<double>& values : result.difference) {
    double sum = 0.0;
    for (const double value : values) sum += value;
    const double mean = sum / static_cast<double>(values.size());
    for (double& value : values) value -= mean;
  }
  return result;
}

double FlippedPoints::share(std::size_t reached) const {
  const auto count = static_cast<double>(reached);
  const auto of = static_cast<double>(draws);
  return is_exact ? count / of : (1.0 + count) / (1.0 + of);
}

FlippedPoints flip_signs(std::span<const DifferenceBlock> blocks, const FlipOptions& options) {
  std::vector<BlockRows> rows;
  std::vector<PointScale> scale;
  FlippedPoints result;
  std::size_t queries = 0;
  for (const DifferenceBlock& block : blocks) {
    expects(block.points() == 0 || block.queries() >= 2, "at least two queries");
    rows.push_back(rows_of(block));
    queries += block.queries();
    for (std::size_t p = 0; p < block.points(); ++p) {
      double sum = 0.0;
      double squares = 0.0;
      for (const double d : block.difference[p]) {
        sum += d;
        squares += d * d;
      }
      scale.push_back({static_cast<double>(block.queries()), squares});
      const double mean = sum / scale.back().queries;
      result.mean.push_back(mean);
      result.error.push_back(std::sqrt(scale.back().variance(mean) + block.extra(p)));
      result.t.push_back(scale.back().t(sum, block.extra(p)));
    }
  }
  result.points = scale.size();
  result.is_exact = queries < 60 && (std::size_t{1} << queries) <= options.draws;
  result.draws = result.is_exact ? std::size_t{1} << queries : options.draws;
  result.null =
      result.is_exact ? all_flips(rows, scale, result.draws) : drawn_flips(rows, scale, options);
  return result;
}

}  // namespace podium::research
