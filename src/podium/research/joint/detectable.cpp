#include "podium/research/joint/detectable.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/base/resampling.hpp"
#include "podium/core/base/special_functions.hpp"
#include "podium/research/joint/joint_points.hpp"

namespace podium::research {

namespace {

constexpr double wanted_power = 0.8;

/// Means and standard errors of the points of a block, of queries drawn with replacement.
void draw_block(const DifferenceBlock& block, RandomStream& stream, std::span<double> mean,
                std::span<double> error) {
  const std::size_t queries = block.queries();
  const auto m = static_cast<double>(queries);
  for (std::size_t i = 0; i < queries; ++i) {
    const std::size_t q = stream.below(queries);
    for (std::size_t p = 0; p < block.points(); ++p) {
      const double d = block.difference[p][q];
      mean[p] += d;
      error[p] += d * d;
    }
  }
  for (std::size_t p = 0; p < block.points(); ++p) {
    mean[p] /= m;
    const double variance = std::max(error[p] / m - mean[p] * mean[p], 0.0) / (m - 1.0);
    error[p] = std::sqrt(variance + block.extra(p));
  }
}

}  // namespace

DetectableDifferences::DetectableDifferences(std::span<const DifferenceBlock> blocks,
                                             std::size_t draws, std::uint64_t seed)
    : draws_(draws) {
  std::vector<DifferenceBlock> null;
  std::vector<double> quantile;
  for (const DifferenceBlock& block : blocks) {
    null.push_back(centred(block));
    const double df = static_cast<double>(block.queries()) - 1.0;
    quantile.insert(quantile.end(), block.points(), student_t_upper_quantile(verdict_level, df));
  }
  const std::size_t points = quantile.size();
  const std::vector<double> rows = resampled_rows(
      draws, 2 * points, seed, "detectable", [&](RandomStream& stream, std::span<double> row) {
        std::size_t first = 0;
        for (const DifferenceBlock& block : null) {
          draw_block(block, stream, row.subspan(first, block.points()),
                     row.subspan(points + first, block.points()));
          first += block.points();
        }
      });
  for (std::size_t i = 0; i < draws; ++i) {
    const auto row = std::span(rows).subspan(2 * i * points, 2 * points);
    mean_.insert(mean_.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(points));
    error_.insert(error_.end(), row.begin() + static_cast<std::ptrdiff_t>(points), row.end());
  }
  for (std::size_t p = 0; p < points; ++p) {
    std::vector<double> needed;
    for (std::size_t i = 0; i < draws; ++i) {
      needed.push_back(quantile[p] * error_[i * points + p] - mean_[i * points + p]);
    }
    std::ranges::sort(needed);
    detectable_.push_back(quantile_of_sorted(needed, wanted_power));
  }
}

double DetectableDifferences::joint_factor(std::size_t c, double critical) const {
  const std::size_t points = detectable_.size();
  const auto power = [&](double factor) {
    std::size_t shown = 0;
    std::vector<double> t(points);
    for (std::size_t i = 0; i < draws_; ++i) {
      for (std::size_t p = 0; p < points; ++p) {
        const double mean = mean_[i * points + p] + factor * detectable_[p];
        const double error = error_[i * points + p];
        t[p] = error > 0.0 ? mean / error : mean > 0.0 ? 1e9 : 0.0;
      }
      if (nth_largest(t, c) >= critical) ++shown;
    }
    return static_cast<double>(shown) / static_cast<double>(draws_);
  };
  double low = 0.0;
  double high = 1.0;
  while (power(high) < wanted_power) {
    low = high;
    high *= 2.0;
    if (high > 1000.0) return HUGE_VAL;
  }
  for (int step = 0; step < 12; ++step) {
    const double middle = 0.5 * (low + high);
    (power(middle) < wanted_power ? low : high) = middle;
  }
  return high;
}

}  // namespace podium::research
