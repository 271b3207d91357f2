#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "podium/core/base/random.hpp"

namespace podium::serving {

/// The scores of a model in bounded memory: their number, sum, least and greatest, and quantiles of
/// a uniform sample of them. Up to `kept` scores the quantiles are exact; of more, the share of
/// scores below the estimate of the quantile q has a standard deviation of sqrt(q (1-q) / kept)
/// around q: 0.8 % for the median, 0.34 % for 0.05 and 0.95. [Vitter85, algorithm R]
class ScoreSample {
 public:
  static constexpr std::size_t kept = 4096;

  /// O(1) for each score.
  void add(std::span<const double> scores);

  std::uint64_t count() const noexcept { return count_; }
  double sum() const noexcept { return sum_; }
  double least() const noexcept { return least_; }        ///< infinite without scores
  double greatest() const noexcept { return greatest_; }  ///< minus infinite without scores

  /// The least kept score that at least this share of them, 0 < share <= 1, does not exceed; NaN
  /// without scores. O(kept).
  double quantile(double share) const;

 private:
  std::uint64_t count_ = 0;
  double sum_ = 0.0;
  double least_ = std::numeric_limits<double>::infinity();
  double greatest_ = -std::numeric_limits<double>::infinity();
  std::vector<double> sample_;
  RandomStream random_{1, "", "score sample"};
};

}  // namespace podium::serving
